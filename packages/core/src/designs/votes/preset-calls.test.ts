import { describe, expect, it } from 'vitest';
import type { AgentEvent, CallEvent } from '../../event/event.js';
import { acts, actOf, play } from '../../testing/play.js';
import { call, edit, error, failure, state, times } from '../../testing/trace.js';
import { patternOf } from '../../verdict/explain.js';

type Rows = readonly (readonly [name: string, events: readonly AgentEvent[], expected: readonly unknown[]])[];

const status = call('Bash', { command: 'git status' }, 'clean');
const a = call('Read', { path: 'a.ts' }, 'A');
const b = call('Edit', { path: 'a.ts', text: 'x' }, 'done');
/** Calls that resemble no other call. */
const others = (count: number) =>
  Array.from({ length: count }, (_, i) => call(`tool${i}`, { n: i }, `result ${i}`));

/** Arguments with `size` leaves, of which the last `changed` are new each time. */
const args = (size: number, changed: number, i: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: size }, (_, k) => [
      `key${k}`,
      k < size - changed ? `value ${k}` : `value ${k}, try ${i}`,
    ]),
  );
const similar = (count: number, size: number, changed = 1): CallEvent[] =>
  Array.from({ length: count }, (_, i) => call('search', args(size, changed, i), `hits ${i}`));

const DRIFT = 'TOOL_PARAMETER_DRIFT';
const SAME = 'TOOL_REPETITION';
const TURNS = 'TOOL_PING_PONG';

describe('R1 tool repetition', () => {
  const rows: Rows = [
    ['R1 exact: 2 identical calls say nothing', times(2, status), []],
    ['R1 exact: the 3rd identical call with an equal result fires', times(3, status), [[2, 'nudge', SAME]]],
    [
      'R1 exact: a missing result equals a missing result',
      times(3, call('Bash', { command: 'ls' })),
      [[2, 'nudge', SAME]],
    ],
    [
      'R1 exact: 3 identical calls with different results do not fire',
      [1, 2, 3].map((i) => call('Bash', { command: 'npm test' }, `PASS ${i}`)),
      [],
    ],
    ['R1 exact: the calls must be consecutive', [status, status, a, status], []],
    ['R1 similar: 3 similar calls say nothing', similar(3, 10), []],
    [
      'R1 similar: the 4th call with more than 0.8 of its arguments shared fires',
      similar(4, 10),
      [[3, 'nudge', DRIFT]],
    ],
    ['R1 similar: a likeness of 0.8 itself says nothing', similar(6, 9), []],
    ['R1 similar: a likeness of 0.81 fires', similar(4, 19, 2), [[3, 'nudge', DRIFT]]],
    [
      'R1 similar: calls of different tools are not compared',
      similar(4, 10).map((one, i) => ({ ...one, tool: `search${i}` })),
      [],
    ],
    [
      'R1 similar: they need not be consecutive',
      [...similar(3, 10), ...others(6), similar(4, 10)[3]!],
      [[9, 'nudge', DRIFT]],
    ],
    [
      'R1 similar: a call that left the window of 10 no longer counts',
      [...similar(3, 10), ...others(7), similar(4, 10)[3]!],
      [],
    ],
    [
      'R1 similar: long texts are compared by word',
      ['one', 'two', 'six', 'ten'].map((word, i) =>
        call(
          'search',
          { query: `alpha beta gamma delta epsilon zeta eta theta iota kappa lambda my ${word}` },
          `hits ${i}`,
        ),
      ),
      [[3, 'nudge', DRIFT]],
    ],
    [
      'R1 similar: another path is another leaf',
      ['a', 'b', 'c', 'd'].map((name) => call('Read', { path: `src/${name}.ts` }, name)),
      [],
    ],
    ['R1 ping-pong: A→B→A says nothing', [a, b, a], []],
    ['R1 ping-pong: the 2nd full A→B cycle fires', [a, b, a, b], [[3, 'nudge', TURNS]]],
    ['R1 ping-pong: one call in another place breaks it', [a, b, status, a, b], []],
    [
      'R1 same result: 2 different calls say nothing',
      ['x', 'y'].map((q) => call('find', { q }, 'nothing')),
      [],
    ],
    [
      'R1 same result: the 3rd different call with identical output fires',
      ['x', 'y', 'z'].map((q) => call('find', { q }, 'nothing')),
      [[2, 'nudge', SAME]],
    ],
    [
      'R1 same result: two calls in turn are two calls',
      [call('find', { q: 'x' }, 'no'), call('find', { q: 'y' }, 'no'), call('find', { q: 'x' }, 'no')],
      [],
    ],
    [
      'R1 same result: no result is no identical output',
      ['x', 'y', 'z', 'u'].map((q) => call('find', { q })),
      [],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });

  it('R1 the pattern of a ping-pong contains ping_pong', () => {
    expect(patternOf(actOf(play('votes', [a, b, a, b]).at(-1)).verdict.primary!)).toBe(
      'ping_pong: Read(a.ts) and Edit(a.ts) in turn, 2x',
    );
  });
});

