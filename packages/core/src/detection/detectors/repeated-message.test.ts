import { call, edit, message, testDetector, times, turn } from '../../testing/index.js';
import { repeatedMessage } from './repeated-message.js';

type Message = ReturnType<typeof message>;

const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);
const NAMES = ['ledger', 'guests', 'routes', 'stock', 'prices', 'visits', 'wagons', 'pumps', 'valves', 'bolts', 'hinges'];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const again = message('I will now look at the config file.');
/** So many words of one text, the last `own` of which are this message's own. */
const nearly = (i: number, size = 10, own = 1): Message =>
  message([...range(size - own).map((k) => `w${LETTERS[k]!}`), ...range(own).map((k) => `${NAMES[i]!}${'xyz'[k]!}`)].join(' '));
/** Twenty words that no other of them has. */
const fresh = (i: number): Message => message(range(20).map((k) => `${NAMES[i]!}${LETTERS[k]!}`).join(' '));
const result = (i: number): ReturnType<typeof call> => call('query', { table: NAMES[i]! }, `${NAMES[i]!} has rows`);
const change = (i: number): ReturnType<typeof edit> => edit('src/a.ts', `v${i}`, `v${i + 1}`);
/** `count` sentences of eight words each, from the given one on; no two have a word in common. */
const sentences = (from: number, count: number): string =>
  range(count, from)
    .map((i) => range(8).map((k) => `${LETTERS[i]!}${LETTERS[k]!}`).join(' '))
    .join(' ');

