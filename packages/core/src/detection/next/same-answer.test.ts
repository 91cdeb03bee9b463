import { call, failure, testDetector, times } from '../../testing/index.js';
import { sameAnswer } from './same-answer.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const QUERIES = [
  'refund rule',
  'rule refund',
  'refund the rule',
  'rule for refund',
  'the refund rule',
  'the rule for refund',
  'for the refund rule',
  'the rule the refund',
];
const PAGE = 'Refunds are paid within two weeks to the account that the order was paid from.';
const search = (query: string, result: unknown = PAGE): ReturnType<typeof call> =>
  call('search', { query }, result);

testDetector(sameAnswer, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two questions', events: QUERIES.slice(0, 2).map((query) => search(query)) },
    { name: 'one call again and again', events: times(8, search('refund rule')) },
    {
      name: 'another answer each time',
      events: QUERIES.map((query, i) => search(query, `${PAGE} ${WORDS[i]!}`)),
    },
    { name: 'a batch that is acknowledged', events: WORDS.map((item) => call('archive', { item }, 'ok')) },
    {
      name: 'a long batch of numbers',
      events: range(40).map((i) => call('archive', { item: i }, 'ok')),
    },
    {
      name: 'an enumeration that finds nothing',
      events: WORDS.map((word) => call('grep', { pattern: word, path: 'src' }, 'No matches found')),
    },
    {
      name: 'edits of one file',
      events: WORDS.map((word, i) =>
        call('edit_file', { path: 'a.ts', old: word, new: `${WORDS[(i + 1) % 10]!} more` }, 'updated a.ts'),
      ),
    },
    {
      name: 'calls of one round',
      events: QUERIES.map((query) => ({ ...search(query), round: 1 })),
    },
    {
      name: 'failures are another matter',
      events: QUERIES.map((query) => failure('search', { query }, PAGE)),
    },
    { name: 'outcomes that are not recorded', events: QUERIES.map((query) => call('search', { query })) },
    { name: 'notes', events: QUERIES.map((thought) => call('think', { thought }, 'noted')) },
  ],
  looping: [
    {
      name: 'one search in other words',
      events: QUERIES.map((query) => search(query)),
      signals: [
        { at: 2, messageId: 'same', score: 0.4448 },
        { at: 3, messageId: 'same', score: 0.6192 },
        { at: 4, messageId: 'same', score: 0.8155 },
        { at: 5, messageId: 'same', score: 0.8663 },
        { at: 6, messageId: 'same', score: 0.8881 },
        { at: 7, messageId: 'same', score: 0.9189 },
      ],
    },
    {
      name: 'a lower limit',
      options: { limit: 2 },
      events: QUERIES.slice(0, 2).map((one) => search(one)),
      signals: [{ at: 1, messageId: 'same', score: 0.5813 }],
    },
    {
      name: 'one search in other words that finds nothing',
      events: QUERIES.map((query) => search(query, [])),
      signals: [
        { at: 3, messageId: 'same', score: 0.4971 },
        { at: 4, messageId: 'same', score: 0.6279 },
        { at: 5, messageId: 'same', score: 0.8032 },
        { at: 6, messageId: 'same', score: 0.8124 },
        { at: 7, messageId: 'same', score: 0.8527 },
      ],
    },
    {
      name: 'fresh ids in the answer',
      events: QUERIES.slice(0, 6).map((query, i) =>
        search(query, { trace: `a1b2c3d4e5f${i}a7`, text: PAGE }),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.4448 },
        { at: 3, messageId: 'same', score: 0.6192 },
        { at: 4, messageId: 'same', score: 0.8155 },
        { at: 5, messageId: 'same', score: 0.8663 },
      ],
    },
    {
      name: 'the answer in MCP blocks',
      events: QUERIES.slice(0, 6).map((query) => search(query, { content: [{ type: 'text', text: PAGE }] })),
      signals: [
        { at: 2, messageId: 'same', score: 0.4448 },
        { at: 3, messageId: 'same', score: 0.6192 },
        { at: 4, messageId: 'same', score: 0.8155 },
        { at: 5, messageId: 'same', score: 0.8663 },
      ],
    },
    {
      name: 'clicks that drift by a few points and change nothing',
      events: [
        [410, 300],
        [412, 302],
        [409, 299],
        [411, 303],
        [413, 301],
        [408, 300],
        [410, 304],
      ].map(([x, y]) => call('view_at', { x, y }, PAGE)),
      signals: [
        { at: 2, messageId: 'same', score: 0.5233 },
        { at: 3, messageId: 'same', score: 0.6977 },
        { at: 4, messageId: 'same', score: 0.8404 },
        { at: 5, messageId: 'same', score: 0.8844 },
        { at: 6, messageId: 'same', score: 0.9162 },
      ],
    },
    {
      name: 'the same question to a person in other words',
      events: QUERIES.slice(0, 6).map((question) => call('ask_user', { question }, 'I do not know')),
      signals: [
        { at: 2, messageId: 'same', score: 0.4884 },
        { at: 3, messageId: 'same', score: 0.6453 },
        { at: 4, messageId: 'same', score: 0.8184 },
        { at: 5, messageId: 'same', score: 0.8642 },
      ],
    },
  ],
});
