import { call, edit, message, testDetector, times, turn } from '../../testing/index.js';
import { repeatedMessage } from './repeated-message.js';

type Message = ReturnType<typeof message>;

const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);
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
  'hinges',
];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const again = message('I will now look at the config file.');
/** So many words of one text, the last `own` of which are this message's own. */
const nearly = (i: number, size = 10, own = 1): Message =>
  message(
    [
      ...range(size - own).map((k) => `w${LETTERS[k]!}`),
      ...range(own).map((k) => `${NAMES[i]!}${'xyz'[k]!}`),
    ].join(' '),
  );
/** Twenty words that no other of them has. */
const fresh = (i: number): Message =>
  message(
    range(20)
      .map((k) => `${NAMES[i]!}${LETTERS[k]!}`)
      .join(' '),
  );
const result = (i: number): ReturnType<typeof call> =>
  call('query', { table: NAMES[i]! }, `${NAMES[i]!} has rows`);
const change = (i: number): ReturnType<typeof edit> => edit('src/a.ts', `v${i}`, `v${i + 1}`);
/** Words that are all different: the 26th is `bao`. */
const words = (from: number, count: number, end = 'o'): string[] =>
  range(count, from).map((i) => `${LETTERS[Math.floor(i / 26)]!}${LETTERS[i % 26]!}${end}`);
/** Three messages that say a lot. */
const TOLD = range(3).map((i) => message(words(44 * i, 44).join(' ')));
/** Eleven words: a piece of what was told, then some that are new, which makes so many eighths of novelty. */
const eighths = (count: number, i: number): Message =>
  message([...words(11 * i, 11 - count), ...words(11 * i, count, 'e')].join(' '));
const retold = (count: number, messages = 6): Message[] => range(messages).map((i) => eighths(count, i));