describe('R3 state oscillation', () => {
  const at = (error_: string) => state({ error: error_ });
  const [x, y, z] = [at('x'), at('y'), at('z')];
  const goal = (text: string) => state({ goal: text });
  const todo = (value: string) => state({ todos: [{ id: 7, status: value }] });
  const file = (hash: string) => state({ files: { 'a.ts': hash } });
  const BOUNCE = 'STATE_OSCILLATION';

  const rows: Rows = [
    ['R3 1 distinct of 3 snapshots says nothing', times(3, x), []],
    ['R3 1 distinct of 4 snapshots, 0.25, fires', times(4, x), [[3, 'nudge', BOUNCE]]],
    ['R3 2 distinct of 6 snapshots say nothing', times(3, [x, y]), []],
    ['R3 2 distinct of 7 snapshots fire', [...times(3, [x, y]), x], [[6, 'nudge', BOUNCE]]],
    ['R3 3 distinct of 10 snapshots, 0.3 itself, say nothing', [...times(3, [x, y, z]), x, y], []],
    ['R3 a snapshot inside the window of 10 counts', [z, ...times(5, [x, y]).slice(0, 9)], []],
    [
      'R3 a snapshot that left the window of 10 no longer counts',
      [z, ...times(5, [x, y])],
      [[10, 'nudge', BOUNCE]],
    ],
    [
      'R3 any part of the state makes a snapshot distinct',
      [
        state({ goal: 'g' }),
        state({ goal: 'g', error: 'e' }),
        state({ goal: 'g', files: ['a'] }),
        state({ goal: 'g', todos: [1] }),
      ],
      [],
    ],
    ['R3 goal flip-flop: one return says nothing', ['p', 'q', 'p'].map(goal), []],
    [
      'R3 goal flip-flop: the second return fires',
      ['p', 'q', 'p', 'q'].map(goal),
      [[3, 'nudge', 'GOAL_DRIFT']],
    ],
    ['R3 goal flip-flop: a new goal in between is news', ['p', 'q', 'p', 'r', 'q'].map(goal), []],
    ['R3 edit-undo: make and undo says nothing', [edit('a.ts', 'h1', 'h2'), edit('a.ts', 'h2', 'h1')], []],
    [
      'R3 edit-undo: make, undo, make fires',
      [edit('a.ts', 'h1', 'h2'), edit('a.ts', 'h2', 'h1'), edit('a.ts', 'h1', 'h2')],
      [[2, 'nudge', 'STATE_REGRESSION']],
    ],
    [
      'R3 edit-undo: on different files it is none',
      [edit('a.ts', 'h1', 'h2'), edit('b.ts', 'h2', 'h1'), edit('c.ts', 'h1', 'h2')],
      [],
    ],
    [
      'R3 edit-undo: it shows in snapshots too',
      ['h1', 'h2', 'h1', 'h2'].map(file),
      [[3, 'nudge', 'STATE_REGRESSION']],
    ],
    ['R3 todo cycling: a new status says nothing', ['pending', 'in_progress', 'completed'].map(todo), []],
    [
      'R3 todo cycling: pending → in_progress → pending fires',
      ['pending', 'in_progress', 'pending'].map(todo),
      [[2, 'nudge', BOUNCE]],
    ],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });

  it.each([
    ['R3 7 distinct of 24 snapshots, 0.292, fire', 7, 24, 1],
    ['R3 3 distinct of 10 snapshots, 0.3, do not', 3, 10, 0],
  ])('%s', (_, distinct, window, expected) => {
    const events = Array.from({ length: window }, (__, i) => at(`e${i % distinct}`));
    expect(acts(play('votes', events, { 'state-oscillation': { window } }))).toHaveLength(expected);
  });
});

