import { describe, expect, it } from 'vitest';
import { RUNGS } from './escalation/ladder.js';
import type { AgentEvent, AttemptEvent, CallEvent } from './event/event.js';
import { createGuard } from './guard.js';
import type { GuardOptions } from './guard/types.js';
import type { Decision } from './pipeline.js';
import { call, deltas, edit, error, failure, message, range, state, times, turn } from './testing/trace.js';

const status = call('Bash', { command: 'git status' }, 'nothing to commit');
const broken = failure('Bash', { command: 'npm test' }, '1 failing: adds two numbers');
const read = (name: string) => call('Read', { path: `src/${name}.ts` }, `the code of ${name}`);
const attemptOf = ({ tool, args, round }: CallEvent): AttemptEvent => ({
  ...{ kind: 'attempt', tool, args },
  ...(round !== undefined && { round }),
});
/** New work, and different each time. */
const work = (from = 0, count = 3) => range(count).map((i) => read(`part${from + i}`));

/** The rung of each decision, `-` if there is nothing to do; `observe` counts as nothing. */
function rungOf(decision: Decision): string {
  return decision.kind === 'act' && decision.rung !== 'observe' ? decision.rung : '-';
}

function rungs(events: readonly AgentEvent[], options: GuardOptions = {}): readonly string[] {
  const session = createGuard(options).session('one');
  return events.map((event) => rungOf(session.observe(event)));
}

/** Only the interventions. */
const done = (events: readonly AgentEvent[], options: GuardOptions = {}): readonly string[] =>
  rungs(events, options).filter((rung) => rung !== '-');

/** Up to and including the block of `git status`. */
const blocked = times(7, status);

describe('R10 the ladder by loop', () => {
  it.each<[string, readonly AgentEvent[], readonly string[]]>([
    [
      'climbs from rung to rung while the loop goes on, for an edge that only tells what happened',
      times(10, status),
      ['nudge', 'redirect', 'block', 'pause', 'stop'],
    ],
    ['a failing call climbs the same way', times(8, broken), ['nudge', 'redirect', 'block', 'pause', 'stop']],
    [
      'vetoed calls count, and the third further attempt stops the run',
      [...blocked, ...times(4, attemptOf(status))],
      ['nudge', 'redirect', 'block', 'pause', 'pause', 'stop', 'stop'],
    ],
    [
      'a loop that two detectors see climbs once, and goes on where the first was',
      times(6, [call('a', { x: 1 }, 'red'), call('b', { y: 1 }, 'blue')]),
      ['nudge', 'redirect', 'block', 'pause', 'stop'],
    ],
    [
      'parallel calls of one round climb one rung',
      range(4).flatMap((i) => times(3, { ...broken, round: i })),
      ['nudge', 'redirect', 'block', 'pause'],
    ],
    [
      'a text that degenerates is halted at once, then a person is asked, then the run stops',
      ['very', 'quite', 'rather', 'truly'].flatMap((word) => [
        ...deltas(`${word} `.repeat(80), 40),
        message(word),
      ]),
      ['block', 'pause', 'pause', 'stop'],
    ],
    [
      'a goal that flips',
      range(12).map((i) => state({ goal: i % 2 ? 'fast' : 'clean' })),
      ['nudge', 'redirect', 'block', 'pause', 'stop'],
    ],
    [
      'ten repeats when first seen go straight to the second rung',
      times(12, call('look', {}, 'red')),
      ['redirect', 'block', 'pause'],
    ],
  ])('%s', (name, events, expected) => {
    const options = name.startsWith('ten')
      ? { options: { 'repeated-call': { limit: 10 }, 'stale-work': { limit: 100 } } }
      : {};
    expect(done(events, options)).toEqual(expected);
  });

  it('the stop has its status, the evidence, and needs a person', () => {
    const session = createGuard().session('one');
    const decisions = times(10, status).map((event) => session.observe(event));
    expect(decisions.at(-1)).toMatchObject({
      ...{ kind: 'act', rung: 'stop', status: 'LOOP_DETECTED', needsPerson: true, count: 6 },
      verdict: { primary: { category: 'TOOL_REPETITION', signal: { evidence: { count: 10 } } } },
    });
    expect(session.before({ tool: 'Bash', args: { command: 'git status' } })).toMatchObject({
      ...{ rung: 'stop', status: 'LOOP_DETECTED' },
      verdict: { primary: { signal: { evidence: { count: 10 } } } },
    });
  });

  it('the detections for each rung can be configured', () => {
    const options = {
      options: { ladder: { redirectAt: 3, blockAt: 6, pauseAt: 7, stopAt: 8, cooldown: 0, longCooldown: 0 } },
    };
    expect(done(times(12, status), options)).toEqual([
      'nudge',
      'nudge',
      'redirect',
      'redirect',
      'redirect',
      'block',
      'pause',
      'stop',
    ]);
  });

  it.each([
    [{ blockAt: 5 }, /blockAt \(5\) must not exceed pauseAt \(4\)/],
    [{ nudgeAt: 3 }, /nudgeAt \(3\) must not exceed redirectAt \(2\)/],
    [{ cooldown: 20 }, /cooldown \(20\) must not exceed longCooldown \(10\)/],
    [{ clear: 0 }, /ladder\.clear, got 0.*from 1 to/],
    [{ relapse: 1.5 }, /ladder\.relapse, got 1\.5/],
    [{ rungs: 3 }, /OPTION_UNKNOWN.*ladder\.rungs/],
  ])('bad options are refused by name: %j', (ladder, message_) => {
    expect(() => createGuard({ options: { ladder } as never })).toThrow(message_);
  });
});

