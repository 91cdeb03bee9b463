import { call, edit, failure, step, testDetector, times, turn } from '../../testing/index.js';
import { repeatedFailure } from './repeated-failure.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const DENIED = 'the database refused the connection for this user';
const sql = (query: string, result = DENIED): ReturnType<typeof failure> => failure('sql', { query }, result);
const QUERIES = [
  'select name from guests',
  'select name, age from guests',
  'select age, name from guests limit',
  'select all name from guests',
  'select distinct name from guests',
  'select distinct age from guests',
  'select all age from guests',
];

testDetector(repeatedFailure, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one failure', events: [sql(QUERIES[0]!)] },
    {
      name: 'the same answers without a failure',
      events: QUERIES.map((query) => call('sql', { query }, 'ok')),
    },
    {
      name: 'each call fails for a reason of its own',
      events: range(3).map((i) => failure('open', { page: WORDS[i] }, `${WORDS[i + 3]!} ${WORDS[i + 6]!}`)),
    },
    {
      name: 'a few missing programs, each tried once',
      events: ['pip', 'uv', 'poetry'].map((program) =>
        failure('bash', { command: `${program} --version` }, `${program}: command not found`),
      ),
    },
    {
      name: 'a batch of one round that fails as one',
      events: range(8).map((i) => failure('open', { page: WORDS[i] }, DENIED, { round: 1 })),
    },
    {
      name: 'a failure between calls that work',
      events: range(3).flatMap((i) => [
        call('read', { path: WORDS[i] }, `all about ${WORDS[i + 1]!}`),
        call('open', { page: WORDS[i + 3] }, `only ${WORDS[i + 4]!}`),
        failure('open', { page: WORDS[i] }, `${WORDS[i]!} has moved to ${WORDS[i + 5]!}`),
      ]),
    },
    { name: 'plain waits that are refused', events: times(6, failure('sleep', { seconds: 5 }, DENIED)) },
  ],
  looping: [
    {
      name: 'reworded queries with one error',
      events: QUERIES.map((query) => sql(query)),
      signals: [
        { at: 2, messageId: 'same', score: 0.55 },
        { at: 3, messageId: 'same', score: 0.7417 },
        { at: 4, messageId: 'same', score: 0.8232 },
        { at: 5, messageId: 'same', score: 0.8759 },
        { at: 6, messageId: 'same', score: 0.9129 },
      ],
    },
    {
      name: 'a lower limit',
      options: { limit: 2 },
      events: QUERIES.slice(0, 2).map((one) => sql(one)),
      signals: [{ at: 1, messageId: 'same', score: 0.8197 }],
    },
    {
      name: 'several tools and one cause',
      events: ['fetch', 'download', 'curl', 'browse', 'mirror', 'pull'].map((tool, i) =>
        failure(tool, { [WORDS[i]!]: WORDS[i + 2] }, 'proxy tunnel handshake refused by gateway'),
      ),
      signals: [
        { at: 2, messageId: 'everywhere', score: 0.4667 },
        { at: 3, messageId: 'everywhere', score: 0.6167 },
        { at: 4, messageId: 'everywhere', score: 0.8061 },
        { at: 5, messageId: 'everywhere', score: 0.853 },
      ],
    },
    {
      name: 'a tool that nothing gets through, each time with another error',
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
        { at: 3, messageId: 'refused', score: 0.45 },
        { at: 4, messageId: 'refused', score: 0.5833 },
        { at: 5, messageId: 'refused', score: 0.6 },
        { at: 6, messageId: 'refused', score: 0.7333 },
      ],
    },
    {
      name: 'ids that the agent makes up',
      events: [4711, 4823, 5290, 6001, 7112, 8090].map((n) =>
        failure('get_order', { order: `ord-${n}ab${n}` }, 'there is no such order in this shop'),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.5333 },
        { at: 3, messageId: 'same', score: 0.7167 },
        { at: 4, messageId: 'same', score: 0.8484 },
        { at: 5, messageId: 'same', score: 0.892 },
      ],
    },
    {
      name: 'an edit between is no excuse for long',
      events: QUERIES.flatMap((query, i) => [edit('db.ts', `${i}`, `${i + 1}`), sql(query)]),
      signals: [
        { at: 5, messageId: 'same', score: 0.3967 },
        { at: 7, messageId: 'same', score: 0.5117 },
        { at: 9, messageId: 'same', score: 0.5567 },
        { at: 11, messageId: 'same', score: 0.6717 },
        { at: 13, messageId: 'same', score: 0.8131 },
      ],
    },
    {
      name: 'steps of a log, failing one after another',
      events: QUERIES.map((intent) => step(intent, 'sql', 'failure')),
      signals: [
        { at: 2, messageId: 'same', score: 0.55 },
        { at: 3, messageId: 'same', score: 0.7417 },
        { at: 4, messageId: 'same', score: 0.8232 },
        { at: 5, messageId: 'same', score: 0.8759 },
        { at: 6, messageId: 'same', score: 0.9129 },
      ],
    },
    {
      name: 'each scheduled run fails for the same reason',
      events: range(6).flatMap((i) => [turn('', { role: 'harness', reason: 'schedule' }), sql(QUERIES[i]!)]),
      signals: [
        { at: 5, messageId: 'same', score: 0.55 },
        { at: 7, messageId: 'same', score: 0.7417 },
        { at: 9, messageId: 'same', score: 0.8461 },
        { at: 11, messageId: 'same', score: 0.892 },
      ],
    },
  ],
});
