import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { callLoop } from './call-loop.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const grep = call('grep', { q: 'a' }, 'none here');
const tail = call('tail', { f: 'b' }, 'still the same');
const search = (q: string, result = `hits for ${q}`): typeof grep => call('search', { q }, result);
const odd = (i: number): typeof grep => call('fetch', { url: `https://x.test/${i}` }, `page ${i}`);
const ring = (...names: readonly string[]): (typeof grep)[] => names.map((q) => search(q));
const sleep = call('sleep', { seconds: 30 }, '');

testDetector(callLoop, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one lap and a half', events: [grep, tail, grep] },
    {
      name: 'a queue that is worked off: new ids, and nothing fails',
      events: range(8).flatMap((i) => [
        call('pop_job', { queue: 'q' }, `{"job":"c225787${i}-1a2e-47e8-a035-c9841f437ceb","state":"leased"}`),
        call('render', { job: `c225787${i}-1a2e-47e8-a035-c9841f437ceb` }, 'rendered'),
      ]),
    },
    { name: 'one call over and over is for another detector', events: times(20, grep) },
    { name: 'the same rhythm over new targets', events: range(8).flatMap((i) => [search(`q${i}`), odd(i)]) },
    {
      name: 'the same calls with new outcomes',
      events: range(6).flatMap((i) => [search('a', `new ${i} words`), search('b', `other ${i} text`)]),
    },
    {
      name: 'edits between the laps',
      events: range(6).flatMap((i) => [grep, tail, edit('a', `${i}`, `${i + 1}`)]),
    },
    {
      name: 'new writes between the laps',
      events: range(6).flatMap((i) => [
        grep,
        call('write_file', { path: 'a', content: `try ${i}` }, 'ok'),
        tail,
      ]),
    },
    {
      name: 'no strangers allowed',
      options: { strangers: 0 },
      events: range(5).flatMap((i) => [grep, tail, odd(i)]),
    },
    {
      name: 'laps in another order',
      events: [...ring('a', 'b', 'c'), ...ring('c', 'a', 'b'), ...ring('b', 'c', 'a')].slice(0, 6),
    },
    { name: 'two laps with waits are no sign yet', events: times(2, [grep, tail, sleep]) },
    { name: 'three laps with waits are none either', events: times(3, [grep, tail, sleep]) },
    {
      name: 'one stateful call whose outcomes take turns, twice',
      events: times(2, [call('step', {}, 'in the loop'), call('step', {}, 'at the end')]),
    },
    {
      name: 'two counters that climb',
      events: range(8).flatMap((i) => [
        call('queue', {}, `${i} jobs done`),
        call('disk', {}, `${2 * i} files there`),
      ]),
    },
    {
      name: 'a new task between the laps',
      events: ['one', 'two', 'three'].flatMap((text) => [turn(text), grep, tail]),
    },
    { name: 'a run each', events: times(4, [turn('', { role: 'harness', reason: 'schedule' }), grep, tail]) },
    { name: 'more laps asked for', options: { laps: 9 }, events: times(4, [grep, tail]) },
    {
      name: 'a cycle too long for the history',
      events: times(
        3,
        range(30).map((i) => search(`q${i}`)),
      ),
    },
    { name: 'what is no call', events: times(6, [message('a'), message('b')]) },
  ],
  looping: [
    {
      name: 'two calls in turn, a sign at the second lap and a loop at the third',
      events: times(4, [grep, tail]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.5 },
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 5, messageId: 'alternation', score: 0.8 },
        { at: 6, messageId: 'alternation', score: 0.8 },
        { at: 7, messageId: 'alternation', score: 0.874 },
      ],
    },
    {
      name: 'a failure behind a new id in each lap, one lap later',
      events: range(4).flatMap((i) => [
        call('create_run', { source: 'a.csv' }, `{"run":"run_64742${'abcd'[i]!}f"}`),
        failure('validate', { run: `run_64742${'abcd'[i]!}f` }, 'dob: 14 values are null'),
      ]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.375 },
        { at: 4, messageId: 'alternation', score: 0.375 },
        { at: 5, messageId: 'alternation', score: 0.5625 },
        { at: 6, messageId: 'alternation', score: 0.5625 },
        { at: 7, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'fewer laps asked for',
      options: { laps: 2 },
      events: times(2, [grep, tail]),
      signals: [{ at: 3, messageId: 'alternation', score: 0.8 }],
    },
    {
      name: 'a ring of four',
      events: times(3, ring('a', 'b', 'c', 'd')),
      signals: [
        { at: 5, messageId: 'alternation', score: 0.5 },
        { at: 6, messageId: 'cycle', score: 0.5 },
        { at: 7, messageId: 'cycle', score: 0.5 },
        { at: 8, messageId: 'cycle', score: 0.5 },
        { at: 9, messageId: 'cycle', score: 0.5 },
        { at: 10, messageId: 'cycle', score: 0.5 },
        { at: 11, messageId: 'cycle', score: 0.8 },
      ],
    },
    {
      name: 'a long ring, up to half of the history',
      events: times(
        2,
        range(24).map((i) => search(`q${i}`)),
      ),
      signals: [
        { at: 45, messageId: 'cycle', score: 0.5 },
        { at: 46, messageId: 'cycle', score: 0.5 },
        { at: 47, messageId: 'cycle', score: 0.5 },
      ],
    },
    {
      name: 'one step of it failing',
      events: times(3, [grep, failure('make', {}, 'missing separator')]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.5 },
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 5, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'one call twice in a lap',
      events: times(3, [grep, grep, tail]),
      signals: [
        { at: 5, messageId: 'cycle', score: 0.5 },
        { at: 6, messageId: 'cycle', score: 0.5 },
        { at: 7, messageId: 'cycle', score: 0.5 },
        { at: 8, messageId: 'cycle', score: 0.8 },
      ],
    },
    {
      name: 'volatile parts do not hide it',
      events: range(3).flatMap((i) => [call('grep', { q: 'a' }, `none at 09:12:0${i}`), tail]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.5 },
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 5, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'an odd call in each lap does not hide it',
      events: range(3).flatMap((i) => [grep, tail, odd(i)]),
      signals: [
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 6, messageId: 'alternation', score: 0.5 },
        { at: 7, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'with two odd calls a lap it stays at a sign',
      events: range(5).flatMap((i) => [grep, tail, odd(2 * i), odd(2 * i + 1)]),
      signals: [{ at: 5, messageId: 'alternation', score: 0.5 }],
    },
    {
      name: 'more strangers allowed',
      options: { strangers: 2 },
      events: range(3).flatMap((i) => [grep, tail, odd(2 * i), odd(2 * i + 1)]),
      signals: [
        { at: 5, messageId: 'alternation', score: 0.5 },
        { at: 8, messageId: 'alternation', score: 0.5 },
        { at: 9, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'one write at the start of it is no work between the laps',
      events: [call('write_file', { path: 'a', content: 'x' }, 'ok'), ...times(3, [grep, tail])],
      signals: [
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 5, messageId: 'alternation', score: 0.5 },
        { at: 6, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'the same write in each lap is no work',
      events: times(4, [call('write_file', { path: 'a', content: 'x' }, 'ok'), tail]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.5 },
        { at: 4, messageId: 'alternation', score: 0.5 },
        { at: 5, messageId: 'alternation', score: 0.8 },
        { at: 6, messageId: 'alternation', score: 0.8 },
        { at: 7, messageId: 'alternation', score: 0.874 },
      ],
    },
    {
      name: 'talk and nudges in between change nothing',
      events: times(3, [grep, message('hm'), turn('no', { role: 'harness', reason: 'nudge' }), tail]),
      signals: [
        { at: 7, messageId: 'alternation', score: 0.5 },
        { at: 8, messageId: 'alternation', score: 0.5 },
        { at: 11, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'the seventh lap where the agent waits',
      events: times(7, [grep, tail, sleep]),
      signals: [
        { at: 10, messageId: 'alternation', score: 0.4286 },
        { at: 12, messageId: 'alternation', score: 0.4286 },
        { at: 13, messageId: 'alternation', score: 0.5357 },
        { at: 15, messageId: 'alternation', score: 0.5357 },
        { at: 16, messageId: 'alternation', score: 0.6429 },
        { at: 18, messageId: 'alternation', score: 0.6429 },
        { at: 19, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'fewer laps with waits asked for',
      options: { waitLaps: 2 },
      events: times(2, [grep, tail, sleep]),
      signals: [{ at: 4, messageId: 'alternation', score: 0.8 }],
    },
    {
      name: 'one stateful call whose outcomes take turns, six times',
      events: times(6, [call('step', {}, 'in the loop'), call('step', {}, 'at the end')]),
      signals: [
        { at: 5, messageId: 'alternation', score: 0.375 },
        { at: 6, messageId: 'alternation', score: 0.375 },
        { at: 7, messageId: 'alternation', score: 0.5 },
        { at: 8, messageId: 'alternation', score: 0.5 },
        { at: 9, messageId: 'alternation', score: 0.625 },
        { at: 10, messageId: 'alternation', score: 0.625 },
        { at: 11, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'fewer of these asked for',
      options: { stepLaps: 2 },
      events: times(2, [call('step', {}, 'in the loop'), call('step', {}, 'at the end')]),
      signals: [{ at: 3, messageId: 'alternation', score: 0.8 }],
    },
    {
      name: 'reworded texts with the same outcome need one lap more',
      events: ['please look again', 'do look once more', 'look at it again', 'have another look'].flatMap(
        (task) => [call('delegate', { agent: 'b', task }, 'handed over'), call('inbox', {}, 'one new note')],
      ),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.375 },
        { at: 4, messageId: 'alternation', score: 0.375 },
        { at: 5, messageId: 'alternation', score: 0.5625 },
        { at: 6, messageId: 'alternation', score: 0.5625 },
        { at: 7, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'numbers that go nowhere need one lap more',
      events: [5, 9, 4, 8].flatMap((n) => [
        call('load', {}, `load is ${n} of all`),
        call('jobs', {}, `there are ${10 - n} jobs`),
      ]),
      signals: [
        { at: 5, messageId: 'alternation', score: 0.5625 },
        { at: 6, messageId: 'alternation', score: 0.5625 },
        { at: 7, messageId: 'alternation', score: 0.8 },
      ],
    },
    {
      name: 'laps before a new task do not count',
      events: [...times(2, [grep, tail]), turn('next'), ...times(2, [grep, tail])],
      signals: [
        { at: 3, messageId: 'alternation', score: 0.5 },
        { at: 8, messageId: 'alternation', score: 0.5 },
      ],
    },
  ],
});