const WORDINGS = [
  ...[
    'refund rule',
    'rule refund',
    'refund the rule',
    'rule for refund',
    'the refund rule',
    'refund rule now',
  ],
  ...['rule of refund', 'a refund rule', 'any refund rule', 'refund rule please', 'some rule of refund'],
];
/** Never the same query twice. */
const searches = ['', ' again', ' once more'].flatMap((end) =>
  WORDINGS.map((query) => call('search', { query: query + end }, 'no results')),
);
/** One command after another fails, all for the same reason. */
const failures = ['uptime', 'ls', '-v whoami', 'hostname', 'date', 'id', 'free'].map((rest) =>
  failure('Bash', { command: `ssh build-host ${rest}` }, 'Permission denied (publickey).'),
);
const orders = range(12).map((i) =>
  failure('get_order', { id: 900 + 31 * i }, '404: there is no such order'),
);
const lastFailure = failures.at(-1)!;
const sentence = message('I will now open the config file and look for the wrong setting.');

describe('R10 the evidence limits how far a loop climbs', () => {
  it.each<[string, readonly AgentEvent[], readonly string[]]>([
    ['words alone never get beyond a nudge', times(60, sentence), ['nudge']],
    ['likeness never gets beyond a redirect', searches, ['nudge', 'redirect']],
    [
      'neither do errors that take turns',
      range(40).map((i) => (i % 2 ? error('TypeError', 'x is no function') : error('ImportError', 'no y'))),
      ['nudge', 'redirect'],
    ],
    ['neither do other calls that fail for the same reason', failures, ['nudge', 'redirect']],
    ['not even where only their numbers differ', orders, ['nudge', 'redirect']],
    [
      'identical action with an unchanged outcome may be blocked and stopped',
      times(60, status),
      ['nudge', 'redirect', 'block', 'pause', 'stop'],
    ],
    [
      'the cap rises when harder evidence joins the same loop, and no rung is skipped',
      [...failures, ...times(7, lastFailure)],
      ['nudge', 'redirect', 'block', 'pause', 'stop'],
    ],
    [
      'weak evidence does not carry on what harder evidence began',
      [...failures.slice(0, 3), ...times(3, lastFailure), ...failures.slice(3, -1)],
      ['nudge', 'redirect'],
    ],
  ])('%s', (_, events, expected) => {
    expect([...new Set(done(events))]).toEqual(expected);
  });

  it('findings about words do not hold back the block of a repeated call', () => {
    const seen = done(times(10, [sentence, status]));
    expect(RUNGS.filter((rung) => seen.includes(rung))).toEqual([
      ...['nudge', 'redirect', 'block', 'pause', 'stop'],
    ]);
  });

  it.each([
    ['searches', searches],
    ['calls that fail for the same reason', failures],
    ['calls that differ in numbers only', orders],
  ])('a loop with a capped rung gets no block: %s', (_, calls) => {
    const session = createGuard().session('one');
    for (const event of calls) session.observe(event);
    expect(calls.map((one) => rungOf(session.observe(attemptOf(one))))).toEqual(calls.map(() => '-'));
  });

  it('a stop needs three further attempts at the blocked call', () => {
    const session = createGuard().session('one');
    for (const event of blocked) session.observe(event);
    const attempts = times(3, attemptOf(status)).map((one) => rungOf(session.observe(one)));
    expect(attempts).toEqual(['pause', 'pause', 'stop']);
  });
});

