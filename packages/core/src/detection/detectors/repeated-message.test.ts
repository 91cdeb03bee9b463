import { call, message, range, testDetector, times, turn } from '../../testing/index.js';
import { repeatedMessage } from './repeated-message.js';

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const PLAN = 'I will now open the config file and look for the wrong setting.';
const read = (word: string): ReturnType<typeof call> =>
  call('read', { path: `${word}.md` }, `the chapter about ${word} and its many uses`);
const STARTS = [
  'I will start by',
  'Let me start by',
  'First I will start by',
  'So I will start by',
  'Now let me start by',
];

testDetector(repeatedMessage, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'said once', events: [message(PLAN)] },
    {
      name: 'the same message twice, with work between',
      events: [message(PLAN), read('amber'), message(PLAN)],
    },
    {
      name: 'the same words while the work moves on',
      events: WORDS.flatMap((word) => [message("Let's run our test script again."), read(word)]),
    },
    {
      name: 'formulaic messages about new things',
      events: WORDS.flatMap((word) => [
        message(`Now I will look at the part about the ${word}.`),
        read(word),
      ]),
    },
    {
      name: 'different messages',
      events: [
        'The build is broken since Monday.',
        'Somebody removed a header from that library.',
        'Restoring it made everything compile.',
      ].map((text) => message(text)),
    },
    {
      name: 'a person who says little gets the same short answer',
      events: ['hello', 'nice day', 'bye then', 'see you'].flatMap((text) => [
        turn(text),
        message('You are welcome!'),
      ]),
    },
    {
      name: 'a short phrase between messages that tell much new',
      events: WORDS.slice(1).flatMap((word, i) => [
        message('Next speaker Surfer'),
        message(
          range(14)
            .map((k) => `${word}${WORDS[k % 10]!}${WORDS[i]!}`)
            .join(' '),
        ),
      ]),
    },
    {
      name: 'a placeholder after each piece of work, and a formula before the next one',
      events: WORDS.flatMap((word) => [
        message(`Now let me create the page about ${word}:`),
        call('write_file', { path: `${word}.html`, content: `all about ${word}` }, 'saved'),
        message('(no content)'),
        call('todo_write', { todos: [{ content: word, status: 'done' }] }, 'Todos were updated'),
      ]),
    },
    {
      name: 'a report with changing numbers',
      events: WORDS.map((_, i) => message(`So far ${i * 7} of 90 guests have answered.`)),
    },
    {
      name: 'a quiz: one form, another word each time, and a person who answers',
      events: WORDS.flatMap((word) => [
        message(`What is the Latin name of ${word}?`),
        turn(`${word}us`),
        message('Correct! Next word.'),
      ]),
    },
    {
      name: 'a person asks four things about one order, and gets four answers',
      events: [
        ['where is order 58210?', 'It left our warehouse on Monday with the early truck.'],
        ['was 58210 paid for?', 'Yes, you paid in full, by card.'],
        ['can 58210 go to my office?', 'The driver can still take it there: which street is that?'],
        ['and who signs for 58210?', 'Anybody at the front desk may sign.'],
      ].flatMap(([asked, said]) => [turn(asked), message(said!)]),
    },
    {
      name: 'one answer to several visitors, each with a number of their own',
      events: range(6).flatMap((i) => [
        turn(`[visitor ${i + 41}] open on Sunday?`),
        read(WORDS[i]!),
        message('We are open from ten to four on Sundays.'),
      ]),
    },
    { name: 'one empty message', events: [message('')] },
    { name: 'empty messages while work moves', events: WORDS.flatMap((word) => [message(''), read(word)]) },
  ],
  looping: [
    {
      name: 'a person gives the same number again and again, and is asked for it in other words',
      events: [
        turn('my parcel never came'),
        message('Sorry to hear that! Could you give me your order number?'),
        turn('it is 58210'),
        message('Thanks! So that I can help you, what is your order number?'),
        turn('58210, as I said'),
        message('I understand. Could you please tell me your order number?'),
        turn('are you reading this? 58210'),
        message('Thank you for waiting. To continue I need your order number, could you give it to me?'),
        turn('58210!'),
        message('Of course. May I have your order number, please, so that I can help?'),
      ],
      signals: [
        { at: 7, messageId: 'alike', score: 0.45 },
        { at: 9, messageId: 'alike', score: 0.675 },
      ],
    },
    {
      name: 'the same after calls that find nothing',
      events: [
        turn('my parcel never came, order 58210'),
        message('Could you give me your order number?'),
        ...['58210', '58210, as I said', '58210 again', 'still 58210'].flatMap((text) => [
          turn(text),
          call('orders_search', { q: '' }, { results: [] }),
          message('Thanks! What is your order number, please?'),
        ]),
      ],
      signals: [
        { at: 7, messageId: 'same' },
        { at: 10, messageId: 'same' },
        { at: 13, messageId: 'same' },
      ],
    },
    {
      name: 'two words in fourteen are new each time: each counts a third',
      events: range(8).map((i) =>
        message(
          `The plan for the old harbour needs one more look at ${'abcdefgh'[i]!.repeat(4)} and then ${'stuvwxyz'[i]!.repeat(4)} too`,
        ),
      ),
      signals: [
        { at: 5, messageId: 'alike', score: 0.4125 },
        { at: 6, messageId: 'alike', score: 0.495 },
        { at: 7, messageId: 'alike', score: 0.5775 },
      ],
    },
    {
      name: 'the same message',
      events: times(5, message(PLAN)),
      signals: [
        { at: 2, messageId: 'same', score: 0.5 },
        { at: 3, messageId: 'same', score: 0.8 },
        { at: 4, messageId: 'same', score: 0.874 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { limit: 2 },
      events: times(3, message(PLAN)),
      signals: [
        { at: 1, messageId: 'same', score: 0.375 },
        { at: 2, messageId: 'same', score: 0.8 },
      ],
    },
    {
      name: 'the same in other words',
      events: STARTS.map((start) => message(`${start} reading the log`)),
      signals: [
        { at: 2, messageId: 'alike' },
        { at: 3, messageId: 'alike' },
        { at: 4, messageId: 'alike' },
      ],
    },
    {
      name: 'with calls between that bring nothing new',
      events: times(6, [message(PLAN), read('amber')]),
      signals: [
        { at: 6, messageId: 'same', score: 0.5 },
        { at: 8, messageId: 'same', score: 0.8 },
        { at: 10, messageId: 'same', score: 0.874 },
      ],
    },
    {
      name: 'notes that say the same',
      events: times(5, call('think', { thought: PLAN }, 'noted')),
      signals: [
        { at: 2, messageId: 'same', score: 0.5 },
        { at: 3, messageId: 'same', score: 0.8 },
        { at: 4, messageId: 'same', score: 0.874 },
      ],
    },
    {
      name: 'empty messages',
      events: times(5, message('')),
      signals: [
        { at: 1, messageId: 'empty', score: 0.375 },
        { at: 2, messageId: 'empty', score: 0.5625 },
        { at: 3, messageId: 'empty', score: 0.8 },
        { at: 4, messageId: 'empty', score: 0.8 },
      ],
    },
    {
      name: 'fewer empty messages allowed',
      options: { empty: 2 },
      events: times(2, message(' ')),
      signals: [{ at: 1, messageId: 'empty', score: 0.8 }],
    },
    {
      name: 'CJK',
      events: times(5, message('設定ファイルを開いて確認します')),
      signals: [
        { at: 2, messageId: 'same', score: 0.5 },
        { at: 3, messageId: 'same', score: 0.8 },
        { at: 4, messageId: 'same', score: 0.874 },
      ],
    },
  ],
});
