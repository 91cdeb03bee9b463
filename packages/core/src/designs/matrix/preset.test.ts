import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../../event/event.js';
import { computeHash } from '../../fingerprint/sha256.js';
import { createGuard } from '../../guard.js';
import { acts, actOf, play, reportsOf } from '../../testing/play.js';
import { call, failure, message, times, turn } from '../../testing/trace.js';

/** A step: what the agent ran, and its outcome. */
const run = (code: string, result: string): CallEvent => call('execute_code', { code }, result);
const same = run('check()', 'no change');
const progress = (i: number) => run(`try ${i}`, `news ${i}`);
const stuck = (i: number) => run(`attempt ${i}`, 'permission denied');
const stuckFor = (streak: number) => Array.from({ length: streak + 1 }, (_, i) => stuck(i));

const facts = (events: readonly CallEvent[]) =>
  reportsOf(play('matrix', events)).map(([report]) => ({
    classification: report!['classification'],
    stuck: report!['stuck'],
    stagnation: report!['stagnation'],
  }));
const classes = (events: readonly CallEvent[]) => facts(events).map(({ classification }) => classification);

describe('M1 the progress matrix', () => {
  it.each([
    ['M1 new approach, new outcome = progress', [run('a', '1'), run('b', '2')], 'progress'],
    ['M1 repeated approach, new outcome = world changed', [run('a', '1'), run('a', '2')], 'world_changed'],
    ['M1 new approach, repeated outcome = stuck', [run('a', '1'), run('b', '1')], 'stuck'],
    ['M1 both repeated = stagnation', [run('a', '1'), run('a', '1')], 'stagnation'],
    [
      'M1 both repeated, though never together = stagnation',
      [run('a', '1'), run('b', '2'), run('a', '2')],
      'stagnation',
    ],
    [
      'M1 the same arguments for another tool are a new approach',
      [call('x', { p: 1 }, 'r'), call('y', { p: 1 }, 'r')],
      'stuck',
    ],
    [
      'M1 the order of argument keys does not matter',
      [call('x', { a: 1, b: 2 }, 'r'), call('x', { b: 2, a: 1 }, 'r')],
      'stagnation',
    ],
    [
      'M1 the same text as an error is another outcome',
      [call('x', {}, 'r'), failure('x', {}, 'r')],
      'world_changed',
    ],
  ])('%s', (_, events, expected) => {
    expect(classes(events).at(-1)).toBe(expected);
  });

  it.each([
    ['M1 a hash among the last 256 is a repeated one', 255, 'stagnation'],
    ['M1 a hash 257 steps back is forgotten', 256, 'progress'],
  ])('%s', (_, between, expected) => {
    const others = Array.from({ length: between }, (__, i) => progress(i));
    expect(classes([same, ...others, same]).at(-1)).toBe(expected);
  });

  it('M1 a stuck step raises its own streak and resets the stagnation streak, and vice versa', () => {
    expect(facts([same, same, same, run('b', 'no change'), run('c', 'no change'), same])).toEqual([
      { classification: 'progress', stuck: 0, stagnation: 0 },
      { classification: 'stagnation', stuck: 0, stagnation: 1 },
      { classification: 'stagnation', stuck: 0, stagnation: 2 },
      { classification: 'stuck', stuck: 1, stagnation: 0 },
      { classification: 'stuck', stuck: 2, stagnation: 0 },
      { classification: 'stagnation', stuck: 0, stagnation: 1 },
    ]);
  });

  it.each([
    ['M1 progress resets both streaks', progress(1)],
    ['M1 a changed world resets both streaks', run('check()', 'changed at last')],
  ])('%s', (_, relief) => {
    expect(facts([same, same, same, relief]).at(-1)).toMatchObject({ stuck: 0, stagnation: 0 });
    expect(facts([...stuckFor(3), relief]).at(-1)).toMatchObject({ stuck: 0, stagnation: 0 });
    expect(acts(play('matrix', [...times(3, same), relief, ...times(2, same)]))).toEqual([]);
  });
});

describe('M2 thresholds', () => {
  it.each([
    ['M2 stagnation of 2 says nothing', times(3, same), []],
    ['M2 stagnation warns at 3, the 4th identical step', times(4, same), [[3, 'nudge', 'TOOL_REPETITION']]],
    [
      'M2 stagnation of 4 only warns',
      times(5, same),
      [
        [3, 'nudge', 'TOOL_REPETITION'],
        [4, 'nudge', 'TOOL_REPETITION'],
      ],
    ],
    [
      'M2 stagnation blocks at 5, the 6th identical step',
      times(6, same),
      [
        [3, 'nudge', 'TOOL_REPETITION'],
        [4, 'nudge', 'TOOL_REPETITION'],
        [5, 'block', 'TOOL_REPETITION'],
      ],
    ],
    ['M2 stuck for 4 says nothing', stuckFor(4), []],
    ['M2 stuck warns at 5', stuckFor(5), [[5, 'nudge', 'TOOL_PARAMETER_DRIFT']]],
    ['M2 stuck for 7 only warns', stuckFor(7), [5, 6, 7].map((at) => [at, 'nudge', 'TOOL_PARAMETER_DRIFT'])],
    [
      'M2 stuck blocks at 8',
      stuckFor(8),
      [...[5, 6, 7].map((at) => [at, 'nudge', 'TOOL_PARAMETER_DRIFT']), [8, 'block', 'TOOL_PARAMETER_DRIFT']],
    ],
  ])('%s', (_, events, expected) => {
    expect(acts(play('matrix', events))).toEqual(expected);
  });

  it('M2 the text of a warning is meant for the tool result', () => {
    const stagnation = actOf(play('matrix', times(4, same)).at(-1));
    expect(stagnation.actions).toEqual(['append-to-result']);
    expect(stagnation.text).toBe(
      '[loop detection] execute_code(check()) repeated 3x with a known outcome. ' +
        'The same step gave an outcome that is already known. Repeating it will not change that: do something else.',
    );
    const inVain = actOf(play('matrix', stuckFor(5)).at(-1));
    expect(inVain.actions).toEqual(['append-to-result']);
    expect(inVain.text).toContain(
      '[loop detection] 5 new approaches, the same outcome. Different approaches lead to',
    );
  });
});

