import { call, edit, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { repeatedDemand } from './repeated-demand.js';

const demand = turn('Stop hook: run the tests, then stop.', { role: 'harness', reason: 'nudge' });
const done = message('The task is complete, so there is nothing to run.');
const read = (name: string): ReturnType<typeof call> =>
  call('read', { path: `${name}.md` }, `the chapter about ${name} and its many uses`);

testDetector(repeatedDemand, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'a demand made once', events: [demand, done] },
    {
      name: 'the same demand after new work each time',
      events: ['amber', 'birch', 'cedar', 'daisy', 'elder'].flatMap((name) => [demand, read(name)]),
    },
    {
      name: 'the same demand after an edit each time',
      events: [1, 2, 3, 4, 5].flatMap((i) => [demand, edit('a.ts', `v${i}`, `v${i + 1}`), read(`part ${i}`)]),
    },
    {
      name: 'a person speaks between',
      events: [1, 2, 3, 4, 5].flatMap((i) => [demand, done, turn(`please go on with chapter ${i}`)]),
    },
    {
      name: 'other demands',
      events: [
        'run the tests',
        'update the changelog',
        'sign the commit',
        'ask for a review',
        'merge it',
      ].map((text) => turn(text, { role: 'harness', reason: 'nudge' })),
    },
    {
      name: 'scheduled messages',
      events: times(6, [
        turn('Good morning, look at the mail.', { role: 'harness', reason: 'schedule' }),
        done,
      ]),
    },
    {
      name: "the guard's own words",
      events: times(6, [turn('You are going in circles.', { role: 'harness', reason: 'guard' }), done]),
    },
    { name: 'an empty demand', events: times(6, [turn('', { role: 'harness' }), done]) },
  ],
  looping: [
    {
      name: 'the fourth demand answered by messages only',
      events: times(5, [demand, done]),
      signals: [
        { at: 2, messageId: 'unheeded', score: 0.375 },
        { at: 4, messageId: 'unheeded', score: 0.5625 },
        { at: 6, messageId: 'unheeded', score: 0.8 },
        { at: 8, messageId: 'unheeded', score: 0.9 - 0.2 * (Math.SQRT1_2 - 0.5) },
      ],
    },
    {
      name: 'a demand answered by the same failing call',
      events: times(4, [demand, failure('compress', { range: 'all' }, 'nothing to compress')]),
      signals: [
        { at: 2, messageId: 'unheeded' },
        { at: 4, messageId: 'unheeded' },
        { at: 6, messageId: 'unheeded' },
      ],
    },
  ],
});
