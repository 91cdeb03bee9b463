import { presetOf } from './presets/index.js';
import { describe, expect, it } from 'vitest';
import type { Act, Decision } from './decision.js';
import { createGuard } from './guard.js';
import type { GuardSession } from './guard/types.js';
import { createArchive } from './memory/archive.js';
import { preventionHint } from './memory/hint.js';
import { planRecovery } from './recovery/plan.js';
import { NO_LOOPS, summarise } from './sink/loop-log.js';
import { NO_METRICS } from './sink/metrics.js';
import { countFact, factsOf } from './sink/sink.js';
import { call, failure, times } from './testing/trace.js';

const status = call('Bash', { command: 'git status' }, 'clean');
const work = (n: number): unknown => call('Read', { path: `src/${n}.ts` }, `export const value${n} = ${n};`);
const observe = (session: GuardSession, events: readonly unknown[]): Decision[] =>
  events.map((event) => session.observe(event));
const acts = (decisions: readonly Decision[]): Act[] => decisions.filter((one) => one.kind === 'act');
const outcomes = (decisions: readonly Decision[]): string[] =>
  decisions.flatMap((one) =>
    one.kind === 'refused'
      ? []
      : (one.recoveries ?? []).map(({ strategy, outcome }) => `${strategy} ${outcome}`),
  );
const someWork = Array.from({ length: 8 }, (_, n) => work(n));

describe('tells whether an intervention helped', () => {
  it.each<[string, string, readonly unknown[], readonly string[]]>([
    [
      'the agent goes on with its work: successful',
      'default',
      [...times(5, status), ...someWork],
      ['nudge successful'],
    ],
    [
      'the loop goes on: each thing that was done has failed',
      'default',
      times(7, status),
      ['nudge failed', 'redirect failed'],
    ],
    [
      'the second thing helps',
      'default',
      [...times(6, status), ...someWork],
      ['nudge failed', 'redirect successful'],
    ],
    ['nothing is known yet', 'default', [...times(5, status), work(1)], []],
    ['nothing was done', 'default', someWork, []],
    [
      'presets that reproduce a design are watched too',
      'votes',
      [...times(3, status), ...someWork],
      ['nudge successful'],
    ],
  ])('%s', (_, preset, events, expected) => {
    expect(outcomes(observe(createGuard({ preset: presetOf(preset) }).session('one'), events))).toEqual(
      expected,
    );
  });

  it('a call that hits a block means the loop is back; messages and attempts are not steps', () => {
    const session = createGuard().session('one');
    observe(session, times(7, status));
    expect(outcomes([session.before({ tool: 'Bash', args: { command: 'git status' } })])).toEqual([
      'block failed',
    ]);
    expect(outcomes(Array.from({ length: 20 }, () => session.delta('Let me see. ')))).toEqual([]);
    expect(outcomes([session.before({ tool: 'Read', args: { path: 'a' } })])).toEqual([]);
  });

  it('in shadow mode nothing is done, so no intervention is watched', () => {
    const session = createGuard({ mode: 'shadow' }).session('one');
    expect(outcomes(observe(session, [...times(7, status), ...someWork]))).toEqual([]);
  });

  it('the watch survives a restart at any point', () => {
    const events = [...times(6, status), ...someWork];
    const straight = outcomes(observe(createGuard().session('one'), events));
    let session = createGuard().session('one');
    const restarted = events.flatMap((event) => {
      const told = outcomes([session.observe(event)]);
      session = createGuard().restore('one', JSON.parse(JSON.stringify(session.snapshot())));
      return told;
    });
    expect(restarted).toEqual(straight);
  });

  it('a reset and an override end the watch', () => {
    for (const end of [(one: GuardSession) => one.reset(), (one: GuardSession) => one.override({})]) {
      const session = createGuard().session('one');
      observe(session, times(5, status));
      end(session);
      expect(outcomes(observe(session, someWork))).toEqual([]);
    }
  });

  it('sinks get the outcome, and the session summary contains it', () => {
    const decisions = observe(createGuard().session('one'), [...times(6, status), ...someWork]);
    const { log, metrics } = decisions
      .flatMap((decision) => factsOf('one', decision))
      .reduce(countFact, { metrics: NO_METRICS, log: NO_LOOPS });
    expect(summarise(log)).toBe('1 detected loop (tool_repetition), recovered');
    expect(JSON.stringify(metrics)).toContain('successful');
  });
});

