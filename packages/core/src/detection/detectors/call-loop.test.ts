import { call, edit, failure, range, step, testDetector, times, turn } from '../../testing/index.js';
import { callLoop } from './call-loop.js';

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const cart = call('open', { tab: 'cart' }, 'the cart is empty');
const shop = call('open', { tab: 'shop' }, 'everything is sold out today');
const help = call('open', { tab: 'help' }, 'ask the shop keeper for help');
const sleep = call('sleep', { seconds: 30 }, '');
const look = (i: number): typeof cart => call('read', { path: WORDS[i] }, `all about the ${WORDS[i]!}`);
const job = call('job', { id: 4 }, 'state: running');
const logs = call('logs', { id: 4 }, 'no lines yet');

testDetector(callLoop, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two rounds', events: times(2, [cart, shop]) },
    { name: 'one call again and again is no round', events: times(9, cart) },
    {
      name: 'as many rounds as a person asked for',
      events: [turn('Check cart, shop and help 6 times, please.'), ...times(6, [cart, shop, help])],
    },
    {
      name: 'rounds with results that change',
      events: range(8).flatMap((i) => [
        call('open', { tab: 'cart' }, `the cart has ${WORDS[i]!}`),
        call('open', { tab: 'shop' }, `there is ${WORDS[9 - i]!} on the shelf`),
      ]),
    },
    {
      name: 'edit and test, with a different edit each time',
      events: range(8).flatMap((i) => [
        call('write_file', { path: 'a.md', content: `try the ${WORDS[i]!} way` }, 'saved'),
        call('bash', { command: 'npm test' }, 'all passed'),
        call('bash', { command: 'git status' }, 'modified: a.md'),
      ]),
    },
    {
      name: 'trials that are undone, each with a verdict of its own',
      events: WORDS.slice(0, 8).flatMap((word, i) => [
        call('replace', { path: 'a.ts', diff: `the ${word} sign` }, 'saved'),
        call('bash', { command: 'pytest -q' }, i % 2 === 0 ? '18 passed' : '1 failed, 17 passed'),
        call('bash', { command: 'git checkout a.ts' }, 'Updated 1 path from the index'),
      ]),
    },
    {
      name: 'the same two steps for one item after another',
      events: WORDS.flatMap((item) => [
        call('open', { item }, `the page of ${item}`),
        call('archive', { item }, 'ok'),
      ]),
    },
    { name: 'two rounds of waiting for a job', events: times(2, [job, logs, sleep]) },
    {
      name: 'rounds that also bring something new each time',
      events: range(5).flatMap((i) => [cart, shop, look(i)]),
    },
    {
      name: 'longer rounds with half of the calls new',
      events: range(5).flatMap((i) => [cart, shop, look(i), look(i + 5)]),
    },
    {
      name: 'a pause of a number of seconds, whatever the tool is called, and one look',
      events: times(8, [
        call('nobreak', { seconds: 30 }, 'ok'),
        call('parcel', { id: 4 }, 'it lies in the depot of Graz'),
      ]),
    },
    {
      name: 'rounds that lie minutes apart',
      events: times(5, [cart, shop]).map((one, i) => ({ ...one, at: 1_700_000_000_000 + i * 250_000 })),
    },
  ],
  looping: [
    {
      name: 'the fourth click near the same button, each followed by the same screenshot',
      events: [0, 3, -4, 5, 2].flatMap((off) => [
        call('click', { x: 820 + off, y: 640 - off }, 'ok'),
        call('screenshot', {}, 'the window of the set-up, its button is grey'),
      ]),
      signals: [
        { at: 5, messageId: 'varied' },
        { at: 6, messageId: 'varied' },
        { at: 7, messageId: 'varied', score: 0.8 },
        { at: 8, messageId: 'varied' },
        { at: 9, messageId: 'varied' },
      ],
    },
    {
      name: 'the fourth attempt that ends in the same failure',
      events: ['a b c d', 'd a b c', 'c d a b', 'b c d a'].flatMap((order) => [
        call('arrange', { order }, 'done'),
        failure('check', {}, 'the parts do not fit together'),
      ]),
      signals: [
        { at: 5, messageId: 'futile' },
        { at: 6, messageId: 'futile' },
        { at: 7, messageId: 'futile' },
      ],
    },
    {
      name: 'half an hour between two looks is a wait, whatever the tool is called',
      events: times(5, [
        call('warten', { minuten: 30 }, '30 Minuten vergangen'),
        call('antrag', { nr: 'U' }, 'der Antrag wird noch geprüft'),
      ]).map((one, i) => ({
        ...one,
        at: 1_700_000_000_000 + (i + 1 - (i % 2)) * 900_000 + (i % 2) * 1_795_000,
      })),
      signals: [
        { at: 6, messageId: 'waiting', score: 0.45 },
        { at: 8, messageId: 'waiting', score: 0.6 },
      ],
    },
    {
      name: 'the third time that the agent starts a job anew, waits for it and sees it fail',
      events: range(4).flatMap((i) => [
        call('job_submit', { script: 'run.sh' }, `submitted as job ${41 + 13 * i}`),
        sleep,
        call('read', { path: 'out.log' }, 'it did not converge, the residual is large'),
      ]),
      signals: [
        { at: 9, messageId: 'cycle', score: 0.8 },
        { at: 11, messageId: 'cycle', score: 0.8 },
      ],
    },
    {
      name: 'the third round of two calls',
      events: times(4, [cart, shop]),
      signals: [
        { at: 5, messageId: 'cycle', score: 0.8 },
        { at: 6, messageId: 'cycle', score: 0.8 },
        { at: 7, messageId: 'cycle', score: 0.874 },
      ],
    },
    {
      name: 'as many rounds as a person may have asked for, in a language that the lists do not know',
      events: [turn('Zrób to 5 razy.'), ...times(6, [cart, shop])],
      signals: [6, 7, 8, 9, 10, 11, 12].map(
        (at) => ({ at, messageId: at < 12 ? 'ordered' : 'cycle' }) as const,
      ),
    },
    {
      name: 'the third round of three calls',
      events: times(3, [cart, shop, help]),
      signals: [{ at: 8, messageId: 'cycle', score: 0.8 }],
    },
    {
      name: 'in any order',
      events: [cart, shop, help, shop, cart, help, cart, shop, help],
      signals: [{ at: 8, messageId: 'cycle', score: 0.8 }],
    },
    {
      name: 'more rounds allowed',
      options: { laps: 4 },
      events: times(4, [cart, shop]),
      signals: [
        { at: 5, messageId: 'cycle', score: 0.5625 },
        { at: 6, messageId: 'cycle', score: 0.5625 },
        { at: 7, messageId: 'cycle', score: 0.8 },
      ],
    },
    {
      name: 'an unrelated call in an earlier round',
      events: [cart, shop, help, cart, look(0), shop, help, cart, shop, help, cart, shop, help],
      signals: [
        { at: 9, messageId: 'mixed', score: 0.8 },
        { at: 10, messageId: 'mixed', score: 0.8 },
        { at: 11, messageId: 'cycle', score: 0.8 },
        { at: 12, messageId: 'cycle', score: 0.874 },
      ],
    },
    {
      name: 'a different new call in each round of four',
      events: range(4).flatMap((i) => [cart, shop, help, look(i)]),
      signals: [
        { at: 12, messageId: 'mixed', score: 0.8 },
        { at: 13, messageId: 'mixed', score: 0.8 },
        { at: 14, messageId: 'mixed', score: 0.8 },
      ],
    },
    {
      name: 'the fifth round of waiting',
      events: times(6, [job, logs, sleep]),
      signals: [
        { at: 7, messageId: 'waiting', score: 0.45 },
        { at: 9, messageId: 'waiting', score: 0.45 },
        { at: 10, messageId: 'waiting', score: 0.6 },
        { at: 12, messageId: 'waiting', score: 0.6 },
        { at: 13, messageId: 'waiting', score: 0.8 },
        { at: 15, messageId: 'waiting', score: 0.8 },
        { at: 16, messageId: 'waiting', score: 0.8484 },
      ],
    },
    {
      name: 'fewer rounds of waiting allowed',
      options: { waitingLaps: 3 },
      events: times(3, [job, logs, sleep]),
      signals: [{ at: 7, messageId: 'waiting', score: 0.8 }],
    },
    {
      name: 'an edit event between, and the calls fail: too little for a block',
      events: range(3).flatMap((i) => [
        edit('a.ts', `${i}`, `${i + 1}`),
        failure('bash', { command: 'make' }, 'missing separator'),
        failure('bash', { command: 'npm test' }, 'cannot find the build'),
      ]),
      signals: [{ at: 8, messageId: 'mixed', score: 0.8 }],
    },
    {
      name: 'steps of a log',
      events: times(3, [step('look at the cart', 'open'), step('look at the shelf', 'open')]),
      signals: [{ at: 5, messageId: 'cycle', score: 0.8 }],
    },
  ],
});
