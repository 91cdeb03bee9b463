import { call, edit, failure, message, range, testDetector, times, turn } from '../../../testing/index.js';
import { testFailLoop } from './test-fail-loop.js';

const failing = failure('Bash', { command: 'npm test' }, '1 failed: parser');
const passing = call('Bash', { command: 'npm test' }, 'all passed');
/** Calls that succeed. */
const others = (count: number): (typeof passing)[] =>
  range(count).map((i) => call('search', { i }, `result ${i}`));

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(testFailLoop, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two failures', events: times(2, failing) },
    { name: 'a command that succeeds, however often', events: times(9, passing) },
    {
      name: 'one command that fails in a different way each time',
      events: range(9).map((i) => failure('Bash', { command: 'npm test' }, `${i} failed`)),
    },
    {
      name: 'another error ends the streak',
      events: [failing, failing, failure('Bash', { command: 'npm test' }, '2 failed'), failing, failing],
    },
    { name: 'a success ends the streak', events: times(4, [failing, failing, passing]) },
    {
      name: 'different commands that fail in the same way',
      events: range(9).map((i) => failure('Bash', { command: `npm test ${i}` }, 'not found')),
    },
    {
      name: 'a third failure after the first has left the window',
      events: [failing, ...others(10), failing, ...others(8), failing],
    },
    { name: '`failures` set higher', options: { failures: 4 }, events: times(3, failing) },
    {
      name: 'a shorter window',
      options: { window: 3 },
      events: [failing, ...others(1), failing, ...others(1), failing],
    },
    {
      name: 'a text about an error that came back as a success',
      events: times(5, call('Bash', { command: 'npm test' }, 'Error: 1 failed')),
    },
    {
      name: 'failures too large to compare',
      events: times(5, call('Bash', { command: 'npm test' }, deep, { isError: true })),
    },
    { name: 'events that are neither calls nor edits', events: [...times(5, message('1 failed')), turn()] },
  ],
  looping: [
    {
      name: 'the third equal failure of one command',
      events: times(3, failing),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: '`failures` set lower',
      options: { failures: 2 },
      events: times(2, failing),
      signals: [{ at: 1, messageId: 'soft' }],
    },
    {
      name: 'edits and other calls between the failures do not hide them',
      events: range(3).flatMap((i) => [
        edit('a.ts', `${i}`, `${i + 1}`),
        ...others(2),
        message('now?'),
        failing,
      ]),
      signals: [{ at: 14, messageId: 'soft' }],
    },
    {
      name: 'failures of another command in between do not end the streak',
      events: [
        failing,
        failure('Bash', { command: 'make' }, 'exit 2'),
        failing,
        failure('Bash', { command: 'make' }, 'exit 3'),
        failing,
      ],
      signals: [{ at: 4, messageId: 'soft' }],
    },
    {
      name: 'the first failure is the oldest of the last 20 events',
      events: [failing, ...others(9), failing, ...others(8), failing],
      signals: [{ at: 19, messageId: 'soft' }],
    },
    {
      name: 'a longer window',
      options: { window: 30 },
      events: [failing, ...others(14), failing, ...others(13), failing],
      signals: [{ at: 29, messageId: 'soft' }],
    },
    {
      name: 'failures without a text, commands without arguments',
      events: times(3, call('check', undefined, undefined, { isError: true })),
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'CJK errors and errors that are objects',
      events: [
        ...times(3, failure('試験', {}, '失敗しました')),
        ...others(5),
        ...times(3, call('b', {}, { exit: 1 }, { isError: true })),
      ],
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 10, messageId: 'soft' },
      ],
    },
    {
      name: 'the streak starts again after a success',
      events: [failing, failing, passing, ...times(3, failing)],
      signals: [{ at: 5, messageId: 'soft' }],
    },
    {
      name: 'the 5th event after an alert is silent',
      events: [...times(3, failing), ...others(4), failing],
      signals: [{ at: 2, messageId: 'soft' }],
    },
    {
      name: 'the 6th event after an alert may raise a new one',
      events: [...times(3, failing), ...others(5), failing],
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 8, messageId: 'soft' },
      ],
    },
    {
      name: 'a trend raises one hard alert, even inside the cooldown; the 10th event after it is silent, the 11th may alert',
      events: times(15, failing),
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 3, messageId: 'hard' },
        { at: 14, messageId: 'hard' },
      ],
    },
    {
      name: 'a failure every other time is one trend, reported once',
      events: range(8).flatMap((i) => [failing, ...others(1).map((one) => ({ ...one, args: { i } }))]),
      signals: [
        { at: 4, messageId: 'soft' },
        { at: 8, messageId: 'hard' },
      ],
    },
    {
      name: 'after the average has fallen, the next alert is soft again',
      events: [...times(4, failing), ...others(5), failing],
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 3, messageId: 'hard' },
        { at: 9, messageId: 'soft' },
      ],
    },
    {
      name: 'other thresholds for the trend',
      options: { alpha: 0.6, saturation: 0.9, cooldown: 1, longCooldown: 2 },
      events: times(9, failing),
      signals: [
        { at: 2, messageId: 'soft' },
        { at: 4, messageId: 'hard' },
        { at: 7, messageId: 'hard' },
      ],
    },
  ],
});