describe('R15 a guard with an archive', () => {
  const archive = createArchive();
  const guard = createGuard({ archive });

  it('records each loop once per session, and its outcome', () => {
    for (const id of ['a', 'b']) observe(guard.session(id), [...times(6, status), ...someWork]);
    expect(archive.rows()).toMatchObject([
      { seen: 2, outcomes: { nudge: { recovered: 0, failed: 2 }, redirect: { recovered: 2, failed: 0 } } },
    ]);
  });

  it('records an override', () => {
    const session = guard.session('c');
    observe(session, times(5, status));
    expect(session.override({ at: 7 })).toMatchObject({ type: 'TOOL_REPETITION', resetCount: 1 });
    expect(archive.rows()).toMatchObject([{ seen: 3, overrides: 1, lastAt: 7 }]);
  });

  it("the next session's message names the remedy that helped", () => {
    const session = guard.session('d');
    const sign = acts(observe(session, times(5, status))).at(-1)!;
    expect(preventionHint(archive, sign.verdict)).toMatchObject({ strategy: 'redirect' });
  });

  it('a failing archive never stops an agent', () => {
    const broken = {
      ...archive,
      record: (): boolean => {
        throw new Error('disk full');
      },
    };
    const session = createGuard({ archive: broken }).session('one');
    expect(acts(observe(session, times(6, status))).length).toBeGreaterThan(0);
  });
});

describe('R8 texts contain facts from the session', () => {
  const last = (events: readonly unknown[]): Act =>
    acts(observe(createGuard().session('one'), events)).at(-1)!;

  it('the last result, and what was tried before', () => {
    const { text, result, attempts } = last(times(6, status));
    expect(text).toContain('What came back: `clean`');
    expect(text).toContain('Tried before: `a hint');
    expect(result).toBe('clean');
    expect(attempts).toHaveLength(1);
  });

  it('the first error', () => {
    const { text, rung } = last(times(4, failure('Bash', { command: 'make' }, 'no rule to make target')));
    expect(rung).toBe('redirect');
    expect(text).toContain('What came back: `no rule to make target`');
  });

  it('the message for a person lists what was tried', () => {
    const session = createGuard().session('one');
    observe(session, times(7, status));
    const attempt = { tool: 'Bash', args: { command: 'git status' } };
    const paused = acts([session.before(attempt), session.before(attempt)]).find(
      ({ rung }) => rung === 'pause',
    )!;
    expect(paused.text).toMatch(
      /Tried so far:\n- `a hint .*\n- `constraints and other ways .*\n- `blocking the call/,
    );
  });

  it('a standing gate counts as one attempt, and a stop as none', () => {
    const session = createGuard().session('one');
    observe(session, times(7, status));
    const attempt = { tool: 'Bash', args: { command: 'git status' } };
    const stops = acts(Array.from({ length: 6 }, () => session.before(attempt)));
    expect(stops.at(-1)?.text).toMatch(/Tried so far:(\n- `.*`, given up at `event \d+`){3}\nWhat was done/);
    expect(stops.at(-1)?.text).not.toContain('a stop');
  });

  it('a loop of writes lists its files, so that an edge can restore them', () => {
    const edits = Array.from({ length: 12 }, (_, n) => [
      call(
        'Edit',
        { file_path: 'src/a.ts', old_string: n % 2 ? 'b' : 'a', new_string: n % 2 ? 'a' : 'b' },
        'ok',
      ),
      call('Bash', { command: 'npm test' }, n % 2 ? 'A fails' : 'B fails'),
    ]).flat();
    const act = last(edits);
    expect(act.files).toEqual(['src/a.ts']);
    const plans = planRecovery({ ...act, rung: 'stop' }, { rollBack: true });
    expect(plans.find(({ strategy }) => strategy === 'checkpoint')?.action).toMatchObject({
      files: ['src/a.ts'],
    });
  });

  it('a new loop starts without the attempts of the previous one', () => {
    const session = createGuard().session('one');
    observe(session, [...times(6, status), ...someWork]);
    const [other] = acts(observe(session, times(5, call('Grep', { pattern: 'x' }, 'nothing')))).filter(
      ({ rung }) => rung !== 'observe',
    );
    expect(other).toMatchObject({ rung: 'nudge', result: 'nothing' });
    expect(other).not.toHaveProperty('attempts');
  });

  it('remembered results are cut to length', () => {
    const session = createGuard().session('one');
    observe(session, times(9, call('Bash', { command: 'x' }, 'y'.repeat(1e5))));
    expect(JSON.stringify(session.snapshot().state.control).length).toBeLessThan(20_000);
  });
});
