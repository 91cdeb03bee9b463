import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { repeatedFailure } from './repeated-failure.js';

type Call = ReturnType<typeof failure>;

const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);

const build = failure('Bash', { command: 'make all' }, 'undefined reference to `crc32`');
/** One error from calls that have nothing in common but the tool. */
const NAMES = [
  'ledger',
  'guests',
  'routes',
  'stock',
  'prices',
  'visits',
  'wagons',
  'pumps',
  'valves',
  'bolts',
];
const unlike = (i: number, more: Partial<Call> = {}): Call =>
  failure('query', { table: NAMES[i]! }, 'column total does not belong here', more);
/** One call in other words. */
const reworded = (i: number): Call =>
  failure('ask', { text: `please list all open orders of today ${NAMES[i]!}` }, 'field `since` was left out');
/** Denied: no edit helps, and no wait. */
const denied = failure('Bash', { command: 'git push' }, 'denied: branch main is protected');
/** Another tool, and another obstacle each time. */
const varied = (i: number): Call =>
  failure(`tool${i}`, { i }, ['wrong shape', 'odd number', 'stray comma', 'open quote', 'late reply'][i]!);
/** Many obstacles of which no two are alike. */
const strange = (i: number): Call =>
  failure(`tool${i}`, { i }, `${'abcdefghijklm'[i]!.repeat(4)} ${'nopqrstuvwxyz'[i]!.repeat(4)} broke`);
const busy = failure('fetch', { url: 'https://a.example' }, '503 service unavailable');
const wait = call('wait', { seconds: 30 }, 'ok');
const found = (i: number): Call =>
  call('Bash', { command: `grep -n ${NAMES[i]!} src` }, `src/${NAMES[i]!}.c:${i}: here`);
const change = (i: number): ReturnType<typeof edit> => edit('src/main.c', `v${i}`, `v${i + 1}`);

