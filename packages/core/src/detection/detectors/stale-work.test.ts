import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { staleWork } from './stale-work.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const read = (path: string, result = `content of ${path}`): ReturnType<typeof call> =>
  call('read', { path }, result);
const write = (content: string): ReturnType<typeof call> =>
  call('write_file', { path: 'a.md', content }, 'ok');
const reads = (paths: string): ReturnType<typeof call>[] => Array.from(paths, (path) => read(path));
const sleep = call('sleep', { seconds: 30 }, '');
const compaction = turn('', { role: 'harness', reason: 'compaction' });
/** Several lines, the same whatever is asked. */
const PAGE = 'the first line of the page\nthe second line of the page\nthe third line of the page';
/** Of its lines one is new. */
const browse = (page: number): ReturnType<typeof call> => call('browse', { page }, `${PAGE}\npage ${page}`);

testDetector(staleWork, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'many new results', events: range(30).map((i) => read(`${i}`)) },
    { name: 'new results pay for old ones', events: range(10).flatMap((i) => [read('index'), read(`${i}`)]) },
    { name: 'a few looks back', events: reads('abcdabcd') },
    {
      name: 'short acknowledgements about new things',
      events: range(20).map((i) => call('rename', { from: `f${i}`, to: `g${i}` }, 'ok')),
    },
    {
      name: 'one long sentence about new things is an acknowledgement too',
      events: range(20).map((i) =>
        call('archive', { ticket: i }, 'The ticket was archived and its owner was told about it.'),
      ),
    },
    {
      name: 'a screen that scrolls',
      events: range(20).map((i) =>
        call(
          'screen',
          {},
          range(40)
            .map((k) => `entry ${i + k}`)
            .join('\n'),
        ),
      ),
    },
    {
      name: 'deeds that are acknowledged in a word, a page of news after each few',
      events: range(7).flatMap((i) => [
        call('goto', { url: `https://x.test/${i}` }, 'ok'),
        call('click', { text: 'Reject all' }, 'ok'),
        call('click', { text: 'Opening hours' }, 'ok'),
        call('text', { of: 'main' }, `open from ${i} to ${i + 8}\nclosed on day ${i}`),
      ]),
    },
    { name: 'waits, however many', events: times(30, sleep) },
    { name: 'polling with a wait before each look, for a while', events: times(5, [sleep, read('state')]) },
    {
      name: 'a look between new writes',
      events: range(12).flatMap((i) => [read('a'), write(`the try of number ${i}`)]),
    },
    {
      name: 'a look between edits',
      events: range(12).flatMap((i) => [read('a'), edit('a', `${i}`, `${i + 1}`)]),
    },
    {
      name: 'results of which a quarter is new pay for old ones',
      events: range(12).flatMap((i) => [read('a'), browse(i)]),
    },
    {
      name: 'one round asks for everything at once',
      events: [...reads('abc'), ...times(6, reads('abc')).map((one) => ({ ...one, round: 7 }))],
    },
    { name: 'a few failures', events: range(6).map((i) => failure('fetch', { i }, `no such host ${i}`)) },
    {
      name: 'a few searches without a hit',
      events: range(12).map((i) => call('search', { q: `q${i}` }, 'No results')),
    },
    {
      name: 'a compaction gives reason to look again',
      events: [...reads('ababa'), compaction, ...reads('b')],
    },
    { name: 'a new task', events: range(6).flatMap((i) => [turn(`task ${i}`), ...reads('abab')]) },
    {
      name: 'a run each',
      events: times(6, [turn('', { role: 'harness', reason: 'schedule' }), ...reads('abab')]),
    },
    { name: 'more debt allowed', options: { debt: 100 }, events: times(10, reads('ab')) },
    {
      name: 'what is no call',
      events: [...times(20, message('reading a')), turn('x', { role: 'harness', reason: 'nudge' })],
    },
  ],
  looping: [
    {
      name: 'the same files in irregular order',
      events: reads('abaabbabaa'),
      signals: [
        { at: 5, messageId: 'stale', score: 0.5 },
        { at: 6, messageId: 'stale', score: 0.6667 },
        { at: 7, messageId: 'stale', score: 0.8286 },
        { at: 8, messageId: 'stale', score: 0.874 },
        { at: 9, messageId: 'stale', score: 0.9074 },
      ],
    },
    {
      name: 'less debt allowed',
      options: { debt: 2 },
      events: reads('abab'),
      signals: [{ at: 3, messageId: 'stale', score: 0.8 }],
    },
    {
      name: 'a deed that is acknowledged in a word costs one point each time, a look two from the third on',
      options: { debt: 4 },
      events: times(5, call('click', { text: 'Next' }, 'ok')),
      signals: [
        { at: 2, messageId: 'stale', score: 0.375 },
        { at: 3, messageId: 'stale', score: 0.5625 },
        { at: 4, messageId: 'stale', score: 0.8 },
      ],
    },
    {
      name: 'pages without a new line, whatever is asked',
      events: range(11).map((i) => call('browse', { page: i }, PAGE)),
      signals: [
        { at: 5, messageId: 'stale', score: 0.4167 },
        { at: 6, messageId: 'stale', score: 0.5 },
        { at: 7, messageId: 'stale', score: 0.5833 },
        { at: 8, messageId: 'stale', score: 0.6667 },
        { at: 9, messageId: 'stale', score: 0.8 },
        { at: 10, messageId: 'stale', score: 0.8286 },
      ],
    },
    {
      name: 'reads without a new line count even if they are one',
      events: range(11).map((i) => read(`${i}`, 'This file has been moved to another place for good.')),
      signals: [
        { at: 5, messageId: 'stale', score: 0.4167 },
        { at: 6, messageId: 'stale', score: 0.5 },
        { at: 7, messageId: 'stale', score: 0.5833 },
        { at: 8, messageId: 'stale', score: 0.6667 },
        { at: 9, messageId: 'stale', score: 0.8 },
        { at: 10, messageId: 'stale', score: 0.8286 },
      ],
    },
    {
      name: 'a quarter is not enough, by the options',
      options: { fresh: 0.25 },
      events: range(6).flatMap((i) => [read('a'), browse(i)]),
      signals: [
        { at: 6, messageId: 'stale', score: 0.4167 },
        { at: 8, messageId: 'stale', score: 0.5833 },
        { at: 10, messageId: 'stale', score: 0.8 },
      ],
    },
    {
      name: 'two looks between edits stay at a sign',
      events: range(6).flatMap((i) => [read('a'), read('b'), edit('a', `${i}`, `${i + 1}`)]),
      signals: [
        { at: 7, messageId: 'stale', score: 0.375 },
        { at: 10, messageId: 'stale', score: 0.4271 },
        { at: 13, messageId: 'stale', score: 0.4401 },
        { at: 16, messageId: 'stale', score: 0.4434 },
      ],
    },
    {
      name: 'plans and lists are rewritten',
      events: range(7).map((i) => call('todo', { text: `plan ${i}` }, 'noted')),
      signals: [
        { at: 3, messageId: 'stale', score: 0.4333 },
        { at: 4, messageId: 'stale', score: 0.5417 },
        { at: 5, messageId: 'stale', score: 0.65 },
        { at: 6, messageId: 'stale', score: 0.8031 },
      ],
    },
    {
      name: 'fifteen failures of any kind',
      events: range(15).map((i) => failure('fetch', { i }, `no such host ${i}`)),
      signals: [
        { at: 7, messageId: 'stale', score: 0.4 },
        { at: 8, messageId: 'stale', score: 0.45 },
        { at: 9, messageId: 'stale', score: 0.5 },
        { at: 10, messageId: 'stale', score: 0.55 },
        { at: 11, messageId: 'stale', score: 0.6 },
        { at: 12, messageId: 'stale', score: 0.65 },
        { at: 13, messageId: 'stale', score: 0.7 },
        { at: 14, messageId: 'stale', score: 0.8 },
      ],
    },
    {
      name: 'searches without a hit, for very long',
      options: { debt: 3 },
      events: range(10).map((i) => call('search', { q: `q${i}` }, 'No results')),
      signals: [
        { at: 4, messageId: 'stale', score: 0.375 },
        { at: 5, messageId: 'stale', score: 0.45 },
        { at: 6, messageId: 'stale', score: 0.525 },
        { at: 7, messageId: 'stale', score: 0.6 },
        { at: 8, messageId: 'stale', score: 0.675 },
        { at: 9, messageId: 'stale', score: 0.8 },
      ],
    },
    {
      name: 'looks with a wait before each cost half',
      events: times(12, [sleep, read('state')]),
      signals: [
        { at: 11, messageId: 'stale', score: 0.375 },
        { at: 13, messageId: 'stale', score: 0.4583 },
        { at: 15, messageId: 'stale', score: 0.5417 },
        { at: 17, messageId: 'stale', score: 0.625 },
        { at: 19, messageId: 'stale', score: 0.7083 },
        { at: 21, messageId: 'stale', score: 0.8148 },
        { at: 23, messageId: 'stale', score: 0.8413 },
      ],
    },
    {
      name: 'calls of one round cost once',
      events: range(5).flatMap((round) => reads('aa').map((one) => ({ ...one, round }))),
      signals: [
        { at: 6, messageId: 'stale', score: 0.5 },
        { at: 8, messageId: 'stale', score: 0.6667 },
      ],
    },
    {
      name: 'a new result in the same round still pays',
      events: [...reads('ababa'), { ...read('b'), round: 1 }, { ...read('new'), round: 1 }, read('a')],
      signals: [
        { at: 5, messageId: 'stale', score: 0.5 },
        { at: 7, messageId: 'stale', score: 0.4167 },
      ],
    },
    {
      name: 'a write of something new leaves a quarter',
      events: [...reads('ababab'), write('x'), ...reads('abab')],
      signals: [
        { at: 5, messageId: 'stale', score: 0.5 },
        { at: 8, messageId: 'stale', score: 0.4583 },
        { at: 9, messageId: 'stale', score: 0.625 },
        { at: 10, messageId: 'stale', score: 0.8148 },
      ],
    },
    {
      name: 'the same write again is no work',
      events: [write('x'), ...times(6, write('x'))],
      signals: [
        { at: 3, messageId: 'stale', score: 0.4167 },
        { at: 4, messageId: 'stale', score: 0.5833 },
        { at: 5, messageId: 'stale', score: 0.8 },
        { at: 6, messageId: 'stale', score: 0.853 },
      ],
    },
    {
      name: 'an edit that changes nothing pays nothing',
      events: [...reads('ababa'), edit('a', '1', '1'), ...reads('b')],
      signals: [{ at: 6, messageId: 'stale', score: 0.5 }],
    },
    {
      name: 'the debt of an earlier task is forgotten',
      events: [...reads('ababab'), turn('next'), ...reads('ababab')],
      signals: [
        { at: 5, messageId: 'stale', score: 0.5 },
        { at: 12, messageId: 'stale', score: 0.5 },
      ],
    },
  ],
});