describe('M3 the block', () => {
  const blocked = () => {
    const session = createGuard({ preset: 'matrix' }).session('s');
    for (let i = 0; i < 6; i++) session.after(same);
    return session;
  };

  it('M3 the block tells the model, beside the result, to summarise and stop', () => {
    const act = actOf(play('matrix', times(6, same)).at(-1));
    expect(act).toMatchObject({ rung: 'block', actions: ['append-to-result'], needsPerson: false });
    expect(act.text).toMatch(/blocked.*summarise.*and stop/);
  });

  it('M3 the next step is refused at once, before execution, whatever it is', () => {
    const decision = actOf(blocked().before({ tool: 'read_file', args: { path: 'new.ts' } }));
    expect(decision).toMatchObject({ rung: 'block', actions: [], needsPerson: false });
    expect(decision.verdict).toMatchObject({
      status: 'looping',
      findings: [],
      primary: { category: 'TOOL_REPETITION' },
    });
    expect(decision.text).toMatch(/Further execution is blocked.*summarise.*and stop\.$/);
  });

  it('M3 the block persists: calls, new results and other messages do not lift it', () => {
    const session = blocked();
    expect(session.after(progress(1))).toMatchObject({ kind: 'act', rung: 'block', reports: [] });
    expect(session.observe(message('Here is a summary.'))).toMatchObject({ kind: 'proceed' });
    expect(session.observe(turn('go on'))).toMatchObject({ kind: 'proceed' });
    expect(session.before({ tool: 'read_file' })).toMatchObject({ kind: 'act', rung: 'block' });
  });

  it('M3 the block survives a restart of the program', () => {
    const saved = JSON.stringify(blocked().snapshot());
    const session = createGuard({ preset: 'matrix' }).restore('s', JSON.parse(saved));
    expect(session.before({ tool: 'read_file' })).toMatchObject({ kind: 'act', rung: 'block' });
  });

  it('M3 only an explicit reset lifts it, and clears the whole state', () => {
    const session = blocked();
    expect(session.reset()).toMatchObject({ kind: 'proceed', seq: 6 });
    expect(session.before({ tool: 'execute_code', args: { code: 'check()' } })).toMatchObject({
      kind: 'proceed',
    });
    expect(session.after(same)).toMatchObject({ kind: 'proceed', reports: [{ classification: 'progress' }] });
  });

  it('M3 no call is refused before the block', () => {
    const session = createGuard({ preset: 'matrix' }).session('s');
    for (let i = 0; i < 5; i++) session.after(same);
    expect(session.before({ tool: 'execute_code', args: { code: 'check()' } })).toMatchObject({
      kind: 'proceed',
    });
  });
});

it('M7 each classification is reported as a loop_detection event', () => {
  const events = [...times(6, same), progress(1)];
  expect(reportsOf(play('matrix', events))).toMatchObject([
    [{ event_type: 'loop_detection', classification: 'progress', action: 'none', stuck: 0, stagnation: 0 }],
    [{ event_type: 'loop_detection', classification: 'stagnation', action: 'none', stuck: 0, stagnation: 1 }],
    [{ event_type: 'loop_detection', classification: 'stagnation', action: 'none', stuck: 0, stagnation: 2 }],
    [{ event_type: 'loop_detection', classification: 'stagnation', action: 'warn', stuck: 0, stagnation: 3 }],
    [{ event_type: 'loop_detection', classification: 'stagnation', action: 'warn', stuck: 0, stagnation: 4 }],
    [
      {
        event_type: 'loop_detection',
        classification: 'stagnation',
        action: 'block',
        stuck: 0,
        stagnation: 5,
      },
    ],
    [],
  ]);
});

it('M1 each classification has the hashes of the approach and the outcome', () => {
  const [[first] = [], [second] = []] = reportsOf(play('matrix', times(2, same)));
  const { tool, args, result } = same;
  const hashes = { approachHash: computeHash({ tool, args }), outcomeHash: computeHash(result) };
  expect(first).toMatchObject(hashes);
  expect(JSON.parse(JSON.stringify(second))).toMatchObject(hashes);
});

it('M1 a result of null is an outcome like any other', () => {
  const different = Array.from({ length: 6 }, (_, i) => call('look', { at: i }, null));
  expect(reportsOf(play('matrix', different)).at(-1)).toMatchObject([{ classification: 'stuck', stuck: 5 }]);
});
