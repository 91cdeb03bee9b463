import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { rewordedCall } from './reworded-call.js';

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

const QUESTIONS = [
  'can acid be stored next to acetone',
  'is acid safe next to acetone',
  'may acid stand next to acetone',
  'can acid and acetone be stored together',
  'is acid stored next to acetone safe',
  'may acid be stored next to acetone',
];
const ANSWER = 'The documents at hand do not answer this question at all.';
const ask = (question: string, answer = ANSWER): ReturnType<typeof call> => call('ask', { question }, answer);
const asked = (count: number): ReturnType<typeof call>[] =>
  QUESTIONS.slice(0, count).map((question) => ask(question));

const WORDINGS = [
  'debounce helper',
  'helper debounce',
  'debounce function',
  'function debounce helper',
  'debounce util',
  'util debounce helper',
];
const search = (q: string, result: unknown = 'No matches found'): ReturnType<typeof call> =>
  call('search', { q }, result);
const searched = (count: number): ReturnType<typeof call>[] => WORDINGS.slice(0, count).map((q) => search(q));

const draft = (verb: string, path = 'a.java'): ReturnType<typeof call> =>
  call(
    'write_file',
    { path, content: `class that ${verb} an order of the shop into a record for the store` },
    'ok',
  );
const VERBS = ['maps', 'turns', 'makes', 'casts', 'moves', 'puts'];
const NAMES = [
  'Alder Metals',
  'Birch Foods',
  'Cobalt Freight',
  'Delta Tools',
  'Elm Sons',
  'Fjord Fish',
  'Grey Works',
  'Hazel Yarns',
];
const post = (text: string, result = 'posted'): ReturnType<typeof call> =>
  call('post_message', { channel: 'news', text }, result);
/** Nothing is there, whatever the offset. */
const beyond = (offset: number): ReturnType<typeof call> =>
  call(
    'read_file',
    { path: 'a.log', offset },
    `The offset ${offset} lies beyond the end of the file (80 lines).`,
  );
/** The same test with another seed each time. */
const seeds = (count: number): ReturnType<typeof call>[] =>
  range(count).map((i) =>
    call(
      'bash',
      { command: `RNG_SEED=${5447995 + 7919 * i} cargo test merge` },
      'running 1 test\ntest merge ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored',
    ),
  );

