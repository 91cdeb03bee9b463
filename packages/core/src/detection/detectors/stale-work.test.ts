import { call, edit, failure, range, step, testDetector, times } from '../../testing/index.js';
import { staleWork } from './stale-work.js';

const WORDS = ['amber', 'birch', 'cedar', 'daisy', 'elder', 'fern', 'gorse', 'hazel', 'iris', 'juniper'];
const read = (word: string): ReturnType<typeof call> =>
  call('read', { path: `${word}.md` }, `the chapter about ${word} and its many uses`);
const sleep = call('sleep', { seconds: 30 }, '');

testDetector(staleWork, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'file after file', events: WORDS.map(read) },
    {
      name: 'every file read a second time',
      events: times(2, ['amber', 'birch', 'cedar', 'daisy'].map(read)),
    },
    { name: 'a batch', events: WORDS.map((item) => call('archive', { item }, 'ok')) },
    {
      name: 'occasional searches that find nothing',
      events: WORDS.flatMap((word) => [call('grep', { pattern: word }, 'No matches found'), read(word)]),
    },
    {
      name: 'reads again after each edit',
      events: range(8).flatMap((i) => [edit('a.ts', `${i}`, `${i + 1}`), read('amber'), read('birch')]),
    },
    {
      name: 'a poll that moves',
      events: WORDS.flatMap((word) => [call('job', { id: 4 }, `now at the ${word} stage of all`), sleep]),
    },
    {
      name: 'one command for each of many targets, with similar reports',
      events: [...WORDS, 'kudzu', 'larch', 'maple'].map((word, i) =>
        call(
          'shell',
          { command: `npm test -w packages/${word} --silent | tail -4` },
          `Command: npm test -w packages/${word}\nDirectory: (root)\nOutput: test suites all green, tests passed ${20 + i}, ` +
            'snapshots none, time short, ran every suite, nothing obsolete, nothing skipped\nExit code: 0\nSignal: (none)',
        ),
      ),
    },
    { name: 'plain waits', events: times(12, sleep) },
    {
      name: 'different calls of one step that all fail: none of them could learn from another',
      events: WORDS.map((word) =>
        failure(
          'edit_file',
          { path: 'a.cfg', old: `${word} off`, new: `${word} on` },
          'read the file first',
          {
            round: 3,
          },
        ),
      ),
    },
    {
      name: 'checks that are minutes apart',
      events: times(8, read('amber')).map((one, i) => ({ ...one, at: 1_700_000_000_000 + i * 250_000 })),
    },
  ],
  looping: [
    {
      name: 'an act that is only acknowledged counts less: its effect shows elsewhere',
      events: times(9, call('toggle', { lamp: 'hall' }, 'done')),
      signals: [
        { at: 7, messageId: 'stale', score: 0.3864 },
        { at: 8, messageId: 'stale', score: 0.4464 },
      ],
    },
    {
      name: 'the same files again and again',
      events: times(4, ['amber', 'birch', 'cedar'].map(read)),
      signals: [
        { at: 7, messageId: 'stale', score: 0.498 },
        { at: 8, messageId: 'stale', score: 0.648 },
        { at: 9, messageId: 'stale', score: 0.817 },
        { at: 10, messageId: 'stale', score: 0.8613 },
        { at: 11, messageId: 'stale', score: 0.8949 },
      ],
    },
    {
      name: 'a lower limit',
      options: { limit: 2 },
      events: times(4, read('amber')),
      signals: [{ at: 3, messageId: 'stale', score: 0.8526 }],
    },
    {
      name: 'repeats alternating with failures',
      events: range(6).flatMap((i) => [
        read('amber'),
        failure('bash', { command: `run ${WORDS[i]!}` }, `${WORDS[i + 3]!} is not installed here`),
      ]),
      signals: [
        { at: 6, messageId: 'stale', score: 0.591 },
        { at: 7, messageId: 'stale', score: 0.666 },
        { at: 8, messageId: 'stale', score: 0.823 },
        { at: 9, messageId: 'stale', score: 0.8459 },
        { at: 10, messageId: 'stale', score: 0.8832 },
        { at: 11, messageId: 'stale', score: 0.8983 },
      ],
    },
    {
      name: 'plan after plan without any work',
      events: WORDS.map((word) => call('update_plan', { plan: `first the ${word}, then the rest` }, 'ok')),
      signals: [
        { at: 3, messageId: 'stale', score: 0.3825 },
        { at: 4, messageId: 'stale', score: 0.51 },
        { at: 5, messageId: 'stale', score: 0.6375 },
        { at: 6, messageId: 'stale', score: 0.8055 },
        { at: 7, messageId: 'stale', score: 0.8463 },
        { at: 8, messageId: 'stale', score: 0.8786 },
        { at: 9, messageId: 'stale', score: 0.9041 },
      ],
    },
    {
      name: 'an edit that changes nothing is not work',
      events: times(5, [read('amber'), edit('a.ts', 'same', 'same'), read('birch')]),
      signals: [
        { at: 8, messageId: 'stale', score: 0.432 },
        { at: 9, messageId: 'stale', score: 0.582 },
        { at: 11, messageId: 'stale', score: 0.732 },
        { at: 12, messageId: 'stale', score: 0.8433 },
        { at: 14, messageId: 'stale', score: 0.8812 },
      ],
    },
    {
      name: 'steps of a log',
      events: times(5, [step('look around', 'view'), step('look back', 'view')]),
      signals: [
        { at: 5, messageId: 'stale', score: 0.507 },
        { at: 6, messageId: 'stale', score: 0.657 },
        { at: 7, messageId: 'stale', score: 0.82 },
        { at: 8, messageId: 'stale', score: 0.8636 },
        { at: 9, messageId: 'stale', score: 0.8966 },
      ],
    },
  ],
});