testDetector(repeatedMessage, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one message', events: [again] },
    { name: 'many messages that all say something else', events: range(11).map(fresh) },
    { name: 'short ones, however often', events: times(12, message('Ok, done.')) },
    { name: 'messages of just four words', events: times(12, message('Let me check it.')) },
    {
      name: 'one sentence before each of four deeds that change something',
      events: range(4).flatMap((i) => [message('I will now update the next file.'), change(i), change(i + 10)]),
    },
    {
      name: 'one mould for reports about new things',
      events: range(4).flatMap((i) => [message(`I have read all of src/${NAMES[i]!}.ts and found nothing odd in it.`), result(i)]),
    },
    {
      name: 'nearly the same message twice, with something new in between',
      events: [nearly(0), result(0), nearly(1)],
    },
    {
      name: 'messages that share few words',
      events: range(6).flatMap((i) => [nearly(i, 12, 9), result(i)]),
    },
    { name: 'what a person says, however often', events: times(9, turn('where is my parcel, please tell me')) },
    { name: 'deltas and calls', events: times(9, call('echo', {}, 'I will now look at the config file.')) },
    { name: 'the same in run after run', events: range(6).flatMap(() => [
      turn('heartbeat', { role: 'harness', reason: 'schedule' }),
      message('I have looked at all queues and they are empty.'),
    ]) },
  ],
  looping: [
    {
      name: 'word for word: a sign at the second, a loop at the fourth',
      events: times(5, again),
      signals: [
        { at: 1, messageId: 'verbatim', score: 0.375 },
        { at: 2, messageId: 'verbatim', score: 0.5625 },
        { at: 3, messageId: 'verbatim', score: 0.8 },
        { at: 4, messageId: 'verbatim', score: 0.8586 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { verbatim: 2 },
      events: times(2, again),
      signals: [{ at: 1, messageId: 'verbatim', score: 0.8 }],
    },
    {
      name: 'other numbers, times and signs do not hide it',
      options: { verbatim: 2 },
      events: [message('Ticket 17 was closed at 10:45, all good.'), message('Ticket 18 was closed at 11:02: all good!')],
      signals: [{ at: 1, messageId: 'verbatim', score: 0.8 }],
    },
    {
      name: 'shorter messages taken in',
      options: { minWords: 3, verbatim: 2 },
      events: times(2, message('Ok, all done.')),
      signals: [{ at: 1, messageId: 'verbatim', score: 0.8 }],
    },
    {
      name: 'where something new came in between, a loop at the fifth',
      events: range(5).flatMap((i) => [again, result(i), result(i + 5)]),
      signals: [
        { at: 6, messageId: 'verbatim', score: 0.75 * (3 / 5) },
        { at: 9, messageId: 'verbatim', score: 0.75 * (4 / 5) },
        { at: 12, messageId: 'verbatim', score: 0.8 },
      ],
    },
    {
      name: 'or as many as the option says',
      options: { busy: 3 },
      events: range(3).flatMap((i) => [again, result(i), result(i + 5)]),
      signals: [
        { at: 3, messageId: 'verbatim', score: 0.5 },
        { at: 6, messageId: 'verbatim', score: 0.8 },
      ],
    },
    {
      name: 'one sentence before each deed: a sign at the fifth, a loop at the tenth',
      events: range(10).flatMap((i) => [again, change(2 * i), change(2 * i + 1)]),
      signals: [
        ...range(5, 4).map((i) => ({ at: 3 * i, messageId: 'verbatim' as const, score: 0.075 * (i + 1) })),
        { at: 27, messageId: 'verbatim', score: 0.8 },
      ],
    },
    {
      name: 'or as many as the option says',
      options: { working: 2 },
      events: range(2).flatMap((i) => [again, change(2 * i), change(2 * i + 1)]),
      signals: [{ at: 3, messageId: 'verbatim', score: 0.8 }],
    },
    {
      name: 'a new prompt in between asks for one more',
      events: range(5).flatMap((i) => [turn(`about ${NAMES[i]!}?`), again]),
      signals: [
        { at: 5, messageId: 'near', score: 0.75 * (2.5 / 4) },
        { at: 7, messageId: 'near' },
        { at: 9, messageId: 'verbatim' },
      ],
    },
    {
      name: 'nearly the same: a sign at the second, a loop at the fourth',
      events: range(4).map((i) => nearly(i)),
      signals: [
        { at: 1, messageId: 'near', score: 0.375 },
        { at: 2, messageId: 'near', score: 0.5625 },
        { at: 3, messageId: 'near', score: 0.8 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { near: 2 },
      events: range(2).map((i) => nearly(i)),
      signals: [{ at: 1, messageId: 'near', score: 0.8 }],
    },
    {
      name: 'less likeness asked for',
      options: { likeness: 0.25, monologue: 100 },
      events: [nearly(0, 10, 5), nearly(1, 10, 5)],
      signals: [{ at: 1, messageId: 'near', score: 0.375 }],
    },
    {
      name: 'something new in between leaves 0.2 of it',
      events: range(6).flatMap((i) => [nearly(i), result(i)]),
      signals: [{ at: 10, messageId: 'near', score: 0.375 }],
    },
    {
      name: 'or as much as the option says',
      options: { progress: 1 },
      events: range(2).flatMap((i) => [nearly(i), result(i)]),
      signals: [{ at: 2, messageId: 'near', score: 0.375 }],
    },
    {
      name: 'so does the name of something new',
      events: [nearly(0), nearly(1), message('wa wb wc wd we wf wg wh wi src/app.ts')],
      signals: [{ at: 1, messageId: 'near', score: 0.375 }],
    },
    {
      name: 'a new prompt leaves 0.75 of it, or as much as the option says',
      options: { asked: 1 },
      events: range(3).flatMap((i) => [turn(`about ${NAMES[i]!}?`), nearly(i)]),
      signals: [
        { at: 3, messageId: 'near', score: 0.375 },
        { at: 5, messageId: 'near', score: 0.5625 },
      ],
    },
    {
      name: 'talk that only rewords itself while nothing is done: a sign at the third, a loop at the fifth',
      options: { near: 100 },
      events: range(5).map((i) => nearly(i, 10, 4)),
      signals: [
        { at: 2, messageId: 'near', score: 0.75 * (3 / 5) },
        { at: 3, messageId: 'near', score: 0.75 * (4 / 5) },
        { at: 4, messageId: 'near', score: 0.8 },
      ],
    },
    {
      name: 'fewer such messages asked for',
      options: { near: 100, monologue: 2 },
      events: range(2).map((i) => nearly(i, 10, 4)),
      signals: [{ at: 1, messageId: 'near', score: 0.8 }],
    },
    {
      name: 'looser rewording taken for such',
      options: { near: 100, monologue: 2, paraphrase: 0.15 },
      events: range(2).map((i) => nearly(i, 10, 7)),
      signals: [{ at: 1, messageId: 'near', score: 0.8 }],
    },
    {
      name: 'ever less that is new: an early sign, then a loop at six messages of old words',
      options: { window: 20 },
      events: [
        ...range(6).map((i) => message(sentences(4 * i, 4))),
        ...range(6).map((i) => message(sentences(3 * i, 3))),
      ],
      signals: [],
    },
  ],
});
