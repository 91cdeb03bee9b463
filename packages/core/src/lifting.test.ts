import { describe, expect, it } from 'vitest';
import type { AgentEvent, AttemptEvent, CallEvent } from './event/event.js';
import { createGuard } from './guard.js';
import type { GuardOptions, GuardSession } from './guard/types.js';
import type { Decision } from './pipeline.js';
import { call, edit, failure, message, times, turn } from './testing/trace.js';

const MINUTE = 60_000;
const status = call('Bash', { command: 'git status' }, 'nothing to commit');
const readA = call('Read', { path: 'src/a.ts' }, 'export const a = 1;');
const other = call('Grep', { pattern: 'lift', path: 'docs' }, 'docs/x.md: lift');
const attemptOf = ({ tool, args, round }: CallEvent): AttemptEvent => ({
  ...{ kind: 'attempt', tool, args },
  ...(round !== undefined && { round }),
});
const rungOf = (decision: Decision): string =>
  decision.kind === 'act' && decision.rung !== 'observe' ? decision.rung : '-';
/** All capabilities except ending the run: those of a proxy or a hook. */
const PROXY: GuardOptions = { capabilities: { appendToResult: true, injectMessage: true, veto: true } };

/** A session in which this call is blocked; events have times if `from` is given. */
function blocked(loop: CallEvent, options: GuardOptions = {}, from?: number): GuardSession {
  const session = createGuard(options).session('one');
  session.observe(turn('find the fault'));
  times(7, loop).forEach((event, i) =>
    session.observe(from === undefined ? event : { ...event, at: from + i }),
  );
  return session;
}

const isRefused = (session: GuardSession, one: CallEvent, at?: number): boolean =>
  ['block', 'pause', 'stop'].includes(
    rungOf(session.observe({ ...attemptOf(one), ...(at !== undefined && { at }) })),
  );

describe('a block covers only the loop', () => {
  it.each([
    ['after a block', 0],
    ['after many refused attempts', 12],
  ])('%s every other call passes', (_, attempts) => {
    const session = blocked(status, PROXY);
    for (const event of times(attempts, attemptOf(status))) session.observe(event);
    expect(isRefused(session, other)).toBe(false);
    expect(rungOf(session.observe(other))).toBe('-');
    expect(isRefused(session, call('Bash', { command: 'git diff' }))).toBe(false);
    expect(isRefused(session, status)).toBe(true);
  });

  it('other calls pass even after the run was ended, if the host continues', () => {
    const session = blocked(status);
    const rungs = times(4, attemptOf(status)).map((event) => rungOf(session.observe(event)));
    expect(rungs).toEqual(['pause', 'pause', 'stop', 'stop']);
    expect(isRefused(session, other)).toBe(false);
  });

  it('with two blocked loops, each refusal names its own', () => {
    const session = blocked(status, PROXY);
    for (const event of times(7, readA)) session.observe(event);
    const named = [status, readA].map((one) => {
      const decision = session.observe(attemptOf(one));
      return decision.kind === 'act' ? decision.verdict.primary?.brief : undefined;
    });
    expect(named).toEqual([expect.stringContaining('git status'), expect.stringContaining('src/a.ts')]);
  });
});

describe('the run ends only if the edge owns it', () => {
  it('a proxy or a hook keeps refusing the call and ends nothing', () => {
    const session = blocked(status, PROXY);
    const rungs = times(20, attemptOf(status)).map((event) => rungOf(session.observe(event)));
    expect(new Set(rungs)).toEqual(new Set(['block']));
  });

  it.each([
    ['an edge that says so', { veto: true, endRun: true }, 'stop'],
    ['an edge around calls and answers', { veto: true, haltStream: true }, 'stop'],
    ['an edge that says no', { veto: true, haltStream: true, endRun: false }, 'block'],
  ])('%s: the third further attempt', (_, capabilities, third) => {
    const session = blocked(status, { capabilities });
    const rungs = times(3, attemptOf(status)).map((event) => rungOf(session.observe(event)));
    expect(rungs).toEqual(['block', 'block', third]);
  });

  it.each<[string, readonly AgentEvent[]]>([
    ['a prompt', [turn('look at the docs first')]],
    ['new content', ['a', 'b', 'c'].map((page) => call('Read', { path: page }, `the ${page} of the book`))],
    ['a change', [call('Write', { path: 'x.ts', content: 'new' }, 'ok'), edit('x.ts', 'old', 'new')]],
  ])('attempts before a lift by %s do not count after it', (_, lift) => {
    const session = blocked(status);
    for (const event of times(2, attemptOf(status))) session.observe(event);
    for (const event of lift) session.observe(event);
    // The calls are new to the detectors after a prompt; otherwise the first one brings the block back.
    for (const event of times(lift.length > 1 ? 1 : 6, status)) session.observe(event);
    const rungs = times(3, attemptOf(status)).map((event) => rungOf(session.observe(event)));
    expect(rungs).toEqual(['pause', 'pause', 'stop']);
  });
});