describe('R4 error cycle', () => {
  const typeError = error('TypeError');
  const importError = error('ImportError');
  const different = (count: number) => Array.from({ length: count }, (_, i) => error(`Error${i}`));

  const rows: Rows = [
    ['R4 the same error twice says nothing', times(2, typeError), []],
    [
      'R4 the 3rd occurrence of the same error fires',
      times(3, typeError),
      [[2, 'nudge', 'ERROR_REPETITION']],
    ],
    [
      'R4 the occurrences need not be consecutive',
      [typeError, typeError, ...different(7), typeError],
      [[9, 'nudge', 'ERROR_REPETITION']],
    ],
    [
      'R4 an error that left the window of 10 no longer counts',
      [typeError, typeError, ...different(8), typeError],
      [],
    ],
    [
      'R4 the same type with another message is another error',
      ['x', 'y', 'z'].map((name) => error('TypeError', `${name} is undefined`)),
      [],
    ],
    [
      'R4 line numbers and clocks make no other error',
      [1, 2, 3].map((i) => error('TypeError', `at app.ts:${i} 12:00:0${i} x is undefined`)),
      [[2, 'nudge', 'ERROR_REPETITION']],
    ],
    [
      'R4 failed calls with the same text are the same error',
      ['p', 'q', 'r'].map((command) => failure('Bash', { command }, 'disk full')),
      [[2, 'nudge', 'ERROR_REPETITION']],
    ],
    [
      'R4 one fix tried once says nothing',
      [error('A', '', { fix: 'add a null check' }), error('B', '', { fix: 'remove the import' })],
      [],
    ],
    [
      'R4 the 2nd attempt of the same fix fires',
      [error('A', '', { fix: 'add a null check' }), error('B', '', { fix: 'add a null check' })],
      [[1, 'nudge', 'FIX_REPETITION']],
    ],
    ['R4 errors without a fix share none', [error('A'), error('B')], []],
    ['R4 whack-a-mole: A→B says nothing', [typeError, importError], []],
    [
      'R4 whack-a-mole fires at the third error A→B→A',
      [typeError, importError, typeError],
      [[2, 'nudge', 'ERROR_WHACK_A_MOLE']],
    ],
    ['R4 whack-a-mole: A→B→C says nothing', [typeError, importError, error('SyntaxError')], []],
    ['R4 whack-a-mole: A→B→C→A says nothing', [typeError, importError, error('SyntaxError'), typeError], []],
  ];
  it.each(rows)('%s', (_, events, expected) => {
    expect(acts(play('votes', events))).toEqual(expected);
  });

  it('R4 the pattern contains whack_a_mole', () => {
    const { primary } = actOf(play('votes', [typeError, importError, typeError]).at(-1)).verdict;
    expect(patternOf(primary!)).toBe('whack_a_mole: Fixing ImportError breaks TypeError');
  });
});