describe('R10 obedience is never punished', () => {
  it.each<[string, readonly AgentEvent[], readonly string[]]>([
    ['a nudge that is followed is the last word', [...times(5, status), ...work()], ['nudge']],
    [
      'so is a block',
      [...blocked, ...work().flatMap((one) => [attemptOf(one), one])],
      ['nudge', 'redirect', 'block'],
    ],
    [
      'one look again after an edit is free',
      [...times(5, broken), edit('a.ts', 'h1', 'h2'), attemptOf(broken), broken],
      ['nudge', 'redirect', 'block'],
    ],
    [
      'a block is lifted by an edit',
      [...blocked, edit('a.ts', 'h1', 'h2'), attemptOf(status)],
      ['nudge', 'redirect', 'block'],
    ],
    [
      'by a new task',
      [...blocked, turn('now look again'), attemptOf(status)],
      ['nudge', 'redirect', 'block'],
    ],
    [
      'by the remedy that was asked for',
      [
        ...times(5, failure('Edit', { path: 'src/a.ts', old: 'x', new: 'y' }, 'read the file first')),
        read('a'),
        attemptOf(call('Edit', { path: 'src/a.ts', old: 'x', new: 'y' })),
      ],
      ['nudge', 'redirect', 'block'],
    ],
    [
      'a stop is lifted by a new task',
      [...times(10, status), turn('do something else'), attemptOf(read('a')), read('a')],
      ['nudge', 'redirect', 'block', 'pause', 'stop'],
    ],
  ])('%s', (_, events, expected) => {
    expect(done(events)).toEqual(expected);
  });

  it.each([
    ['a compaction', turn('', { role: 'harness', reason: 'compaction' })],
    ['our own words', turn('You are in a loop.', { role: 'harness', reason: 'guard' })],
    ['a message', message('I will now do something else entirely.')],
    ['another call that fails', failure('Write', { path: 'x' }, 'disk is read-only')],
  ])('a block is not lifted by %s', (_, event) => {
    const session = createGuard().session('one');
    for (const one of [...blocked, event]) session.observe(one);
    expect(rungOf(session.observe(attemptOf(status)))).toBe('pause');
  });
});

describe('R10 only the calls of the loop are blocked', () => {
  const verdictOn = (events: readonly AgentEvent[], attempts: readonly CallEvent[]): readonly boolean[] =>
    attempts.map((one) => {
      const session = createGuard().session('one');
      for (const event of events) session.observe(event);
      return rungOf(session.observe(attemptOf(one))) !== '-';
    });

  it('by their effect, not their spelling', () => {
    const lines = (args: object): CallEvent => call('lines', args, 'no lines in this range');
    expect(
      verdictOn(times(7, lines({ path: 'src/a.ts', limit: 20 })), [
        lines({ limit: 20, path: './src//a.ts', cursor: null }),
        lines({ path: 'src/b.ts', limit: 20 }),
        call('Read', { path: 'src/a.ts' }),
      ]),
    ).toEqual([true, false, false]);
  });

  it('every call of a cycle', () => {
    const cycle = [call('a', { x: 1 }, 'red'), call('b', { y: 1 }, 'blue'), call('c', { z: 1 }, 'green')];
    expect(verdictOn(times(4, cycle), [...cycle, call('a', { x: 2 })])).toEqual([true, true, true, false]);
  });
});

describe('R10 what goes on', () => {
  it('a changed strategy clears the ladder: one more check is free, and a relapse soon after resumes at the old rung', () => {
    const before = [...times(6, status), ...work()];
    expect(done([...before, status])).toEqual(['nudge', 'redirect']);
    expect(done([...before, ...times(5, status)])).toEqual(['nudge', 'redirect', 'block', 'pause', 'stop']);
  });

  it('old loops are forgotten', () => {
    const events = [...times(6, status), ...work(0, 40), ...times(6, status)];
    expect(done(events)).toEqual(['nudge', 'redirect', 'nudge', 'redirect']);
    const options = { options: { ladder: { relapse: 200 } } };
    expect(done(events, options).slice(0, 3)).toEqual(['nudge', 'redirect', 'block']);
  });

  it('two loops escalate separately', () => {
    const other = failure('Fetch', { url: 'x.test' }, 'name does not resolve: x.test');
    expect(done([...times(5, status), ...times(3, other), status])).toEqual([
      ...['nudge', 'nudge', 'redirect'],
    ]);
  });

  it('one check after each new thing is free once; then the loop escalates', () => {
    const events = [...times(5, broken), ...range(3).flatMap((i) => [read(`n${i}`), broken])];
    const seen = done(events);
    expect(seen.slice(0, 3)).toEqual(['nudge', 'redirect', 'block']);
    expect(rungs(events)[6]).toBe('-');
  });
});

