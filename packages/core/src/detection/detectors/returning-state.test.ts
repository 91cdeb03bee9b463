import { call, edit, failure, message, state, testDetector, times, turn } from '../../testing/index.js';
import { returningState } from './returning-state.js';

type Call = ReturnType<typeof call>;

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** A file takes these contents one after the other. */
const contents = (...hashes: readonly string[]): ReturnType<typeof edit>[] =>
  hashes.slice(1).map((after, i) => edit('src/a.css', hashes[i], after));
const replace = (from: string, to: string, path = 'conf.yml'): Call =>
  call('Edit', { path, old_string: from, new_string: to }, 'ok');
const up = replace('timeout: 10', 'timeout: 30');
const down = replace('timeout: 30', 'timeout: 10');
const write = (content: string): Call => call('Write', { path: 'page.html', content }, 'ok');
const flag = (on: boolean): Call => call('flag_set', { flag: 'ranker', on }, { on });
const idle = edit('src/a.css', '1', '1');
const goals = (...names: readonly string[]): ReturnType<typeof state>[] =>
  names.map((goal) => state({ goal }));
const todos = (...statuses: readonly string[]): ReturnType<typeof state>[] =>
  statuses.map((status) =>
    state({
      todos: [
        { id: 'a', status },
        { id: 'b', status: 'open' },
      ],
    }),
  );