testDetector(repeatedMessage, {
  healthy: [
    {
      name: 'one answer to many people who ask the same',
      events: range(5).flatMap((i) => [
        turn(`${NAMES[i]!}: when do you open?`),
        call('get_hours', { shop: 'bonn' }, 'nine to seven'),
        message('We are open from nine to seven, and closed on Sundays.'),
      ]),
    },
    { name: 'nothing', events: [] },
    { name: 'one message', events: [again] },
    { name: 'many messages that all say something else', events: range(11).map(fresh) },
    { name: 'short ones, however often', events: times(12, message('Ok, done.')) },
    { name: 'messages of just four words', events: times(12, message('Let me check it.')) },
    {
      name: 'one sentence before each of four deeds that change something',
      events: range(4).flatMap((i) => [
        message('I will now update the next file.'),
        change(i),
        change(i + 10),
      ]),
    },
    {
      name: 'one mould for reports about new things',
      events: range(4).flatMap((i) => [
        message(`I have read all of src/${NAMES[i]!}.ts and found nothing odd in it.`),
        result(i),
      ]),
    },
    {
      name: 'one sentence before each wait, up to six times',
      events: times(6, [again, call('bash', { command: 'sleep 60; gh run view' }, 'in progress')]),
    },
    {
      name: 'a report of each deed that names its number',
      events: range(5).flatMap((i) => [message(`Number ${640 + i} is merged and announced.`), result(i)]),
    },
    {
      name: 'nearly the same message twice, with something new in between',
      events: [nearly(0), result(0), nearly(1)],
    },
    {
      name: 'messages that share few words',
      events: range(6).flatMap((i) => [nearly(i, 12, 9), result(i)]),
    },
    { name: 'half new on average', events: [...TOLD, ...retold(4, 11)] },
    {
      name: 'short messages, as stale as they may be',
      options: { longWords: 12 },
      events: [...TOLD, ...retold(0)],
    },
    { name: 'not enough messages to tell', events: [...TOLD, ...retold(3, 5)] },
    {
      name: 'old words that answer a new prompt each time',
      events: [...TOLD, ...retold(1).flatMap((one, i) => [turn(`and the ${NAMES[i]!}?`), one])],
    },
    {
      name: 'one mould for work that moves on, with a new word each time',
      events: [...TOLD, ...retold(1).flatMap((one, i) => [result(i), one])],
    },
    {
      name: 'one mould with the name of something new each time',
      events: [
        ...TOLD,
        ...range(6).map((i) => message(`${words(11 * i, 10).join(' ')} src/${NAMES[i]!}.ts`)),
      ],
    },
    {
      name: 'the questions of a form in one mould, each with a new word',
      events: range(5).flatMap((i) => [nearly(i), turn(`it is ${NAMES[i]!}, I think`)]),
    },
    {
      name: 'the first of them has left the window',
      options: { window: 6, busy: 2 },
      events: [again, ...range(5).map(fresh), again],
    },
    { name: 'a sign asked for later', options: { sign: 0.37 }, events: [...TOLD, ...retold(3)] },
    {
      name: 'what a person says, however often',
      events: times(9, turn('where is my parcel, please tell me')),
    },
    { name: 'deltas and calls', events: times(9, call('echo', {}, 'I will now look at the config file.')) },
    {
      name: 'the same in run after run',
      events: range(6).flatMap(() => [
        turn('heartbeat', { role: 'harness', reason: 'schedule' }),
        message('I have looked at all queues and they are empty.'),
      ]),
    },
  ],
  looping: [
    {
      name: 'the seventh sentence before a wait',
      events: times(8, [again, call('bash', { command: 'sleep 60; gh run view' }, 'in progress')]),
      signals: [
        { at: 12, messageId: 'verbatim', score: 0.8 },
        { at: 14, messageId: 'verbatim', score: 0.8359 },
      ],
    },
    {
      name: 'fewer of these asked for, but not fewer than without a wait',
      options: { waiting: 2 },
      events: times(4, [again, call('sleep', { seconds: 60 }, '')]),
      signals: [{ at: 6, messageId: 'verbatim', score: 0.8 }],
    },
    {
      name: 'a set phrase after answers that say something new each time has the limit of work',
      options: { working: 3 },
      events: range(3).flatMap((i) => [
        turn(`and the ${NAMES[i]!}?`),
        fresh(i),
        turn(`thanks for ${i}`),
        again,
      ]),
      signals: [
        { at: 7, messageId: 'verbatim', score: 0.5 },
        { at: 11, messageId: 'verbatim', score: 0.8 },
      ],
    },
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
      name: 'in a script that puts no blanks between words',
      events: times(4, message('それでは、資料の作成を始めます。まず構成を考えます。')),
      signals: [
        { at: 1, messageId: 'verbatim', score: 0.375 },
        { at: 2, messageId: 'verbatim', score: 0.5625 },
        { at: 3, messageId: 'verbatim', score: 0.8 },
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
      events: [
        message('Ticket 17 was closed at 10:45, all good.'),
        message('Ticket 18 was closed at 11:02: all good!'),
      ],
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
      name: 'one form that is filled in anew',
      events: ['pumps', 'valves', 'bolts', 'hinges'].map((name) =>
        message(`# The ${name}\n\n- they were all looked at\n- nothing was found\n\nNow the next ones.`),
      ),
      signals: [
        { at: 1, messageId: 'mould', score: 0.375 },
        { at: 2, messageId: 'mould', score: 0.5625 },
        { at: 3, messageId: 'mould', score: 0.8 },
      ],
    },
    {
      name: 'less likeness asked for',
      options: { likeness: 0.25, monologue: 100 },
      events: [nearly(0, 10, 5), nearly(1, 10, 5)],
      signals: [{ at: 1, messageId: 'near', score: 0.375 }],
    },
    {
      name: 'something new in between leaves 0.2 of it',
      options: { near: 2 },
      events: range(2).flatMap((i) => [nearly(i), result(i)]),
      signals: [{ at: 2, messageId: 'near', score: 0.75 * (1.2 / 2) }],
    },
    {
      name: 'or as much as the option says',
      options: { progress: 1 },
      events: range(2).flatMap((i) => [nearly(i), result(i)]),
      signals: [{ at: 2, messageId: 'near', score: 0.375 }],
    },
    {
      name: 'so does the name of something new',
      options: { near: 2, monologue: 100 },
      events: [nearly(0), message('wa wb wc wd we wf wg wh wi src/app.ts')],
      signals: [{ at: 1, messageId: 'near', score: 0.75 * (1.2 / 2) }],
    },
    {
      name: 'a new prompt leaves 0.75 of it, where the answer has no new word',
      options: { near: 2 },
      events: [
        turn('where is it?'),
        nearly(0),
        turn('when does it come?'),
        message('wa wb wc wd we wf wg wh wi'),
      ],
      signals: [{ at: 3, messageId: 'near', score: 0.75 * (1.75 / 2) }],
    },
    {
      name: 'or as much as the option says',
      options: { near: 2, asked: 1 },
      events: [
        turn('where is it?'),
        nearly(0),
        turn('when does it come?'),
        message('wa wb wc wd we wf wg wh wi'),
      ],
      signals: [{ at: 3, messageId: 'near', score: 0.8 }],
    },
    {
      name: 'and 0.2 where it has one',
      options: { near: 2 },
      events: [turn('where is it?'), nearly(0), turn('when does it come?'), nearly(1)],
      signals: [{ at: 3, messageId: 'near', score: 0.75 * (1.2 / 2) }],
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
      name: 'six messages that are three eighths new on average are an early sign',
      events: [...TOLD, ...retold(3)],
      signals: [{ at: 8, messageId: 'fading', score: 0.6 }],
    },
    {
      name: 'or as little as the option says',
      options: { sign: 0.375 },
      events: [...TOLD, ...retold(3)],
      signals: [{ at: 8, messageId: 'fading', score: 0.6 }],
    },
    {
      name: 'six that are a quarter new are a loop',
      events: [...TOLD, ...retold(2)],
      signals: [
        { at: 7, messageId: 'fading', score: 0.6 },
        { at: 8, messageId: 'stale', score: 1 - 0.2 * 0.5 ** (2 - 0.5 / 0.33) },
      ],
    },
    {
      name: 'or as little as the option says',
      options: { novelty: 0.25, sign: 0.3 },
      events: [...TOLD, ...retold(2)],
      signals: [{ at: 8, messageId: 'stale', score: 0.8 }],
    },
    {
      name: 'six that say nothing new',
      options: { novelty: 0.1, sign: 0.1 },
      events: [...TOLD, ...retold(0)],
      signals: [{ at: 8, messageId: 'stale', score: 0.95 }],
    },
    {
      name: 'fewer messages looked at',
      options: { stale: 2 },
      events: [...TOLD, ...retold(2, 2)],
      signals: [{ at: 4, messageId: 'stale' }],
    },
    {
      name: 'shorter messages looked at',
      options: { longWords: 5, stale: 2, monologue: 100, near: 100 },
      events: [...TOLD, message(words(0, 6).join(' ')), message(words(20, 6).join(' '))],
      signals: [{ at: 4, messageId: 'stale', score: 0.95 }],
    },
    {
      name: 'less credit for what answers a new prompt',
      options: { credit: 0.1 },
      events: [...TOLD, ...retold(2).flatMap((one, i) => [turn(`and the ${NAMES[i]!}?`), one])],
      signals: [
        { at: 12, messageId: 'fading' },
        { at: 14, messageId: 'stale' },
      ],
    },
    {
      name: 'the first of them is still in the window',
      options: { window: 6, busy: 2 },
      events: [again, ...range(4).map(fresh), again],
      signals: [{ at: 5, messageId: 'verbatim', score: 0.8 }],
    },
  ],
});
