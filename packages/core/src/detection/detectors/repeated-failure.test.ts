import { call, edit, failure, range, step, testDetector, times, turn } from '../../testing/index.js';
import { repeatedFailure } from './repeated-failure.js';

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const STALLED = 'the residual stalls at 88 and does not reach the target of 10';
const DENIED = 'the database refused the connection for this user';
const sql = (query: string, result = DENIED): ReturnType<typeof failure> => failure('sql', { query }, result);
const framed = (text: string): string => `The result of the last command is as follows. It returned: ${text}`;
const QUERIES = [
  'select name from guests',
  'select name, age from guests',
  'select age, name from guests limit',
  'select all name from guests',
  'select distinct name from guests',
  'select distinct age from guests',
  'select all age from guests',
];
const STREAK = [
  ['configure', 'blue metal door', 'needs a finish'],
  ['order', 'blue metal door', 'unexpected keyword near row'],
  ['configure', 'blue metal door matt', 'colour outside palette range'],
  ['order', 'blue metal door matt', 'quota exhausted today'],
  ['configure', 'matt blue metal door', 'template missing header'],
  ['order', 'matt blue metal door wide', 'units must be metric'],
  ['configure', 'blue wide metal door', 'supplier offline'],
  ['order', 'wide blue metal door', 'address incomplete'],
  ['configure', 'wide metal door blue', 'session expired'],
  ['order', 'wide metal door blue', 'stock level negative'],
].map(([tool, text, result]) => failure(tool!, { text }, result!));

const BORROWED =
  'cannot borrow the ring as mutable because it is also borrowed as immutable: the first borrow occurs at the head ' +
  'of the segment and is later used by the call that drops it from the queue';