describe('R10 interventions that come back as events', () => {
  it('a veto that comes back as a result is neither a call nor new', () => {
    const session = createGuard().session('one');
    for (const event of blocked) session.observe(event);
    const veto = session.observe(attemptOf(status));
    const text = veto.kind === 'act' ? veto.text : '';
    expect(text).not.toBe('');
    expect(
      session.after({ tool: 'Bash', args: { command: 'git status' }, result: text, isError: true }),
    ).toMatchObject({
      kind: 'proceed',
      verdict: { status: 'healthy' },
    });
    expect(times(2, attemptOf(status)).map((one) => rungOf(session.observe(one)))).toEqual(['pause', 'stop']);
  });

  it("the guard's hint after a result does not make it a different result", () => {
    const session = createGuard().session('one');
    const seen = range(10).map(() => {
      const decision = session.after({ ...status, result: 'nothing to commit\n\n[rutbreak] Loop detected.' });
      return rungOf(decision);
    });
    expect(seen.filter((rung) => rung !== '-')).toEqual(['nudge', 'redirect', 'block', 'pause', 'stop']);
  });

  it('an ignored veto counts once', () => {
    const tried = times(3, [attemptOf(status), status]);
    const climbed = ['nudge', 'redirect', 'block', 'pause'];
    expect(done([...blocked, ...tried.slice(0, 2)])).toEqual(climbed);
    expect(done([...blocked, ...tried.slice(0, 4)])).toEqual([...climbed, 'pause']);
    expect(done([...blocked, ...tried])).toEqual([...climbed, 'pause', 'stop']);
  });

  it('parallel attempts of one round are all vetoed and count once', () => {
    const events = [...blocked, ...times(3, attemptOf({ ...status, round: 9 }))];
    expect(done(events)).toEqual(['nudge', 'redirect', 'block', 'pause', 'pause', 'pause']);
  });
});

describe('D2 a message is not repeated at every event', () => {
  const canSpeak = { capabilities: { appendToResult: true } };

  it('if an edge can do no more, at most once per interval', () => {
    const seen = rungs(times(40, status), canSpeak);
    const spoken = seen.flatMap((rung, i) => (rung === '-' ? [] : [i]));
    expect(spoken).toEqual([4, 5, 6, 7, 18, 29]);
    expect(new Set(seen)).toEqual(new Set(['-', 'nudge']));
  });

  it('signs are reported only now and then', () => {
    const session = createGuard().session('one');
    const looks = range(12).flatMap((i) => [...times(3, status), edit('a.ts', `h${i}`, `h${i + 1}`)]);
    const notes = looks.filter((event) => session.observe(event).kind === 'act');
    expect(notes.length).toBeGreaterThan(0);
    expect(notes.length).toBeLessThanOrEqual(Math.ceil(looks.length / 6));
  });
});

describe('R10 edges with limited capabilities', () => {
  it.each<[string, GuardOptions, readonly string[]]>([
    ['only observe', { capabilities: {} }, []],
    ['only append', { capabilities: { appendToResult: true } }, ['nudge', 'nudge', 'nudge', 'nudge']],
    [
      'append and veto, as a proxy does',
      { capabilities: { appendToResult: true, veto: true } },
      ['nudge', 'nudge', 'block', 'block'],
    ],
    [
      'append, veto and end the run',
      { capabilities: { appendToResult: true, veto: true, endRun: true } },
      ['nudge', 'nudge', 'block', 'block', 'stop'],
    ],
    ['inject', { capabilities: { injectMessage: true } }, ['nudge', 'redirect', 'redirect', 'redirect']],
  ])('%s', (_, options, expected) => {
    expect(done(times(10, status), options)).toEqual(expected);
  });

  it('the wanted rung is reported if it differs', () => {
    const session = createGuard({ capabilities: { appendToResult: true } }).session('one');
    const decisions = times(10, status).map((event) => session.observe(event));
    const wanted = decisions.flatMap((one) =>
      one.kind === 'act' && one.rung !== 'observe' ? [one.wanted] : [],
    );
    expect(wanted).toEqual([undefined, 'redirect', 'block', 'pause']);
    expect(decisions.some((one) => one.kind === 'act' && one.status !== undefined)).toBe(false);
  });

  it('if the edge cannot veto, attempts are not answered', () => {
    const session = createGuard({ capabilities: { injectMessage: true } }).session('one');
    for (const event of times(10, status)) session.observe(event);
    expect(session.observe(attemptOf(status)).kind).toBe('proceed');
  });

  it('a session can have its own capabilities', () => {
    const guard = createGuard({ capabilities: {} });
    const session = guard.session('able', { capabilities: { veto: true, endRun: true } });
    for (const event of blocked) session.observe(event);
    expect(rungOf(session.observe(attemptOf(status)))).toBe('block');
    expect(times(2, attemptOf(status)).map((one) => rungOf(guard.session('able').observe(one)))).toEqual([
      'block',
      'stop',
    ]);
  });
});

it('R10 the state of the ladder stays small for any loops', () => {
  const session = createGuard().session('one');
  const sizes = range(60).map((i) => {
    const many = range(9).map((k) =>
      failure(`tool${i}`, { path: `p${k}`, note: `try number ${k} of it` }, `denied: ${i}`),
    );
    for (const event of many) session.observe(event);
    return JSON.stringify((session.snapshot().state as { ladder: unknown }).ladder).length;
  });
  expect(Math.max(...sizes)).toBeLessThan(2000);
});
