import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../event/event.js';
import { createGuard } from '../../guard.js';
import { logDecision, NO_LOOPS, summarise } from '../../sink/loop-log.js';
import { acts, actOf, play } from '../../testing/play.js';
import { call, message, times, turn } from '../../testing/trace.js';

const read = call('read_file', { path: 'src/auth.py' }, 'text');
const tweak = call('edit_file', { path: 'src/auth.py', text: 'x' }, 'ok');
const test = call('run_tests', {}, '1 failed');
const lint = call('lint', {}, 'ok');
const different = (count: number) =>
  Array.from({ length: count }, (_, i) => call('read_file', { path: `src/${i}.py` }, 'text'));

type Rows = readonly (readonly [name: string, events: readonly AgentEvent[], expected: readonly unknown[]])[];
const SAME = 'TOOL_REPETITION';
const TURNS = 'TOOL_PING_PONG';

describe('C1 signature', () => {
  const rows: Rows = [
    [
      'C1 tool and arguments make the signature',
      [call('x', { a: 1, b: [2] }), call('x', { a: 1, b: [2] })],
      [[1, 'nudge', SAME]],
    ],
    [
      'C1 the order of arguments does not matter',
      [call('x', { a: 1, b: 2 }), call('x', { b: 2, a: 1 })],
      [[1, 'nudge', SAME]],
    ],
    ['C1 another argument makes another signature', [call('x', { a: 1 }), call('x', { a: 2 })], []],
    ['C1 another tool makes another signature', [call('x', { a: 1 }), call('y', { a: 1 })], []],
    ['C1 the result is no part of it', [call('x', {}, 'one'), call('x', {}, 'two')], [[1, 'nudge', SAME]]],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('cycles', events))).toEqual(expected);
  });
});

describe('C2 cycles', () => {
  const rows: Rows = [
    ['C2 one call is no cycle', [read], []],
    ['C2 a cycle of 1 fires at call 2', [read, read], [[1, 'nudge', SAME]]],
    ['C2 one and a half laps of 2 are no cycle', [tweak, test, tweak], []],
    ['C2 a cycle of 2 fires at call 4', [tweak, test, tweak, test], [[3, 'nudge', TURNS]]],
    ['C2 one and two thirds laps of 3 are no cycle', [read, tweak, test, read, tweak], []],
    ['C2 a cycle of 3 fires at call 6', times(2, [read, tweak, test]), [[5, 'nudge', TURNS]]],
    ['C2 a cycle of 4 is not one of these', times(3, [read, tweak, test, lint]), []],
    ['C2 a cycle that is interrupted does not repeat consecutively', [tweak, test, lint, tweak, test], []],
    [
      'C2 a cycle of 2 is detected once a lap',
      [...times(3, [tweak, test]), tweak],
      [
        [3, 'nudge', TURNS],
        [5, 'redirect', TURNS],
      ],
    ],
    [
      'C2 a cycle of 3 is detected once a lap',
      [...times(3, [read, tweak, test]), read, tweak],
      [
        [5, 'nudge', TURNS],
        [8, 'redirect', TURNS],
      ],
    ],
    [
      'C2 the cycle seen from another call is the same one',
      [...times(2, [tweak, test]), lint, ...times(2, [test, tweak])],
      [
        [3, 'nudge', TURNS],
        [8, 'redirect', TURNS],
      ],
    ],
    [
      'C2 three calls in another rotation are the same cycle',
      [...times(2, [read, tweak, test]), lint, ...times(2, [test, read, tweak])],
      [
        [5, 'nudge', TURNS],
        [12, 'redirect', TURNS],
      ],
    ],
    [
      'C2 the same three calls in another order are another cycle',
      [...times(2, [read, tweak, test]), lint, ...times(2, [test, tweak, read])],
      [
        [5, 'nudge', TURNS],
        [12, 'nudge', TURNS],
      ],
    ],
    [
      'C2 messages and words of the harness do not break a cycle',
      [read, message('hm'), turn('go on', { role: 'harness' }), read],
      [[3, 'nudge', SAME]],
    ],
    ['C2 (ours) a prompt of the user begins a new run', [read, turn(), read], []],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('cycles', events))).toEqual(expected);
  });
});

describe('C3 the warning', () => {
  it('C3 the warning has the design’s form, with the count and the numbered calls, and is sent as a user message', () => {
    const act = actOf(play('cycles', times(2, [tweak, test])).at(-1));
    expect(act.actions).toEqual(['user-message']);
    expect(act.text).toBe(
      [
        '⚠️ Loop detected: You appear to be repeating the same sequence of tool calls',
        'without making progress. The following pattern has repeated 2 times:',
        '  1. edit_file(src/auth.py)',
        '  2. run_tests()',
        '',
        'Please try a different approach. Consider:',
        '- Re-reading error messages more carefully',
        '- Trying an alternative solution strategy',
        '- Breaking the problem into smaller steps',
      ].join('\n'),
    );
  });

  it.each([
    ['C3 a cycle of 1 is numbered', [read, read], 'repeated 2 times:\n  1. read_file(src/auth.py)\n\nPlease'],
    [
      'C3 a cycle of 3 is numbered',
      times(2, [read, tweak, test]),
      'repeated 2 times:\n  1. read_file(src/auth.py)\n  2. edit_file(src/auth.py)\n  3. run_tests()\n\nPlease',
    ],
    [
      'C3 the count grows with the laps',
      times(3, [tweak, test]),
      'repeated 3 times:\n  1. edit_file(src/auth.py)\n',
    ],
  ])('%s', (_, events, expected) => {
    expect(actOf(play('cycles', events).at(-1)).text).toContain(expected);
  });
});