testDetector(repeatedFailure, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one failure', events: [sql(QUERIES[0]!)] },
    {
      name: 'the same answers without a failure',
      events: QUERIES.map((query) => call('sql', { query }, 'ok')),
    },
    {
      name: 'calls that each fail for a different reason',
      events: range(3).map((i) => failure('open', { page: WORDS[i] }, `${WORDS[i + 3]!} ${WORDS[i + 6]!}`)),
    },
    {
      name: 'one long failure for each of several packages, each mended before the next',
      events: WORDS.slice(0, 5).flatMap((word) => [
        failure('bash', { command: `npx jest packages/${word}` }, BORROWED),
        call('bash', { command: `npx jest packages/${word} --update` }, `${word} updated, all green`),
      ]),
    },
    {
      name: 'a few missing programs, each tried once',
      events: ['pip', 'uv', 'poetry'].map((program) =>
        failure('bash', { command: `${program} --version` }, `${program}: command not found`),
      ),
    },
    {
      name: 'a few different failures in a frame that every tool has',
      events: [
        call('look', { at: 'a' }, framed('the first of many long lines about amber')),
        call('list', { of: 'b' }, framed('birch cedar daisy elder fern gorse')),
        call('ask', { who: 'c' }, framed('hazel iris juniper and nothing else today')),
        call('plan', { to: 'd' }, framed('go on with the part that is still open now')),
        failure('open', { page: 'e' }, framed('amber birch')),
        failure('sign', { name: 'f' }, framed('cedar daisy')),
        failure('send_form', { to: 'g' }, framed('elder fern')),
        failure('count', { of: 'h' }, framed('gorse hazel')),
      ],
    },
    {
      name: 'parallel calls of one round that all fail',
      events: range(8).map((i) => failure('open', { page: WORDS[i] }, DENIED, { round: 1 })),
    },
    {
      name: 'a failure between successful calls',
      events: range(3).flatMap((i) => [
        call('read', { path: WORDS[i] }, `all about ${WORDS[i + 1]!}`),
        call('open', { page: WORDS[i + 3] }, `only ${WORDS[i + 4]!}`),
        failure('open', { page: WORDS[i] }, `${WORDS[i]!} has moved to ${WORDS[i + 5]!}`),
      ]),
    },
    {
      name: 'a call that brings something new ends a streak of failures',
      events: range(4).flatMap((i) => [
        ...STREAK.slice(2 * i, 2 * i + 2),
        call('read', { path: WORDS[i] }, `all about ${WORDS[i]!}`),
      ]),
    },
    {
      name: 'one reason, with a different target each time',
      events: WORDS.slice(0, 4).map((word) =>
        failure('open', { page: word }, `the page ${word} was moved away`),
      ),
    },
    { name: 'plain waits that are refused', events: times(6, failure('sleep', { seconds: 5 }, DENIED)) },
  ],
  looping: [
    {
      name: 'other seeds, and a failure that does not differ in a single number',
      events: [1, 7, 42, 3].map((seed) => failure('solve', { file: 'channel.yaml', seed }, STALLED)),
      signals: [
        { at: 2, messageId: 'same', score: 0.4756 },
        { at: 3, messageId: 'same', score: 0.622 },
      ],
    },
    {
      name: 'other seeds, and a failure whose numbers move: each counts less',
      events: [1, 7, 42, 3].map((seed) =>
        failure('solve', { file: 'channel.yaml', seed }, STALLED.replace('88', `${seed * 3}`)),
      ),
      signals: [{ at: 3, messageId: 'same', score: 0.4299 }],
    },
    {
      name: 'reworded queries with one error',
      events: QUERIES.map((query) => sql(query)),
      signals: [
        { at: 1, messageId: 'same', score: 0.3841 },
        { at: 2, messageId: 'same', score: 0.5854 },
        { at: 3, messageId: 'same', score: 0.8131 },
        { at: 4, messageId: 'same', score: 0.8395 },
        { at: 5, messageId: 'same', score: 0.8893 },
        { at: 6, messageId: 'same', score: 0.9237 },
      ],
    },
    {
      name: 'a lower limit',
      options: { limit: 2 },
      events: QUERIES.slice(0, 2).map((one) => sql(one)),
      signals: [{ at: 1, messageId: 'same', score: 0.8134 }],
    },
    {
      name: 'several tools and one cause',
      events: ['fetch', 'download', 'curl', 'browse', 'mirror', 'pull'].map((tool, i) =>
        failure(tool, { [WORDS[i]!]: WORDS[i + 2] }, 'proxy tunnel handshake refused by gateway'),
      ),
      signals: [
        { at: 1, messageId: 'everywhere', score: 0.3841 },
        { at: 2, messageId: 'everywhere', score: 0.5854 },
        { at: 3, messageId: 'everywhere', score: 0.8131 },
        { at: 4, messageId: 'everywhere', score: 0.8711 },
        { at: 5, messageId: 'everywhere', score: 0.9112 },
      ],
    },
    {
      name: 'a tool on which every call fails, each time with another error',
      events: [
        ['blue metal door', 'needs a finish'],
        ['blue metal door matt', 'unexpected keyword near row'],
        ['blue metal door gloss', 'colour outside palette range'],
        ['blue metal gate door', 'quota exhausted today'],
        ['blue wide metal door', 'template missing header'],
        ['blue metal door wide', 'units must be metric'],
        ['matt blue metal door', 'supplier offline'],
      ].map(([text, result]) => failure('configure', { text }, result!)),
      signals: [
        { at: 2, messageId: 'refused', score: 0.3841 },
        { at: 3, messageId: 'refused', score: 0.5671 },
        { at: 4, messageId: 'refused', score: 0.8 },
        { at: 5, messageId: 'refused', score: 0.8066 },
        { at: 6, messageId: 'refused', score: 0.8621 },
      ],
    },
    {
      name: 'a streak of failures of several tools, each for another reason',
      events: STREAK,
      signals: [
        { at: 4, messageId: 'refused', score: 0.3841 },
        { at: 5, messageId: 'refused', score: 0.5671 },
        { at: 6, messageId: 'refused', score: 0.8 },
        { at: 7, messageId: 'refused', score: 0.8066 },
        { at: 8, messageId: 'refused', score: 0.8131 },
        { at: 9, messageId: 'refused', score: 0.8131 },
      ],
    },
    {
      name: 'one reason and one target, with any tool',
      events: ['open', 'fetch', 'open', 'fetch', 'open'].map((tool, i) =>
        failure(tool, { page: 'prices', from: WORDS[i] }, 'the page prices was moved away'),
      ),
      signals: [
        { at: 1, messageId: 'everywhere', score: 0.3841 },
        { at: 2, messageId: 'everywhere', score: 0.5854 },
        { at: 3, messageId: 'everywhere', score: 0.8131 },
        { at: 4, messageId: 'everywhere', score: 0.8711 },
      ],
    },
    {
      name: 'ids that the agent invents',
      events: [4711, 4823, 5290, 6001, 7112, 8090].map((n) =>
        failure('get_order', { order: `ord-${n}ab${n}` }, 'there is no such order in this shop'),
      ),
      signals: [
        { at: 1, messageId: 'same', score: 0.3841 },
        { at: 2, messageId: 'same', score: 0.5854 },
        { at: 3, messageId: 'same', score: 0.8131 },
        { at: 4, messageId: 'same', score: 0.8711 },
        { at: 5, messageId: 'same', score: 0.9112 },
      ],
    },
    {
      name: 'an edit between the failures does not excuse them for long',
      events: QUERIES.flatMap((query, i) => [edit('db.ts', `${i}`, `${i + 1}`), sql(query)]),
      signals: [
        { at: 5, messageId: 'same', score: 0.4244 },
        { at: 7, messageId: 'same', score: 0.5451 },
        { at: 9, messageId: 'same', score: 0.5649 },
        { at: 11, messageId: 'same', score: 0.6856 },
        { at: 13, messageId: 'same', score: 0.8198 },
      ],
    },
    {
      name: 'a long failure that no edit moves, behind varying commands',
      events: ['build', 'check', 'build --lib', 'test', 'doc', 'clippy'].flatMap((word, i) => [
        edit('log.rs', `${i}`, `${i + 1}`),
        failure('bash', { command: `cargo ${word}` }, BORROWED),
      ]),
      signals: [
        { at: 5, messageId: 'same', score: 0.4573 },
        { at: 7, messageId: 'same', score: 0.5945 },
        { at: 9, messageId: 'same', score: 0.718 },
        { at: 11, messageId: 'same', score: 0.8311 },
      ],
    },
    {
      name: 'steps of a log that fail one after another',
      events: QUERIES.map((intent) => step(intent, 'sql', 'failure')),
      signals: [
        { at: 1, messageId: 'same', score: 0.3841 },
        { at: 2, messageId: 'same', score: 0.5854 },
        { at: 3, messageId: 'same', score: 0.8131 },
        { at: 4, messageId: 'same', score: 0.8395 },
        { at: 5, messageId: 'same', score: 0.8893 },
        { at: 6, messageId: 'same', score: 0.9237 },
      ],
    },
    {
      name: 'each scheduled run fails for the same reason',
      events: range(6).flatMap((i) => [turn('', { role: 'harness', reason: 'schedule' }), sql(QUERIES[i]!)]),
      signals: [
        { at: 3, messageId: 'same', score: 0.3841 },
        { at: 5, messageId: 'same', score: 0.5854 },
        { at: 7, messageId: 'same', score: 0.8131 },
        { at: 9, messageId: 'same', score: 0.8621 },
        { at: 11, messageId: 'same', score: 0.9049 },
      ],
    },
  ],
});
