import { call, edit, failure, testDetector, times, turn } from '../../testing/index.js';
import { sameAnswer } from './same-answer.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const NAMES = [
  'ada',
  'bela',
  'cora',
  'dora',
  'edda',
  'fina',
  'gesa',
  'hilda',
  'ines',
  'jana',
  'karla',
  'lena',
];
const RECORD = '{"name":"N. Adeyemi","start":null,"note":"start date was not migrated"}';
const ROOM = 'You are in a maze of twisty little passages, all alike.';
const TABLE = 'line rate\nbasic eight percent\nplus six percent\npro two percent';

/** The numbers go up and down: no sweep. */
const jitter = (i: number): number => [3, 1, 4, 0, 2][i % 5]!;
const ask = (i: number): ReturnType<typeof call> => call('exec', { run: 'tests', limit: jitter(i) }, RECORD);

testDetector(sameAnswer, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two times are nothing yet', events: range(2).map(ask) },
    { name: 'one and the same call', events: times(9, call('exec', { run: 'tests' }, RECORD)) },
    {
      name: 'a word or two',
      events: range(9).map((i) => call('exec', { limit: jitter(i) }, 'done')),
    },
    {
      name: 'receipts with an id in them',
      events: range(9).map((i) =>
        call('paint', { prompt: `an icon of ${NAMES[i]!}` }, `{"status":"ok","path":"/out/2b76ad0${i}.png"}`),
      ),
    },
    {
      name: 'messages to many people',
      events: range(9).map((i) =>
        call('send_email', { to: NAMES[i]! }, 'The message was put into the queue.'),
      ),
    },
    {
      name: 'throws of the dice',
      events: range(9).map((i) => call('exec', { run: 'tests', seed: jitter(i) }, RECORD)),
    },
    {
      name: 'a sweep up to its limit',
      events: range(4).map((i) =>
        call('describe_frame', { second: 30 * i }, 'A man in a blue shirt stands beside a screen.'),
      ),
    },
    {
      name: 'a game in which places look alike',
      events: range(9).map((i) => call('go', { direction: NAMES[i % 4]! }, ROOM)),
    },
    {
      name: 'another answer in between',
      events: range(9).flatMap((i) => [
        ask(i),
        ask(i + 1),
        call('exec', { run: 'lint' }, `${i} warnings were left`),
      ]),
    },
    {
      name: 'a change in between',
      events: range(9).flatMap((i) => [ask(i), ask(i + 1), edit('a', `${i}`, `${i + 1}`)]),
    },
    {
      name: 'another task each time',
      events: range(9).flatMap((i) => [turn(`Please ask for ${NAMES[i]!}.`), ask(i)]),
    },
    {
      name: 'failures, which are for another detector',
      events: range(9).map((i) => failure('exec', { run: 'tests', limit: i }, RECORD)),
    },
    { name: 'a higher limit', options: { near: 20, topic: 20 }, events: range(9).map(ask) },
  ],
  looping: [
    {
      name: 'a number that does not matter',
      events: range(5).map(ask),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'an id that does not matter',
      events: range(5).map((i) => call('list', { tag: 'lead', after: `5aa669e11c41380${i}` }, RECORD)),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'any question to a tool that looks',
      events: range(6).map((i) => call('search', { q: NAMES[i]! }, RECORD)),
      signals: [
        { at: 2, messageId: 'same', score: 0.375 },
        { at: 3, messageId: 'same', score: 0.5 },
        { at: 4, messageId: 'same', score: 0.625 },
        { at: 5, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'an argument that stays, and one that is made up',
      events: range(7).map((i) => call('sync', { store: 'berlin', mood: NAMES[i]! }, RECORD)),
      signals: [
        { at: 3, messageId: 'same', score: 0.4286 },
        { at: 4, messageId: 'same', score: 0.5357 },
        { at: 5, messageId: 'same', score: 0.6429 },
        { at: 6, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the same table from other code',
      options: { topic: 3 },
      events: range(3).map((i) => call('python', { code: NAMES[i]! }, TABLE)),
      signals: [{ at: 2, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'a sweep beyond its limit',
      options: { sweep: 3 },
      events: range(3).map((i) =>
        call('describe_frame', { second: 30 * i }, 'A man in a blue shirt stands beside a screen.'),
      ),
      signals: [{ at: 2, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'fewer asked for',
      options: { far: 3 },
      events: range(3).map((i) => call('search', { q: NAMES[i]! }, RECORD)),
      signals: [{ at: 2, messageId: 'same', score: 0.8 }],
    },
  ],
});