describe('C4 escalation', () => {
  it('C4 identical calls: the 2nd warns, the 3rd warns harder, the 4th stops', () => {
    const decisions = play('cycles', times(4, read));
    expect(acts(decisions)).toEqual([
      [1, 'nudge', SAME],
      [2, 'redirect', SAME],
      [3, 'stop', SAME],
    ]);
    expect(decisions.map((one) => one.kind === 'act' && one.status)).toEqual([
      false,
      undefined,
      undefined,
      'LOOP_DETECTED',
    ]);
  });

  it('C4 the second warning is stronger and has specific alternatives', () => {
    const [, first, second] = play('cycles', times(3, read));
    expect(actOf(second).text.startsWith(actOf(first).text.replace('2 times', '3 times'))).toBe(true);
    expect(actOf(second).text).toContain('The next repetition stops the session. Specific alternatives:');
    expect(actOf(second).text).toContain(
      '- Do not call read_file(src/auth.py) again; use what it has already returned',
    );
    expect(actOf(second).actions).toEqual(['user-message']);
  });

  it('C4 the count of a pattern continues when the pattern comes back later', () => {
    const events = [read, read, lint, test, lint, ...different(3), read, read, ...different(2), read, read];
    expect(acts(play('cycles', events)).map(([at, rung]) => `${at} ${rung}`)).toEqual([
      '1 nudge',
      '9 redirect',
      '13 stop',
    ]);
  });

  it('C4 each pattern escalates separately', () => {
    const events = [read, read, test, test, lint, lint, ...times(2, [tweak, test])];
    expect(acts(play('cycles', events)).map(([, rung]) => rung)).toEqual([
      'nudge',
      'nudge',
      'nudge',
      'nudge',
    ]);
  });

  it('C4 (ours) a user prompt starts a new run: counts restart, and a stop is lifted', () => {
    const rungs = (events: readonly AgentEvent[]) => acts(play('cycles', events)).map(([, rung]) => rung);
    expect(rungs([read, read, turn(), read, read])).toEqual(['nudge', 'nudge']);
    const stopped = times(4, read);
    expect(rungs([...stopped, turn(), test])).toEqual(['nudge', 'redirect', 'stop']);
    expect(rungs([...stopped, turn('go on', { role: 'harness' }), test]).at(-1)).toBe('stop');
    expect(rungs([...stopped, turn('go on', { role: 'harness' }), test])).toHaveLength(4);
  });

  it('C4 the stop applies to every later call, with the status, until a reset', () => {
    const session = createGuard({ preset: 'cycles' }).session('s');
    times(4, read).forEach((event) => session.observe(event));
    const stopped = { kind: 'act', rung: 'stop', status: 'LOOP_DETECTED' };
    expect(session.before({ tool: 'anything' })).toMatchObject(stopped);
    expect(session.after({ tool: 'anything' })).toMatchObject(stopped);
    session.reset();
    expect(session.before({ tool: 'anything' })).toMatchObject({ kind: 'proceed' });
    expect(session.observe(read)).toMatchObject({ kind: 'proceed' });
    expect(session.observe(read)).toMatchObject({ kind: 'act', rung: 'nudge' });
  });
});

describe('C5 repetition that is not a loop', () => {
  const rows: Rows = [
    [
      'C5 tests after different edits',
      [1, 2, 3, 4, 5, 6].flatMap((i) => [call('edit_file', { path: 'a', text: `${i}` }, 'ok'), test]),
      [],
    ],
    ['C5 reading many files', different(50), []],
    ['C5 the same test now and then', [test, read, tweak, test, lint, test, tweak, test], []],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('cycles', events))).toEqual(expected);
  });
});

describe('C6 limits', () => {
  const rounds = (count: number, more = {}) => different(count).map((event) => ({ ...event, ...more }));

  it.each([
    ['C6 200 rounds pass', rounds(200), []],
    ['C6 the 201st round stops', rounds(201), [[200, 'stop', SAME]]],
    ['C6 a user turn starts the count of rounds anew', [...rounds(200), turn(), ...rounds(200)], []],
    [
      'C6 words of the harness do not',
      [...rounds(200), turn('go on', { role: 'harness' }), ...rounds(1)],
      [[201, 'stop', SAME]],
    ],
    ['C6 calls of one model step share a round', rounds(300, { round: 7 }), []],
    ['C6 500 user turns pass', times(500, turn()), []],
    ['C6 the 501st user turn stops', times(501, turn()), [[500, 'stop', SAME]]],
  ])('%s', (_, events, expected) => {
    expect(acts(play('cycles', events))).toEqual(expected);
  });

  it('C6 the stop has the status and says what the limit was', () => {
    expect(actOf(play('cycles', rounds(201)).at(-1))).toMatchObject({
      status: 'BUDGET_EXHAUSTED',
      text: 'The session is stopped: 201 rounds without a user turn.',
    });
    expect(actOf(play('cycles', times(501, turn())).at(-1)).text).toContain('501 turns in one session');
  });

  it('C6 a reached limit does not appear as a loop in the session log', () => {
    const log = play('cycles', rounds(201)).reduce(logDecision, NO_LOOPS);
    expect(summarise(log)).toBe('No loops detected');
  });

  it('C6 after a reset the counts start anew', () => {
    const session = createGuard({
      preset: 'cycles',
      options: { 'round-limit': { rounds: 3, turns: 3 } },
    }).session('s');
    rounds(4).forEach((event) => session.observe(event));
    session.reset();
    expect(rounds(3).map((event) => session.observe(event).kind)).toEqual(['proceed', 'proceed', 'proceed']);
    times(4, turn()).forEach((event) => session.observe(event));
    session.reset();
    expect(times(3, turn()).map((event) => session.observe(event).kind)).toEqual([
      'proceed',
      'proceed',
      'proceed',
    ]);
  });
});
