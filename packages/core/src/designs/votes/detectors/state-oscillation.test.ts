import { call, edit, message, range, state, testDetector, times } from '../../../testing/index.js';
import { stateOscillation } from './state-oscillation.js';

const goal = (name: string): ReturnType<typeof state> => state({ goal: name });
/** Snapshots with only a list of files, so that only their hash counts. */
const snapshots = (letters: string): ReturnType<typeof state>[] =>
  letters.split('').map((letter) => state({ files: [letter] }));
const todo = (status: string): ReturnType<typeof state> =>
  state({ todos: [{ id: 1, content: 'write tests', status }] });
const file = (hash: string): ReturnType<typeof state> => state({ files: { 'src/a.ts': hash } });

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(stateOscillation, {
  healthy: [
    { name: 'nothing', events: [] },
    {
      name: 'only new snapshots',
      events: range(20).map((i) => state({ goal: `goal ${i}`, files: [`f${i}`] })),
    },
    { name: 'one state three times: 0.3333', events: snapshots('aaa') },
    { name: 'two states in six snapshots: 0.3333', events: snapshots('ababab') },
    { name: 'three states in ten snapshots: exactly 0.3', events: snapshots('abcabcabca') },
    {
      name: 'a goal that stays while the work goes on',
      events: range(12).map((i) => state({ goal: 'ship it', files: [`f${i}`] })),
    },
    { name: 'a goal that comes back once', events: ['plan', 'fix', 'plan'].map(goal) },
    {
      name: 'goals that come back, with a new goal in between each time',
      events: ['a', 'b', 'a', 'c', 'b', 'd', 'a', 'e'].map(goal),
    },
    { name: 'a file that is undone once', events: [edit('a.ts', '1', '2'), edit('a.ts', '2', '1')] },
    { name: 'only new edits', events: range(12).map((i) => edit('a.ts', `${i}`, `${i + 1}`)) },
    { name: 'edits that change nothing', events: times(6, edit('a.ts', '1', '1')) },
    {
      name: 'the same contents in different files',
      events: ['a', 'b', 'c', 'd'].map((name) => edit(name, '1', '2')),
    },
    { name: 'a todo that advances', events: ['pending', 'in_progress', 'completed'].map(todo) },
    {
      name: 'a todo that stays while others advance',
      events: range(8).map((i) => state({ todos: { wait: 'pending', [`t${i}`]: 'done' } })),
    },
    {
      name: 'todos without a status',
      events: range(4).map((i) => state({ todos: [{ id: 1 }, 'x', null], files: [i] })),
    },
    {
      name: 'empty snapshots',
      events: [...times(9, state({})), ...times(9, state({ files: null, error: null }))],
    },
    {
      name: 'a threshold that the share does not reach',
      options: { uniqueBelow: 0.2 },
      events: snapshots('aaaaa'),
    },
    {
      name: '`goalReturns` set higher',
      options: { goalReturns: 3 },
      events: ['a', 'b', 'a', 'b'].map(goal),
    },
    {
      name: '`editReturns` set higher',
      options: { editReturns: 3 },
      events: [edit('f', '1', '2'), edit('f', '2', '1'), edit('f', '1', '2')],
    },
    {
      name: '`todoReturns` set higher',
      options: { todoReturns: 2 },
      events: ['pending', 'in_progress', 'pending'].map(todo),
    },
    { name: 'equal snapshots outside the window', options: { window: 3 }, events: snapshots('abcabcabcabc') },
    {
      name: 'snapshots too large to compare',
      events: times(9, state({ files: deep, todos: { all: deep } })),
    },
    {
      name: 'events that are neither snapshots nor edits',
      events: [...times(5, message('same')), ...times(5, call('ls', {}, 'x'))],
    },
  ],
  looping: [
    {
      name: 'one state four times: 0.25, and every time after that',
      events: snapshots('aaaaa'),
      signals: [
        { at: 3, messageId: 'repetition', score: 0.925 },
        { at: 4, messageId: 'repetition', score: 0.94 },
      ],
    },
    {
      name: 'two states in seven snapshots: 0.2857',
      events: snapshots('abababa'),
      signals: [{ at: 6, messageId: 'repetition', score: 0.9143 }],
    },
    {
      name: 'the window slides: two states among the last ten',
      events: snapshots('abcdbababababa'),
      signals: [{ at: 13, messageId: 'repetition', score: 0.94 }],
    },
    {
      name: 'a higher line',
      options: { uniqueBelow: 0.34 },
      events: snapshots('aaa'),
      signals: [{ at: 2, messageId: 'repetition', score: 0.9 }],
    },
    {
      name: 'a shorter window',
      options: { window: 4 },
      events: snapshots('bcdaaaa'),
      signals: [{ at: 6, messageId: 'repetition', score: 0.925 }],
    },
    {
      name: 'a goal that flips back and forth: from the second return on',
      events: ['plan', 'fix', 'plan', 'fix', 'plan'].map(goal),
      signals: [
        { at: 3, messageId: 'goal-flip-flop', score: 0.92 },
        { at: 4, messageId: 'goal-flip-flop', score: 0.92 },
      ],
    },
    {
      name: 'three goals in turn',
      events: ['a', 'b', 'c', 'a', 'b'].map(goal),
      signals: [{ at: 4, messageId: 'goal-flip-flop' }],
    },
    {
      name: 'the first return of a goal, if the option asks for it',
      options: { goalReturns: 1 },
      events: ['計画', '修正', '計画'].map(goal),
      signals: [{ at: 2, messageId: 'goal-flip-flop' }],
    },
    {
      name: 'a file made, undone and made again',
      events: [edit('a.ts', '1', '2'), edit('a.ts', '2', '1'), edit('a.ts', '1', '2')],
      signals: [{ at: 2, messageId: 'edit-undo', score: 0.92 }],
    },
    {
      name: 'the same, with edits that do not name the replaced content',
      events: ['1', '2', '1', '2'].map((after) => edit('a.ts', undefined, after)),
      signals: [{ at: 3, messageId: 'edit-undo' }],
    },
    {
      name: 'somebody else undoes what the agent makes',
      events: [edit('a.ts', '1', '2'), edit('a.ts', '1', '2')],
      signals: [{ at: 1, messageId: 'edit-undo' }],
    },
    {
      name: 'the first undo, if the option asks for it',
      options: { editReturns: 1 },
      events: [edit('a.ts', '1', '2'), edit('a.ts', '2', '1')],
      signals: [{ at: 1, messageId: 'edit-undo' }],
    },
    {
      name: 'file contents in snapshots and in edits form one history; the spelling of the path does not matter',
      events: [file('1'), file('2'), edit('./src//a.ts', '2', '1'), file('2')],
      signals: [{ at: 3, messageId: 'edit-undo' }],
    },
    {
      name: 'a todo that goes back to an earlier status',
      events: ['pending', 'in_progress', 'pending'].map(todo),
      signals: [{ at: 2, messageId: 'todo-cycling', score: 0.92 }],
    },
    {
      name: 'todos by name',
      events: ['open', 'done', 'open'].map((status) => state({ todos: { 'write tests': status } })),
      signals: [{ at: 2, messageId: 'todo-cycling' }],
    },
    {
      name: 'other snapshots and edits between do not hide it',
      events: [
        todo('pending'),
        edit('a', '1', '2'),
        state({ files: ['x'] }),
        todo('in_progress'),
        goal('g'),
        todo('pending'),
      ],
      signals: [{ at: 5, messageId: 'todo-cycling' }],
    },
    {
      name: 'a goal beside the maximum number of todos and files',
      events: ['a', 'b', 'a', 'b'].map((name, n) =>
        state({
          goal: name,
          todos: Object.fromEntries(range(30).map((i) => [`todo ${i}`, 'pending'])),
          files: Object.fromEntries(range(30).map((i) => [`file ${i}`, `${n} ${i}`])),
        }),
      ),
      signals: [{ at: 3, messageId: 'goal-flip-flop' }],
    },
    {
      name: 'long texts are cut',
      events: ['a', 'b', 'a', 'b'].map((end) => goal(`${'long '.repeat(10_000)}${end}`)),
      signals: [{ at: 3, messageId: 'goal-flip-flop' }],
    },
  ],
});