testDetector(rewordedCall, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two wordings are no sign yet', events: asked(2) },
    { name: 'two searches without a hit are none either', events: searched(2) },
    { name: 'two drafts', events: VERBS.slice(0, 2).map((verb) => draft(verb)) },
    {
      name: 'new answers to similar questions',
      events: QUESTIONS.map((question, i) =>
        ask(question, `Answer ${i}: see chapter ${'abcdef'.charAt(i)} of the handbook.`),
      ),
    },
    {
      name: 'the same answer to unlike questions',
      events: [
        'who pays',
        'where is it',
        'how long does that take',
        'what colour',
        'any news',
        'which size',
      ].map((question) => ask(question)),
    },
    { name: 'the very same question again is for another detector', events: times(8, ask(QUESTIONS[0]!)) },
    { name: 'short acknowledgements', events: QUESTIONS.map((question) => ask(question, 'noted')) },
    {
      name: 'one short receipt with a new id for each of a batch',
      events: range(8).map((i) =>
        call(
          'generate_image',
          { prompt: `flat icon of a ${NAMES[i] ?? ''}, two colours, white background` },
          { status: 'ok', path: `/out/${(0x2b76ad09 + 7919 * i).toString(16)}.png` },
        ),
      ),
    },
    {
      name: 'one short receipt with a name of the question for each of a batch',
      events: range(8).map((i) =>
        call(
          'generate_image',
          { prompt: `flat icon of a ${NAMES[i] ?? ''}, two colours, white background` },
          { status: 'ok', path: `/out/${(NAMES[i] ?? '').split(' ').join('-')}.png` },
        ),
      ),
    },
    {
      name: 'other targets with the same acknowledgement',
      events: range(8).map((i) =>
        call(
          'send_email',
          { to: `u${i}@x.test`, body: 'come to the workshop on Monday' },
          'queued for delivery by the mail service',
        ),
      ),
    },
    {
      name: 'other paths in the command',
      events: range(8).map((i) =>
        call(
          'bash',
          { command: `grep -n TODO src/part${i}.ts` },
          'Binary file matches, and nothing else was printed',
        ),
      ),
    },
    {
      name: 'news with other figures',
      events: range(8).map((i) => post(`the build number ${i} is out and ready`)),
    },
    {
      name: 'the world changed in between',
      events: QUESTIONS.flatMap((question, i) => [ask(question), edit('a', `${i}`, `${i + 1}`)]),
    },
    {
      name: 'wordings that lie too far apart',
      options: { window: 4 },
      events: QUESTIONS.flatMap((question, i) => [
        ask(question),
        ...range(3).map((k) => call('read', { path: `${i}${k}` }, `text ${i} ${k}`)),
      ]),
    },
    {
      name: 'one round asks in many words at once',
      events: QUESTIONS.map((question) => ({ ...ask(question), round: 1 })),
    },
    {
      name: 'many names that find nothing are a batch',
      events: NAMES.map((name) => call('screen', { name }, '{"matches":[]}')),
    },
    {
      name: 'three months that find nothing are a batch',
      events: range(3).map((i) => call('report', { month: `2026-0${i + 1}`, kind: 'late orders' }, '0 rows')),
    },
    { name: 'five seeds with one answer are a sweep', events: seeds(5) },
    {
      name: 'drafts that each meet another failure',
      events: VERBS.flatMap((verb, i) => [
        draft(verb),
        failure('bash', { command: 'make' }, `Unexpected token ${NAMES[i] ?? ''} at line ${9 * i}`),
      ]),
    },
    {
      name: 'a hit ends the row',
      events: [...searched(2), search('debounce', 'found in lib/timing.ts'), ...searched(2)],
    },
    {
      name: 'other tools find nothing either',
      events: range(8).map((i) => call(`search${i}`, { q: 'debounce helper' }, 'No matches found')),
    },
    {
      name: 'silence is an acknowledgement as often as a miss',
      events: range(8).map((i) => call('touch', { name: `file ${NAMES[i] ?? ''}` }, '')),
    },
    {
      name: 'different files with the same content',
      events: VERBS.map((verb, i) => draft(verb, `${i}.java`)),
    },
    {
      name: 'unlike contents for one file',
      events: NAMES.map((name, i) =>
        call(
          'write_file',
          {
            path: 'a',
            content: `${name} ${range(8)
              .map((k) => `word${i}x${k}y`)
              .join(' ')}`,
          },
          'ok',
        ),
      ),
    },
    {
      name: 'something else between the drafts',
      events: VERBS.flatMap((verb) => [draft(verb), call('test', {}, 'two tests fail in the store')]),
    },
    {
      name: 'texts too short to tell',
      events: range(8).map((i) => call('write_file', { path: 'a', content: `one two three ${i}` }, 'ok')),
    },
    {
      name: 'pages of a file',
      events: range(8).map((i) =>
        call(
          'read_file',
          { path: 'a.log', offset: 100 * i },
          `INFO all is well here, entry ${i}\nINFO and here too, entry ${i}`,
        ),
      ),
    },
    {
      name: 'failures are for another detector',
      events: QUESTIONS.map((question) => failure('ask', { question }, ANSWER)),
    },
    { name: 'a new task', events: ['one', 'two', 'three'].flatMap((text) => [turn(text), ...asked(2)]) },
    { name: 'what is no call', events: QUESTIONS.map((text) => message(text)) },
  ],
  looping: [
    {
      name: 'five wordings of one question, one answer',
      events: asked(6),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
        { at: 5, messageId: 'same', score: 0.8484 },
      ],
    },
    {
      name: 'fewer wordings asked for',
      options: { same: 2 },
      events: asked(2),
      signals: [{ at: 1, messageId: 'same', score: 0.8 }],
    },
    {
      name: 'an answer that quotes the question',
      events: QUESTIONS.slice(0, 5).map((question) =>
        ask(question, `You asked: ${question}. Our handbook covers different topics.`),
      ),
      signals: [
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'less likeness asked for',
      options: { likeness: 0.1 },
      events: [
        'who pays it all',
        'who gets it then',
        'who has it now',
        'who was it again',
        'who is it really',
      ].map((question) => ask(question)),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'other calls and failures in between do not hide it',
      events: QUESTIONS.slice(0, 5)
        .flatMap((question, i) => [
          ask(question),
          call('read', { path: `${i}` }, `text ${i}`),
          failure('x', { i }, `no ${i}`),
        ])
        .slice(0, 13),
      signals: [
        { at: 6, messageId: 'same', score: 0.45 },
        { at: 9, messageId: 'same', score: 0.6 },
        { at: 12, messageId: 'same', score: 0.6 },
      ],
    },
    {
      name: 'rounds, not calls, are counted',
      events: QUESTIONS.map((question, i) => ({ ...ask(question), round: Math.floor(i / 2) })),
      signals: [
        { at: 4, messageId: 'same', score: 0.45 },
        { at: 5, messageId: 'same', score: 0.45 },
      ],
    },
    {
      name: 'the same news sent again in other words',
      events: [
        'version four is out now with dark mode',
        'version four is now out with a dark mode',
        'now version four is out with dark mode',
        'dark mode is out now with version four',
        'out now with dark mode is version four',
      ].map((text) => post(text)),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'other places of one file, and nothing there',
      events: range(5).map((i) => beyond(100 * (i + 1))),
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 3, messageId: 'same', score: 0.6 },
        { at: 4, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'six searches for one thing find nothing',
      events: [...searched(6), search('debounce helper')],
      signals: [
        { at: 2, messageId: 'empty', score: 0.375 },
        { at: 3, messageId: 'empty', score: 0.5 },
        { at: 4, messageId: 'empty', score: 0.625 },
        { at: 5, messageId: 'empty', score: 0.8 },
        { at: 6, messageId: 'empty', score: 0.8413 },
      ],
    },
    {
      name: 'fewer misses asked for',
      options: { empty: 2 },
      events: [search('debounce helper'), search('debounce function')],
      signals: [{ at: 1, messageId: 'empty', score: 0.8 }],
    },
    {
      name: 'a search in one file',
      events: range(6).map((i) => call('read', { path: 'a.log', filter: NAMES[i] }, 'No matches found')),
      signals: [
        { at: 2, messageId: 'empty', score: 0.375 },
        { at: 3, messageId: 'empty', score: 0.5 },
        { at: 4, messageId: 'empty', score: 0.625 },
        { at: 5, messageId: 'empty', score: 0.8 },
      ],
    },
    {
      name: 'only numbers vary: it takes one more',
      events: range(7).map((i) => call('report', { month: `2026-0${i + 1}`, kind: 'late orders' }, '0 rows')),
      signals: [
        { at: 3, messageId: 'empty', score: 0.4286 },
        { at: 4, messageId: 'empty', score: 0.5357 },
        { at: 5, messageId: 'empty', score: 0.6429 },
        { at: 6, messageId: 'empty', score: 0.8 },
      ],
    },
    {
      name: 'only numbers vary, and the answer never does: more are tried before it is said',
      events: seeds(11),
      signals: [
        { at: 5, messageId: 'same', score: 0.4091 },
        { at: 6, messageId: 'same', score: 0.4773 },
        { at: 7, messageId: 'same', score: 0.5455 },
        { at: 8, messageId: 'same', score: 0.6136 },
        { at: 9, messageId: 'same', score: 0.6818 },
        { at: 10, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'drafts that all meet one failure',
      events: VERBS.flatMap((verb) => [
        draft(verb),
        failure('bash', { command: 'make' }, 'Main.java:4: error: ";" expected'),
      ]),
      signals: [
        // The first time, the failure was new.
        { at: 6, messageId: 'rewrite', score: 0.45 },
        { at: 8, messageId: 'rewrite', score: 0.6 },
        { at: 10, messageId: 'rewrite', score: 0.8 },
      ],
    },
    {
      name: 'five drafts of nearly the same content',
      events: VERBS.map((verb) => draft(verb)),
      signals: [
        { at: 2, messageId: 'rewrite', score: 0.45 },
        { at: 3, messageId: 'rewrite', score: 0.6 },
        { at: 4, messageId: 'rewrite', score: 0.8 },
        { at: 5, messageId: 'rewrite', score: 0.8484 },
      ],
    },
    {
      name: 'fewer drafts asked for',
      options: { rewrite: 2 },
      events: VERBS.slice(0, 2).map((verb) => draft(verb)),
      signals: [{ at: 1, messageId: 'rewrite', score: 0.8 }],
    },
    {
      name: 'wordings before a new task do not count',
      events: [...asked(3), turn('next'), ...asked(3)],
      signals: [
        { at: 2, messageId: 'same', score: 0.45 },
        { at: 6, messageId: 'same', score: 0.45 },
      ],
    },
  ],
});
