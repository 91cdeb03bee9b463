import { call, edit, failure, range, state, testDetector, times, turn } from '../../testing/index.js';
import { returningState } from './returning-state.js';

const write = (content: string): ReturnType<typeof call> =>
  call('write_file', { path: 'a.css', content }, 'saved');
const replace = (old_string: string, new_string: string): ReturnType<typeof call> =>
  call('edit_file', { path: 'a.css', old_string, new_string }, 'updated');
const test = (result: string): ReturnType<typeof failure> => failure('bash', { command: 'npm test' }, result);
const heat = (degrees: number): ReturnType<typeof call> => call('set_heat', { room: 'hall', degrees }, 'ok');

testDetector(returningState, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'a file that keeps changing', events: range(9).map((i) => edit('a.ts', `${i}`, `${i + 1}`)) },
    { name: 'one change taken back', events: [edit('a.ts', 'x', 'y'), edit('a.ts', 'y', 'x')] },
    {
      name: 'two files that end up equal',
      events: times(1, [edit('a.ts', 'x', 'y'), edit('b.ts', 'x', 'y'), edit('c.ts', 'x', 'y')]),
    },
    {
      name: 'edits that change only quotes, case, backslashes or indentation',
      events: [
        replace('print("amber")', "print('amber')"),
        replace('Birch = 1', 'birch = 1'),
        replace(String.raw`"cedar\\n"`, String.raw`"cedar\n"`),
        replace('return daisy', '    return daisy'),
        replace('elder / 2', 'elder // 2'),
      ],
    },
    {
      name: 'a list being ticked off',
      events: range(8).map((i) => state({ todos: range(8).map((k) => (k <= i ? 'done' : 'open')) })),
    },
    {
      name: 'a failing test with new failures',
      events: ['amber', 'birch', 'cedar', 'daisy', 'elder'].flatMap((word, i) => [
        edit('a.ts', `${i}`, `${i + 1}`),
        test(`the ${word} case breaks`),
      ]),
    },
    {
      name: 'alternating failures without a change between',
      events: times(4, [test('the amber case breaks'), test('the birch case breaks')]),
    },
    {
      name: 'a setting that follows a measurement',
      events: range(6).flatMap((i) => [
        call('measure', { room: 'hall' }, `it is ${['warm', 'cold'][i % 2]!} in the hall, ${i * i} drafts`),
        heat(i % 2 ? 22 : 18),
      ]),
    },
    {
      name: 'a new run restarts the count',
      events: times(5, [
        turn('', { role: 'harness', reason: 'schedule' }),
        edit('a.ts', 'x', 'y'),
        edit('a.ts', 'y', 'x'),
      ]),
    },
  ],
  looping: [
    {
      name: 'two states measured alternately, perhaps on purpose',
      events: times(2, [
        edit('a.c', 'x', 'y'),
        call('bash', { command: './bench' }, 'median of all rounds: fast'),
        edit('a.c', 'y', 'x'),
        call('bash', { command: './bench' }, 'median of all rounds: slow'),
      ]),
      signals: [
        { at: 4, messageId: 'compared', score: 0.5 },
        { at: 6, messageId: 'compared', score: 0.8 },
      ],
    },
    {
      name: 'a file that goes back and forth',
      events: times(3, [edit('a.ts', 'x', 'y'), edit('a.ts', 'y', 'x')]),
      signals: [
        { at: 2, messageId: 'back', score: 0.5 },
        { at: 3, messageId: 'back', score: 0.8 },
        { at: 4, messageId: 'back', score: 0.874 },
        { at: 5, messageId: 'back', score: 0.9206 },
      ],
    },
    {
      name: 'fewer returns allowed',
      options: { returns: 2 },
      events: times(2, [edit('a.ts', 'x', 'y'), edit('a.ts', 'y', 'x')]),
      signals: [
        { at: 1, messageId: 'back', score: 0.375 },
        { at: 2, messageId: 'back', score: 0.8 },
        { at: 3, messageId: 'back', score: 0.9 },
      ],
    },
    {
      name: 'a whole file written back and forth',
      events: times(4, [write('.a { top: 1 }'), write('.a { left: 1 }')]),
      signals: [
        { at: 3, messageId: 'back', score: 0.5 },
        { at: 4, messageId: 'back', score: 0.8 },
        { at: 5, messageId: 'back', score: 0.874 },
        { at: 6, messageId: 'back', score: 0.9206 },
        { at: 7, messageId: 'back', score: 0.95 },
      ],
    },
    {
      name: 'a piece of a file that goes back and forth',
      events: times(3, [replace('red', 'blue'), replace('blue', 'red')]),
      signals: [
        { at: 2, messageId: 'back', score: 0.375 },
        { at: 3, messageId: 'back', score: 0.5625 },
        { at: 4, messageId: 'back', score: 0.8 },
        { at: 5, messageId: 'back', score: 0.8586 },
      ],
    },
    {
      name: 'fewer pieces allowed',
      options: { pieces: 2 },
      events: times(2, [replace('red', 'blue'), replace('blue', 'red')]),
      signals: [
        { at: 1, messageId: 'back', score: 0.375 },
        { at: 2, messageId: 'back', score: 0.8 },
        { at: 3, messageId: 'back', score: 0.9 },
      ],
    },
    {
      name: 'edits that change nothing',
      events: times(5, edit('a.ts', 'x', 'x')),
      signals: [
        { at: 1, messageId: 'nothing', score: 0.375 },
        { at: 2, messageId: 'nothing', score: 0.5625 },
        { at: 3, messageId: 'nothing', score: 0.8 },
        { at: 4, messageId: 'nothing', score: 0.8586 },
      ],
    },
    {
      name: 'fewer of these allowed',
      options: { noChange: 2 },
      events: times(3, edit('a.ts', 'x', 'x')),
      signals: [
        { at: 1, messageId: 'nothing', score: 0.8 },
        { at: 2, messageId: 'nothing', score: 0.9 },
      ],
    },
    {
      name: 'a goal that goes back and forth',
      events: times(4, [state({ goal: 'fast' }), state({ goal: 'clean' })]),
      signals: [
        { at: 3, messageId: 'back', score: 0.5 },
        { at: 4, messageId: 'back', score: 0.8 },
        { at: 5, messageId: 'back', score: 0.874 },
        { at: 6, messageId: 'back', score: 0.9206 },
        { at: 7, messageId: 'back', score: 0.95 },
      ],
    },
    {
      name: 'a setting that goes back and forth',
      events: times(4, [heat(18), heat(22)]),
      signals: [
        { at: 3, messageId: 'back', score: 0.5 },
        { at: 4, messageId: 'back', score: 0.8 },
        { at: 5, messageId: 'back', score: 0.874 },
        { at: 6, messageId: 'back', score: 0.9206 },
        { at: 7, messageId: 'back', score: 0.95 },
      ],
    },
    {
      name: 'alternating failures between edits',
      events: range(7).flatMap((i) => [
        edit('a.ts', `${i}`, `${i + 1}`),
        test(i % 2 ? 'the amber case breaks' : 'the birch case breaks'),
      ]),
      signals: [
        { at: 7, messageId: 'failure', score: 0.5 },
        { at: 9, messageId: 'failure', score: 0.8 },
        { at: 11, messageId: 'failure', score: 0.874 },
        { at: 13, messageId: 'failure', score: 0.9206 },
      ],
    },
  ],
});