testDetector(repeatedFailure, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one failure', events: [build] },
    { name: 'calls that succeed, all alike', events: times(20, found(0)) },
    {
      name: 'different calls that fail without a word',
      events: ['gcc', 'clang', 'tcc', 'icc', 'zig', 'ccache'].map((name) =>
        call('sh', { command: `which ${name}` }, '', { isError: true }),
      ),
    },
    { name: 'failures in other words each time', events: range(5).map(varied) },
    { name: 'what is no call', events: [...times(6, message('it failed again')), turn('try it again')] },
    {
      name: 'the same test fails after each of four edits: the agent works on it',
      events: range(5).flatMap((i) => [change(i), build]),
    },
    {
      name: 'a failure that the same call overcomes each time',
      events: times(8, [build, call('Bash', { command: 'make all' }, 'built')]),
    },
    {
      name: 'some hosts of many are down: like calls work in between',
      events: range(4).flatMap((i) => [
        failure(
          'Bash',
          { command: `ping -c 1 -W 1 ${NAMES[i]!}` },
          '1 sent, none received, all packets lost',
        ),
        call('Bash', { command: `ping -c 1 -W 1 ${NAMES[i + 5]!}` }, `${NAMES[i]!} answered`),
      ]),
    },
    {
      name: 'the same failure twice, with a wait in between',
      events: [busy, wait, busy],
    },
    {
      name: 'and with the wait in the command itself',
      events: times(2, failure('Bash', { command: 'sleep 5 && make all' }, 'undefined reference to `crc32`')),
    },
    {
      name: 'a passing failure whose numbers move',
      events: range(8, 1).map((i) =>
        failure('fetch', { url: 'x' }, `503 unavailable, ${20 - i} ahead in the queue`),
      ),
    },
    {
      name: 'one mistake fanned out over a parallel round counts once',
      events: range(8).map((i) => unlike(i, { round: 1 })),
    },
    { name: 'two unlike calls that fail in the same words', events: [unlike(0), unlike(1)] },
    {
      name: 'four of them, with something new that worked in between',
      events: range(4).flatMap((i) => [unlike(i), found(i)]),
    },
    {
      name: 'a search by halves: the same place with other numbers, and half of the probes succeed',
      events: [3, 12, 6, 9].flatMap((revision, i) => [
        failure('check', { revision }, 'assertion about totals broke'),
        call('check', { revision: revision + 1 }, `fine ${NAMES[i]!}`),
      ]),
    },
    {
      name: 'the first failure has left the window',
      options: { window: 4 },
      events: [build, ...range(4).map(varied), build],
    },
    {
      name: 'errors that share too few words',
      options: { likeness: 0.9 },
      events: [
        failure('a', {}, 'one two three four five six seven eight nine'),
        failure('b', {}, 'one two three four five six seven eight ten'),
      ],
    },
    {
      name: 'errors that share seven of nine words',
      events: ['bolts', 'pumps'].map((word) =>
        failure('run', { task: 'sync' }, `${NAMES.slice(0, 7).join(' ')} ${word}`),
      ),
    },
    {
      name: 'the fifteenth failure back is forgotten',
      options: { far: 2 },
      events: [build, ...range(13).map(strange), build],
    },
    {
      name: 'ten calls back is far, and twice is not enough there',
      events: [build, ...range(9).map(found), build],
    },
  ],
  looping: [
    {
      name: 'the second like failure is a sign, the fourth near by is a loop, and more are surer',
      events: times(6, build),
      signals: [
        { at: 1, messageId: 'same', score: 0.375 },
        { at: 2, messageId: 'same', score: 0.5625 },
        { at: 3, messageId: 'same', score: 0.8 },
        { at: 4, messageId: 'same', score: 0.8586 },
        { at: 5, messageId: 'same', score: 0.9 },
      ],
    },
    {
      name: 'a lower limit near by',
      options: { near: 2, far: 10 },
      events: times(2, build),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'a lower limit anywhere',
      options: { near: 10, far: 2 },
      events: times(2, build),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'one call in other words',
      events: range(4).map(reworded),
      signals: [
        { at: 1, messageId: 'same' },
        { at: 2, messageId: 'same' },
        { at: 3, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'several tools meet the same obstacle, said in enough words to be one',
      events: ['curl', 'wget', 'fetch', 'http'].map((tool) =>
        failure(tool, { host: `${tool}.example` }, 'the certificate of the peer has run out'),
      ),
      signals: [
        { at: 1, messageId: 'same' },
        { at: 2, messageId: 'same' },
        { at: 3, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'errors that share eight of ten words',
      events: ['bolts', 'pumps'].map((word) =>
        failure('run', { task: 'sync' }, `${NAMES.slice(0, 8).join(' ').replace('pumps', 'gates')} ${word}`),
      ),
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'the fourteenth failure back is remembered',
      options: { far: 2 },
      events: [build, ...range(12).map(strange), build],
      signals: [{ at: 13, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'nine calls back is near',
      events: [build, ...range(8).map(found), build],
      signals: [{ at: 9, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'unlike calls count 0.3 each, where something new has worked in between',
      events: range(5).flatMap((i) => [unlike(i), found(i)]),
      signals: [{ at: 8, messageId: 'same', score: 0.75 * (2.2 / 4) }],
    },
    {
      name: 'a few words from another tool may mean another thing: 0.6 each',
      events: ['a', 'b', 'c'].map((tool) => failure(tool, {}, 'it broke')),
      signals: [{ at: 2, messageId: 'same', score: 0.75 * (2.2 / 4) }],
    },
    {
      name: 'unlike calls count 0.6 each',
      events: range(6).map((i) => unlike(i)),
      signals: [
        { at: 2, messageId: 'same', score: 0.75 * (2.2 / 4) },
        { at: 3, messageId: 'same', score: 0.75 * (2.8 / 4) },
        { at: 4, messageId: 'same', score: 0.75 * (3.4 / 4) },
        { at: 5, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'as much as the option says',
      options: { other: 1 },
      events: range(2).map((i) => unlike(i)),
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'something new that worked in between weighs as much as the option says',
      options: { worked: 1 },
      events: range(3).flatMap((i) => [unlike(i), found(i)]),
      signals: [{ at: 4, messageId: 'same', score: 0.75 * (2.2 / 4) }],
    },
    {
      name: 'a call that itself keeps failing counts in full, whatever else works',
      events: range(4).flatMap((i) => [build, found(i)]),
      signals: [
        { at: 2, messageId: 'same', score: 0.375 },
        { at: 4, messageId: 'same', score: 0.5625 },
        { at: 6, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'an edit leaves 0.2 of what failed before it',
      events: range(6).flatMap((i) => [change(i), build]),
      signals: [{ at: 11, messageId: 'same', score: 0.75 * (2 / 4) }],
    },
    {
      name: 'or as much as the option says',
      options: { edited: 0.5 },
      events: range(3).flatMap((i) => [change(i), build]),
      signals: [{ at: 5, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'no edit cures what is denied',
      events: range(4).flatMap((i) => [change(i), denied]),
      signals: [
        { at: 3, messageId: 'same' },
        { at: 5, messageId: 'same' },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'after a wait a failure counts half',
      events: [busy, wait, busy, wait, busy, wait, busy],
      signals: [
        { at: 4, messageId: 'same', score: 0.375 },
        { at: 6, messageId: 'same', score: 0.75 * (2.5 / 4) },
      ],
    },
    {
      name: 'or as much as the option says',
      options: { waited: 1 },
      events: [busy, wait, busy],
      signals: [{ at: 2, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'each wait inside a command is a wait',
      events: times(3, failure('Bash', { command: 'sleep 5 && make all' }, 'undefined reference to `crc32`')),
      signals: [{ at: 2, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'a new task leaves 0.8 of it',
      events: [build, turn('something else'), build, turn('and now this'), build],
      signals: [{ at: 4, messageId: 'same', score: 0.75 * (2.6 / 4) }],
    },
    {
      name: 'or as much as the option says',
      options: { asked: 1 },
      events: [build, turn('something else'), build],
      signals: [{ at: 2, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'compaction, a nudge and the same prompt again begin no new task',
      events: [
        turn('make it build'),
        build,
        turn('', { role: 'harness', reason: 'compaction' }),
        build,
        turn('go on', { role: 'harness', reason: 'nudge' }),
        build,
        turn('make it build'),
        build,
      ],
      signals: [
        { at: 3, messageId: 'same', score: 0.375 },
        { at: 5, messageId: 'same', score: 0.5625 },
        { at: 7, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the same failure in run after run, between chores that work',
      events: range(5).flatMap((i) => [
        turn('nightly', { role: 'harness', reason: 'schedule' }),
        ...range(4).map((k) => call('sync', { table: NAMES[k]! }, `${NAMES[k]!} night ${NAMES[i]!}`)),
        build,
      ]),
      signals: [
        { at: 11, messageId: 'same' },
        { at: 17, messageId: 'same' },
        { at: 23, messageId: 'same' },
        { at: 29, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'beyond the reach it takes five',
      options: { reach: 2 },
      events: [build, found(0), build, found(1), build],
      signals: [{ at: 4, messageId: 'same', score: 0.75 * (3 / 5) }],
    },
    {
      name: 'beyond twice the reach a failure counts half',
      options: { reach: 2, far: 3 },
      events: [build, found(0), found(1), found(2), found(3), build],
      signals: [{ at: 5, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'the window still holds the first failure',
      options: { window: 5 },
      events: [build, ...range(3).map(varied), build],
      signals: [{ at: 4, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'errors that quote their arguments are one error',
      events: ['docs/a.md', 'docs/b.md', 'docs/c.md', 'docs/d.md'].map((path) =>
        failure('Read', { path }, `Error: ${path} is not part of the workspace`),
      ),
      signals: [
        { at: 1, messageId: 'same' },
        { at: 2, messageId: 'same' },
        { at: 3, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the words of a result that only reads like a failure count too',
      events: times(2, call('run', { task: 'sync' }, 'Error: the ledger is out of balance')),
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'one failure a round, over several rounds',
      events: range(2, 1).flatMap((round) => range(3).map(() => ({ ...build, round }))),
      signals: range(3, 3).map((at) => ({ at, messageId: 'same' as const, score: 0.375 })),
    },
    {
      name: 'a failure without a word is known by that',
      events: times(2, call('run', { task: 'sync' }, undefined, { isError: true })),
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
    {
      name: 'less likeness asked for',
      options: { likeness: 0.5 },
      events: [
        failure('run', { task: 1 }, 'one two three four five six'),
        failure('run', { task: 1 }, 'one two three four five seven'),
      ],
      signals: [{ at: 1, messageId: 'same', score: 0.375 }],
    },
  ],
});
