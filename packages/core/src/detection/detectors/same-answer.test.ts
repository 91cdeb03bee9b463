import { call, failure, range, testDetector, times } from '../../testing/index.js';
import { sameAnswer } from './same-answer.js';

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
const RECEIPT =
  'The change was applied to the copy in the work folder. Review it, run the linter, and go on with the next one.';
const REFUSED =
  'Your fix did not target all of the lines in the list above, so it was not applied. Fill in the whole form.';
const search = (query: string, result: unknown = PAGE): ReturnType<typeof call> =>
  call('search', { query }, result);

const build = (word: string): string =>
  `cd work && echo ${word} && make clean all && ls out/debug/app && date`;
const listing = (word: string, size: number): string =>
  `${word}\ntotal 18240\n-rw-r--r-- 1 ci ci ${size} Sep 14 app-debug.apk`;

testDetector(sameAnswer, {
  healthy: [
    { name: 'nothing', events: [] },
    {
      name: 'edits of one file with the same long receipt',
      events: WORDS.slice(0, 8).map((word, i) =>
        call('edit_file', { path: 'a.ts', old: `let ${word};`, new: `const ${word} = ${i};` }, RECEIPT),
      ),
    },
    {
      name: 'things added to one list with the same long receipt',
      events: WORDS.slice(0, 8).map((word) =>
        call('add_chapter', { book: 'garden', title: word, text: `All about ${word} and more` }, RECEIPT),
      ),
    },
    {
      name: 'work on one thing, acknowledged in the same words',
      events: WORDS.map((word) =>
        call('decorate', { what: 'garden gate', with: word }, 'the garden gate is done'),
      ),
    },
    {
      name: 'a long command for one thing after another',
      events: WORDS.map((word, i) =>
        call('shell', { command: build(word) }, listing(word, 18_671_000 + 37 * i)),
      ),
    },
    {
      name: 'offers to one buyer that differ in the price',
      events: [8.2, 8.6, 8.8, 9, 9.1, 9.2, 9.3].map((price) =>
        call('send_offer', { to: 'buyer', sku: 'EUR-PAL', qty: 200, price }, 'delivered'),
      ),
    },
    {
      name: 'messages of one form about other orders',
      events: range(8).map((i) =>
        call(
          'send_mail',
          { to: 'ann@shop.example', body: `Your order ${7100 + i} is on its way and arrives soon.` },
          'sent',
        ),
      ),
    },
    { name: 'two questions', events: QUERIES.slice(0, 2).map((query) => search(query)) },
    { name: 'one call again and again', events: times(8, search('refund rule')) },
    {
      name: 'another answer each time',
      events: QUERIES.map((query, i) => search(query, `${PAGE} ${WORDS[i]!}`)),
    },
    {
      name: 'a batch whose items are all acknowledged',
      events: WORDS.map((item) => call('archive', { item }, 'ok')),
    },
    {
      name: 'a long batch of numbers',
      events: range(40).map((i) => call('archive', { item: i }, 'ok')),
    },
    {
      name: 'a short enumeration that finds nothing',
      events: WORDS.slice(0, 7).map((word) =>
        call('grep', { pattern: word, path: 'src' }, 'No matches found'),
      ),
    },
    {
      name: 'empty answers, until the tool brings something new',
      events: QUERIES.flatMap((query, i) =>
        i % 2 === 0 ? [search(query, [])] : [search(query, []), search(WORDS[i]!, `all about ${WORDS[i]!}`)],
      ),
    },
    {
      name: 'a similar mail to one person after another',
      events: WORDS.map((name, i) =>
        call(
          'send_email',
          { to: `${name}@mail.example`, body: `Dear ${name}, thank you for your gift to the choir` },
          { status: 'sent', id: `7d89826c8${i}` },
        ),
      ),
    },
    {
      name: 'edits of one file',
      events: WORDS.map((word, i) =>
        call('edit_file', { path: 'a.ts', old: word, new: `${WORDS[(i + 1) % 10]!} more` }, 'updated a.ts'),
      ),
    },
    {
      name: 'parallel calls of one round',
      events: QUERIES.map((query) => ({ ...search(query), round: 1 })),
    },
    {
      name: 'failures are left to other detectors',
      events: QUERIES.map((query) => failure('search', { query }, PAGE)),
    },
    { name: 'outcomes that are not recorded', events: QUERIES.map((query) => call('search', { query })) },
    { name: 'notes', events: QUERIES.map((thought) => call('think', { thought }, 'noted')) },
  ],
  looping: [
    {
      name: 'one reminder in other words',
      events: [
        'Please remember to register your hours today.',
        'A reminder: register the hours, please.',
        'Could everybody register hours today, please?',
        'Remember the registration of your hours.',
        'Please register hours; this is a reminder.',
        'Hours: please remember to register them.',
      ].map((body) => call('send_mail', { to: 'team@work.example', body }, 'sent')),
      signals: [
        { at: 2, messageId: 'same' },
        { at: 3, messageId: 'same' },
        { at: 4, messageId: 'same' },
        { at: 5, messageId: 'same' },
      ],
    },
    {
      name: 'variants of a command that print one bare number',
      events: ['', '-i', '-E', '-i -E', '-E -i', '-ii'].map((flags) =>
        call('bash', { command: `grep -r ${flags} rose garden flower | wc -l` }, '16538'),
      ),
      signals: [
        { at: 3, messageId: 'same', score: 0.5042 },
        { at: 4, messageId: 'same', score: 0.5958 },
        { at: 5, messageId: 'same', score: 0.8046 },
      ],
    },
    {
      name: 'one search, reworded',
      events: QUERIES.map((query) => search(query)),
      signals: [
        { at: 2, messageId: 'same', score: 0.425 },
        { at: 3, messageId: 'same', score: 0.5917 },
        { at: 4, messageId: 'same', score: 0.8031 },
        { at: 5, messageId: 'same', score: 0.8553 },
        { at: 6, messageId: 'same', score: 0.8778 },
        { at: 7, messageId: 'same', score: 0.9102 },
      ],
    },
    {
      name: 'an acknowledgement that repeats words of each request',
      events: [
        'a red kite',
        'red kite at sea',
        'kite, red, above the sea',
        'the red kite',
        'red kite, sea',
      ].map((idea) => call('prompt_builder', { idea }, { ok: true, prompt: 'a red kite above the sea' })),
      signals: [
        { at: 2, messageId: 'same' },
        { at: 3, messageId: 'same' },
        { at: 4, messageId: 'same' },
      ],
    },
    {
      name: 'a word without effect, which only the output repeats',
      events: WORDS.map((word) => call('shell', { command: build(word) }, listing(word, 18_671_231))),
      signals: [
        { at: 3, messageId: 'same' },
        { at: 4, messageId: 'same' },
        { at: 5, messageId: 'same' },
        { at: 6, messageId: 'same' },
        { at: 7, messageId: 'same' },
        { at: 8, messageId: 'same' },
        { at: 9, messageId: 'same' },
      ],
    },
    {
      name: 'a lower limit',
      options: { limit: 2 },
      events: QUERIES.slice(0, 2).map((one) => search(one)),
      signals: [{ at: 1, messageId: 'same', score: 0.5813 }],
    },
    {
      name: 'one search, reworded, that finds nothing',
      events: QUERIES.map((query) => search(query, [])),
      signals: [
        { at: 2, messageId: 'same', score: 0.3833 },
        { at: 3, messageId: 'same', score: 0.5167 },
        { at: 4, messageId: 'same', score: 0.65 },
        { at: 5, messageId: 'same', score: 0.812 },
        { at: 6, messageId: 'same', score: 0.8388 },
        { at: 7, messageId: 'same', score: 0.874 },
      ],
    },
    {
      name: 'empty answers in different wordings',
      events: QUERIES.slice(0, 6).map((query, i) =>
        search(query, [[], 'No results found.', { results: [] }][i % 3]),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.3833 },
        { at: 3, messageId: 'same', score: 0.5167 },
        { at: 4, messageId: 'same', score: 0.65 },
        { at: 5, messageId: 'same', score: 0.812 },
      ],
    },
    {
      name: 'a long enumeration that finds nothing is a sign, but not yet a warning',
      events: WORDS.map((word) => call('grep', { pattern: word, path: 'src' }, 'No matches found')),
      signals: [
        { at: 7, messageId: 'same', score: 0.391 },
        { at: 8, messageId: 'same', score: 0.4142 },
        { at: 9, messageId: 'same', score: 0.4356 },
      ],
    },
    {
      name: 'an answer that differs only where it quotes the question',
      events: [40, 90, 15, 70, 33, 58].map((limit, i) =>
        call('search', { query: QUERIES[i], limit }, { limit, rule: 'within two weeks' }),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.425 },
        { at: 3, messageId: 'same', score: 0.5917 },
        { at: 4, messageId: 'same', score: 0.6833 },
        { at: 5, messageId: 'same', score: 0.809 },
      ],
    },
    {
      name: 'fresh ids in the answer',
      events: QUERIES.slice(0, 6).map((query, i) =>
        search(query, { trace: `a1b2c3d4e5f${i}a7`, text: PAGE }),
      ),
      signals: [
        { at: 2, messageId: 'same', score: 0.425 },
        { at: 3, messageId: 'same', score: 0.5917 },
        { at: 4, messageId: 'same', score: 0.8031 },
        { at: 5, messageId: 'same', score: 0.8553 },
      ],
    },
    {
      name: 'the answer in MCP blocks',
      events: QUERIES.slice(0, 6).map((query) => search(query, { content: [{ type: 'text', text: PAGE }] })),
      signals: [
        { at: 2, messageId: 'same', score: 0.425 },
        { at: 3, messageId: 'same', score: 0.5917 },
        { at: 4, messageId: 'same', score: 0.8031 },
        { at: 5, messageId: 'same', score: 0.8553 },
      ],
    },
    {
      name: 'clicks that move by a few points and change nothing',
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
        { at: 2, messageId: 'same', score: 0.5 },
        { at: 3, messageId: 'same', score: 0.6667 },
        { at: 4, messageId: 'same', score: 0.8286 },
        { at: 5, messageId: 'same', score: 0.874 },
        { at: 6, messageId: 'same', score: 0.9074 },
      ],
    },
    {
      name: 'fixes that are refused in the same words, with other work between',
      events: WORDS.slice(0, 4).flatMap((word, i) => [
        call('read_file', { path: `${word}.md` }, `the chapter about ${word} and its many uses`),
        call('write_fix', { path: 'a.java', line: `return ${word};` }, REFUSED),
        call('write_fix', { path: 'a.java', line: `return ${word} + ${i};` }, REFUSED),
      ]),
      signals: [
        { at: 4, messageId: 'same', score: 0.4622 },
        { at: 5, messageId: 'same', score: 0.6122 },
        { at: 7, messageId: 'same', score: 0.7488 },
        { at: 8, messageId: 'same', score: 0.8481 },
        { at: 10, messageId: 'same', score: 0.8801 },
        { at: 11, messageId: 'same', score: 0.9091 },
      ],
    },
    {
      name: 'the same question to a person, reworded',
      events: QUERIES.slice(0, 6).map((question) => call('ask_user', { question }, 'I do not know')),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
        { at: 5, messageId: 'same', score: 0.8484 },
      ],
    },
  ],
});
