import { call, edit, message, testDetector, times, turn } from '../../testing/index.js';
import { unheededNudge } from './unheeded-nudge.js';

const nudge = (text = 'SUMMARY.md is missing. Write it before you finish.'): ReturnType<typeof turn> =>
  turn(text, { role: 'harness', reason: 'nudge' });
const talk = message('Everything has been completed, see above.');
const chapter = message('word '.repeat(40));
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

testDetector(unheededNudge, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two nudges are nothing yet', events: times(2, [nudge(), talk]) },
    {
      name: 'a call after each nudge',
      events: times(8, [nudge(), talk, call('write_file', { path: 'a' }, 'ok')]),
    },
    {
      name: 'a change after each nudge',
      events: range(8).flatMap((i) => [nudge(), edit('a', `${i}`, `${i + 1}`)]),
    },
    { name: 'a text that is written in parts', events: times(8, [nudge('Continue.'), chapter]) },
    { name: 'other nudges', events: range(8).flatMap((i) => [nudge(`Now do part ${i}.`), talk]) },
    {
      name: 'what a person says again and again',
      events: times(8, [turn('Go on.'), talk]),
    },
    {
      name: 'nudges without a text',
      events: times(8, [{ kind: 'turn', role: 'harness', reason: 'nudge' } as const, talk]),
    },
    {
      name: 'nudges of another run',
      events: [
        ...times(2, [nudge(), talk]),
        turn('Every night.', { role: 'harness', reason: 'schedule' }),
        nudge(),
        nudge(),
      ],
    },
    { name: 'a higher limit', options: { nudges: 10 }, events: times(4, [nudge(), talk]) },
    {
      name: 'a shorter message that counts as a deed',
      options: { words: 4 },
      events: times(8, [nudge(), talk]),
    },
  ],
  looping: [
    {
      name: 'the same demand, answered with words',
      events: times(6, [nudge(), talk]),
      signals: [
        { at: 4, messageId: 'ignored' },
        { at: 6, messageId: 'ignored' },
        { at: 8, messageId: 'ignored' },
        { at: 10, messageId: 'ignored' },
      ],
    },
    {
      name: 'a hook that has no name for its reason',
      events: times(5, [turn('There are open todos.', { role: 'harness', reason: 'other' }), talk]),
      signals: [
        { at: 4, messageId: 'ignored' },
        { at: 6, messageId: 'ignored' },
        { at: 8, messageId: 'ignored' },
      ],
    },
    {
      name: 'demands that differ in a time only',
      events: range(5).map((i) => nudge(`09:1${i} the file is missing`)),
      signals: [
        { at: 2, messageId: 'ignored' },
        { at: 3, messageId: 'ignored' },
        { at: 4, messageId: 'ignored' },
      ],
    },
    {
      name: 'one word more would have been a deed',
      events: times(5, [nudge(), message('word '.repeat(39))]),
      signals: [
        { at: 4, messageId: 'ignored' },
        { at: 6, messageId: 'ignored' },
        { at: 8, messageId: 'ignored' },
      ],
    },
    {
      name: 'in a script without blanks',
      events: times(5, [nudge('続けてください'), message('それでは、資料の作成を始めます。')]),
      signals: [
        { at: 4, messageId: 'ignored' },
        { at: 6, messageId: 'ignored' },
        { at: 8, messageId: 'ignored' },
      ],
    },
    {
      name: 'what was done before the first demand does not count',
      events: [call('read', { path: 'a' }, 'x'), ...times(5, [nudge(), talk])],
      signals: [
        { at: 5, messageId: 'ignored' },
        { at: 7, messageId: 'ignored' },
        { at: 9, messageId: 'ignored' },
      ],
    },
    {
      name: 'a lower limit',
      options: { nudges: 2 },
      events: times(2, [nudge(), talk]),
      signals: [{ at: 2, messageId: 'ignored' }],
    },
  ],
});