testDetector(returningState, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'a file that takes ever new contents', events: contents(...range(20).map(String)) },
    { name: 'an attempt that is undone', events: contents('1', '2', '1') },
    { name: 'undone, made again, undone', events: contents('1', '2', '1', '2') },
    {
      name: 'something new in between ends the count',
      events: contents('1', '2', '1', '2', '3', '1', '2', '4', '1', '2'),
    },
    { name: 'old and new text swapped twice', events: [up, down, up] },
    {
      name: 'one change in many files, with old and new text',
      events: range(20).map((i) => replace('var', 'let', `src/f${i}.js`)),
    },
    {
      name: 'a file written with an earlier content twice',
      events: [write('a'), write('b'), write('a'), write('b')],
    },
    {
      name: 'a page that is written again with what it holds: for others to say',
      events: times(6, write('a')),
    },
    {
      name: 'edits that fail change nothing',
      events: times(6, [failure('Edit', up.args, 'no match'), failure('Edit', down.args, 'no match')]),
    },
    { name: 'two edits of one file that change nothing', events: times(2, idle) },
    {
      name: 'a formatter that finds many files in order',
      events: range(12).map((i) => edit(`src/f${i}.css`, `h${i}`, `h${i}`)),
    },
    {
      name: 'an edit that changes something in between',
      events: times(4, [idle, idle, edit('src/a.css', '1', '2'), edit('src/a.css', '2', '1')]).slice(0, 6),
    },
    { name: 'more no-ops asked for', options: { noops: 4 }, events: times(3, idle) },
    { name: 'more returns asked for', options: { returns: 4 }, events: contents('1', '2', '1', '2', '1') },
    { name: 'a goal that moves on', events: goals('plan', 'build', 'test', 'ship') },
    { name: 'one goal all along', events: goals(...times(9, turn()).map(() => 'ship')) },
    { name: 'back to an earlier goal twice', events: goals('a', 'b', 'a', 'b') },
    { name: 'more flips asked for', options: { flips: 4 }, events: goals('a', 'b', 'a', 'b', 'a') },
    { name: 'todos that are done one by one', events: [todos('open', 'doing', 'done')].flat() },
    { name: 'a todo that is opened again once', events: todos('open', 'done', 'open', 'done') },
    {
      name: 'a batch of settings, each once',
      events: range(12).map((i) => call('set_quota', { user: `u${i}` }, 'ok')),
    },
    { name: 'a flag turned on, off and on', events: [flag(true), flag(false), flag(true), flag(false)] },
    {
      name: 'a debug switch in a file, turned on to see something new each time',
      events: range(4).flatMap((i) => [
        replace('debug: off', 'debug: on'),
        call('Bash', { command: 'npm test' }, `trace of part ${'abcd'[i]!}`),
        replace('debug: on', 'debug: off'),
      ]),
    },
    {
      name: 'two tabs in turn, where each look shows something new',
      events: range(8).flatMap((i) => [
        call('switch_tab', { tab: i % 2 }, 'ok'),
        call('snapshot', {}, `section ${'abcdefgh'[i]!} of the page`),
      ]),
    },
    {
      name: 'tools that set nothing, in turn',
      events: times(6, [call('zoom', { to: 1 }, 'ok'), call('zoom', { to: 2 }, 'ok')]),
    },
    {
      name: 'reads in turn',
      events: times(6, [call('Read', { path: 'a' }, '1'), call('Read', { path: 'b' }, '2')]),
    },
    {
      name: 'a new task begins anew',
      events: [...contents('1', '2', '1', '2'), turn('other'), ...contents('1', '2', '1', '2')],
    },
    { name: 'what is neither edit, call nor state', events: times(6, [message('on'), message('off')]) },
  ],
  looping: [
    {
      name: 'the third return of a file to an earlier content',
      events: contents('1', '2', '1', '2', '1', '2'),
      signals: [
        { at: 3, messageId: 'file', score: 0.8 },
        { at: 4, messageId: 'file', score: 0.874 },
      ],
    },
    {
      name: 'fewer returns asked for',
      options: { returns: 2 },
      events: contents('1', '2', '1', '2'),
      signals: [{ at: 2, messageId: 'file', score: 0.8 }],
    },
    {
      name: 'three contents in turn',
      events: contents('1', '2', '3', '1', '2', '3'),
      signals: [{ at: 4, messageId: 'file', score: 0.8 }],
    },
    {
      name: 'a formatter undoes each edit: what it has put there is seen in the next one',
      events: times(3, edit('src/a.css', 'double quotes', 'single quotes')),
      signals: [{ at: 2, messageId: 'file' }],
    },
    {
      name: 'old and new text swapped again and again, without any hash',
      events: [up, down, up, down, up],
      signals: [
        { at: 3, messageId: 'file', score: 0.8 },
        { at: 4, messageId: 'file', score: 0.874 },
      ],
    },
    {
      name: 'two places of a file that are changed and changed back in any order',
      events: [up, replace('a', 'b'), down, replace('b', 'a'), up, replace('a', 'b'), down],
      signals: [
        { at: 5, messageId: 'file' },
        { at: 6, messageId: 'file' },
      ],
    },
    {
      name: 'whole contents written in turn',
      events: [write('a'), write('b'), write('a'), write('b'), write('a')],
      signals: [{ at: 4, messageId: 'file', score: 0.8 }],
    },
    {
      name: 'contents in the snapshots of a state',
      events: ['1', '2', '1', '2', '1'].map((hash) => state({ files: { 'a.css': hash } })),
      signals: [{ at: 4, messageId: 'file', score: 0.8 }],
    },
    {
      name: 'one spelling of a path or another',
      events: [
        edit('./src//a.css', '1', '2'),
        edit('src/a.css', '2', '1'),
        edit('src/b/../a.css', '1', '2'),
        edit('src/a.css', '2', '1'),
      ],
      signals: [{ at: 3, messageId: 'file', score: 0.8 }],
    },
    {
      name: 'the third edit of a file in a row that changes nothing',
      events: times(4, idle),
      signals: [
        { at: 2, messageId: 'noop', score: 0.8 },
        { at: 3, messageId: 'noop', score: 0.874 },
      ],
    },
    {
      name: 'fewer no-ops asked for',
      options: { noops: 2 },
      events: times(2, idle),
      signals: [{ at: 1, messageId: 'noop', score: 0.8 }],
    },
    {
      name: 'a replacement by the same text changes nothing either',
      events: times(3, replace('x', 'x')),
      signals: [{ at: 2, messageId: 'noop', score: 0.8 }],
    },
    {
      name: 'looks in between do not make a change of it',
      events: [idle, call('Read', { path: 'src/a.css' }, 'text'), idle, message('hm'), idle],
      signals: [{ at: 4, messageId: 'noop', score: 0.8 }],
    },
    {
      name: 'the third return to an earlier goal',
      events: goals('a', 'b', 'a', 'b', 'a'),
      signals: [{ at: 4, messageId: 'goal', score: 0.8 }],
    },
    {
      name: 'fewer flips asked for',
      options: { flips: 2 },
      events: goals('a', 'b', 'a', 'b'),
      signals: [{ at: 3, messageId: 'goal', score: 0.8 }],
    },
    {
      name: 'a todo that is done and taken up again',
      events: todos('open', 'done', 'open', 'done', 'open'),
      signals: [{ at: 4, messageId: 'todo', score: 0.8 }],
    },
    {
      name: 'a flag turned on and off; figures in between that move a little are nothing new',
      events: range(6).flatMap((i) => [
        call('error_rate', {}, { value: 0.04 + i / 1000 }),
        flag(i % 2 === 0),
      ]),
      signals: [
        { at: 9, messageId: 'setting', score: 0.8 },
        { at: 11, messageId: 'setting', score: 0.874 },
      ],
    },
    {
      name: 'a scheduled run begins nothing here',
      events: [
        ...contents('1', '2', '1'),
        turn('nightly', { role: 'harness', reason: 'schedule' }),
        ...contents('1', '2', '1'),
      ],
      signals: [{ at: 4, messageId: 'file', score: 0.8 }],
    },
  ],
});