const failingEdit = failure('Edit', { path: 'src/a.ts', old: 'x', new: 'y' }, 'read the file first');
const failingTest = failure('Bash', { command: 'npm test' }, '1 failing: adds two numbers');

describe('a block is lifted', () => {
  it.each<[string, CallEvent, readonly AgentEvent[]]>([
    ['by a user prompt', status, [turn('try another way')]],
    ['by the same user prompt again', status, [turn('find the fault')]],
    ['by a change of the file that the loop reads', readA, [edit('src/a.ts', 'h1', 'h2')]],
    [
      'by a call that changes this file',
      readA,
      [call('Write', { path: './src/a.ts', content: 'export const a = 2;' }, 'written')],
    ],
    ['by any change where the loop names no file', failingTest, [edit('src/b.ts', 'h1', 'h2')]],
    ['by new content of the file that the loop is about', failingEdit, [readA]],
    [
      'by the third piece of new content elsewhere: the loop was left',
      status,
      ['b', 'c', 'd'].map((name) => call('Read', { path: `src/${name}.ts` }, `the code of ${name}`)),
    ],
  ])('%s', (_, loop, events) => {
    const session = blocked(loop);
    for (const event of events) session.observe(event);
    expect(isRefused(session, loop)).toBe(false);
  });

  it('by a person', () => {
    const session = blocked(status);
    session.reset();
    expect(isRefused(session, status)).toBe(false);
  });

  it('by nothing else', () => {
    const others: readonly (readonly [string, CallEvent, AgentEvent])[] = [
      ['another call', status, other],
      [
        'a call that brings new content elsewhere',
        readA,
        call('Read', { path: 'src/b.ts' }, 'the code of b'),
      ],
      ['a change of another file', readA, edit('src/b.ts', 'h1', 'h2')],
      ['an edit without effect', readA, edit('src/a.ts', 'h1', 'h1')],
      ['new content that the loop does not depend on', failingTest, readA],
      ['a message', status, message('I will now do something else entirely.')],
      ['words of the program around the agent', status, turn('go on', { role: 'harness', reason: 'nudge' })],
      ['a compaction', status, turn('', { role: 'harness', reason: 'compaction' })],
    ];
    const lifted = others.filter(([, loop, event]) => {
      const session = blocked(loop);
      session.observe(event);
      return !isRefused(session, loop);
    });
    expect(lifted).toEqual([]);
  });
});

describe('time lifts a block', () => {
  /** How many minutes after the block the call passes again. */
  function minutesUntilLifted(session: GuardSession, from: number): number {
    for (let minute = 1; minute < 500; minute++)
      if (!isRefused(session, status, from + minute * MINUTE)) return minute;
    return Infinity;
  }

  it('after 15 minutes of event time, twice as long each time the same loop returns', () => {
    let now = 1_000_000;
    const session = blocked(status, PROXY, now);
    now += 6;
    const waits = [1, 2, 3].map(() => {
      const minutes = minutesUntilLifted(session, now);
      now += minutes * MINUTE;
      session.observe({ ...status, at: now });
      session.observe({ ...status, at: now });
      return minutes;
    });
    expect(waits).toEqual([15, 30, 60]);
  });

  it('refused attempts do not make it longer', () => {
    const session = blocked(status, PROXY, 1000);
    for (let second = 0; second < 60; second++) isRefused(session, status, 1006 + second * 1000);
    expect(minutesUntilLifted(session, 1006)).toBe(15);
  });

  it('the time can be set', () => {
    const session = blocked(status, { ...PROXY, options: { ladder: { liftAfter: 2 * MINUTE } } }, 1000);
    expect(minutesUntilLifted(session, 1006)).toBe(2);
  });

  it('never if events have no time', () => {
    const session = blocked(status, PROXY);
    expect(times(50, status).every((one) => isRefused(session, one))).toBe(true);
  });

  it('a snapshot in between changes nothing', () => {
    const guard = createGuard(PROXY);
    const stored = JSON.parse(JSON.stringify(blocked(status, PROXY, 1000).snapshot())) as unknown;
    const session = guard.restore('two', stored);
    expect(minutesUntilLifted(session, 1006)).toBe(15);
  });
});
