import { call, failure, message, testDetector, times, turn } from '../../testing/index.js';
import { failureStreak } from './failure-streak.js';

type Call = ReturnType<typeof failure>;

const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, i) => from + i);

const good = call('ls', {}, 'a.ts b.ts');
const WORDS = ['amber', 'birch', 'coral', 'delta', 'ember', 'frost', 'grove', 'heath', 'ivory', 'juniper'];
/** Another tool with another obstacle each time. */
const odd = (i: number, more: Partial<Call> = {}): Call =>
  failure(`tool${i}`, { i }, `${WORDS[i % 10]!} ${WORDS[(i + 3) % 10]!} broke`, more);
/** The same kind of obstacle, in other words. */
const denied = (i: number, more: Partial<Call> = {}): Call =>
  failure(`tool${i}`, { i }, `${WORDS[i % 10]!} ${WORDS[(i + 3) % 10]!}: permission denied`, more);
const first = failure('build', { target: 'web' }, 'the left part does not fit the frame');
const second = failure('build', { target: 'api' }, 'the right part has lost its hinge');
const third = failure('build', { target: 'db' }, 'no bolt of this size is in the box');
const wait = call('wait', { seconds: 30 }, 'ok');

testDetector(failureStreak, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'three failures of any kind', events: range(3).map((i) => odd(i)) },
    { name: 'two of one lasting kind', events: range(2).map((i) => denied(i)) },
    { name: 'two errors, once each', events: [first, second] },
    {
      name: 'a success now and then, whatever else fails',
      events: range(12).flatMap((i) => [odd(i), odd(i + 1), odd(i + 2), good]),
    },
    {
      name: 'two of one kind, a success, two more',
      events: [denied(0), denied(1), good, denied(2), denied(3), good, denied(4)],
    },
    {
      name: 'a whole round of parallel calls fails at once, as one mistake',
      events: range(10).map((i) => denied(i, { round: 4 })),
    },
    {
      name: 'a passing failure whose answer moves on',
      events: range(12, 1).map((i) =>
        failure('fetch', { url: 'x' }, `503 unavailable, ${40 - i} ahead in the queue`),
      ),
    },
    {
      name: 'kinds that an edit may cure are no kind here',
      events: ['amber', 'birch', 'coral'].map((name) => failure('read', { name }, `${name}: no such file`)),
    },
    { name: 'what is no call', events: [...times(9, message('it failed')), turn('it failed')] },
    { name: 'calls that only wait, whatever comes back', events: times(9, { ...wait, isError: true }) },
    {
      name: 'a new run begins anew',
      events: range(8).flatMap((i) => [odd(i), turn('nightly', { role: 'harness', reason: 'schedule' })]),
    },
    {
      name: 'a new task begins anew',
      events: range(8).flatMap((i) => [denied(i), turn(`task ${WORDS[i]!}`)]),
    },
  ],
  looping: [
    {
      name: 'the fifth failure of a session in which nothing has ever worked',
      events: range(6).map((i) => odd(i)),
      signals: [
        { at: 3, messageId: 'any', score: 0.375 },
        { at: 4, messageId: 'never', score: 0.8 },
        { at: 5, messageId: 'never', score: 0.8484 },
      ],
    },
    {
      name: 'the fourth, if fewer are asked for',
      options: { never: 4 },
      events: [odd(0), odd(1), odd(2), odd(3)],
      signals: [{ at: 3, messageId: 'never', score: 0.8 }],
    },
    {
      name: 'a bad start of which one failure may pass by itself counts as any other row',
      options: { never: 4, any: 8 },
      events: [odd(0), failure('fetch', { url: 'x' }, '503 service unavailable'), odd(2), odd(3), odd(4)],
      signals: [
        { at: 3, messageId: 'any', score: 0.375 },
        { at: 4, messageId: 'any', score: 0.75 * (5 / 8) },
      ],
    },
    {
      name: 'the fourth failure of any kind is a sign, the eighth a loop',
      events: [good, ...range(9).map((i) => odd(i))],
      signals: [
        { at: 4, messageId: 'any', score: 0.375 },
        { at: 5, messageId: 'any', score: 0.75 * (5 / 8) },
        { at: 6, messageId: 'any', score: 0.75 * (6 / 8) },
        { at: 7, messageId: 'any', score: 0.75 * (7 / 8) },
        { at: 8, messageId: 'any', score: 0.8 },
        { at: 9, messageId: 'any', score: 0.8318 },
      ],
    },
    {
      name: 'fewer asked for',
      options: { any: 2 },
      events: range(2).map((i) => odd(i)),
      signals: [{ at: 1, messageId: 'any', score: 0.8 }],
    },
    {
      name: 'the third of one lasting kind is a sign, the fifth a loop, whatever the tool',
      events: [good, ...range(5).map((i) => denied(i))],
      signals: [
        { at: 3, messageId: 'kind', score: 0.45 },
        { at: 4, messageId: 'kind', score: 0.6 },
        { at: 5, messageId: 'kind', score: 0.8 },
      ],
    },
    {
      name: 'fewer of one kind asked for',
      options: { kind: 2 },
      events: range(2).map((i) => denied(i)),
      signals: [{ at: 1, messageId: 'kind', score: 0.8 }],
    },
    {
      name: 'arguments that are refused as invalid are such a kind',
      options: { kind: 3 },
      events: ['amber', 'birch', 'coral'].map((field) => failure('save', { field }, `${field} is invalid`)),
      signals: [
        { at: 1, messageId: 'kind' },
        { at: 2, messageId: 'kind', score: 0.8 },
      ],
    },
    {
      name: 'another kind in between ends the count of the kind, not that of all',
      events: [good, denied(0), denied(1), odd(2), denied(3), denied(4)],
      signals: [
        { at: 4, messageId: 'any', score: 0.375 },
        { at: 5, messageId: 'any', score: 0.75 * (5 / 8) },
      ],
    },
    {
      name: 'two errors in turn: a sign at the third, a loop at the fifth',
      events: [first, second, first, second, first],
      signals: [
        { at: 2, messageId: 'mole', score: 0.75 * (3 / 5) },
        { at: 3, messageId: 'mole', score: 0.75 * (4 / 5) },
        { at: 4, messageId: 'mole', score: 0.8 },
      ],
    },
    {
      name: 'three errors in turn: two and a half laps of three are as much as five in turn',
      events: [good, first, second, third, first, second, third, first, second],
      signals: [
        { at: 4, messageId: 'mole', score: 0.75 * (8 / 3 / 5) },
        { at: 5, messageId: 'mole', score: 0.75 * (10 / 3 / 5) },
        { at: 6, messageId: 'mole', score: 0.75 * (4 / 5) },
        { at: 7, messageId: 'mole', score: 0.75 * (14 / 3 / 5) },
        { at: 8, messageId: 'mole' },
      ],
    },
    {
      name: 'fewer turns asked for',
      options: { turns: 4 },
      events: [first, second, first, second],
      signals: [
        { at: 2, messageId: 'mole' },
        { at: 3, messageId: 'mole', score: 0.8 },
      ],
    },
    {
      name: 'a wait ends nothing',
      events: [first, second, wait, first],
      signals: [{ at: 3, messageId: 'mole', score: 0.75 * (3 / 5) }],
    },
    {
      name: 'one failure a round, over several rounds',
      options: { any: 4 },
      events: range(3, 1).flatMap((round) => range(3).map((i) => odd(3 * round + i, { round }))),
      signals: [
        ...range(3, 3).map((at) => ({ at, messageId: 'any' as const, score: 0.375 })),
        ...range(3, 6).map((at) => ({ at, messageId: 'any' as const, score: 0.5625 })),
      ],
    },
    {
      name: 'the same failure over and over is a streak too',
      options: { any: 3 },
      events: times(3, first),
      signals: [
        { at: 1, messageId: 'any' },
        { at: 2, messageId: 'any', score: 0.8 },
      ],
    },
    {
      name: 'results that only read like failures count',
      options: { any: 2 },
      events: range(2).map((i) => call('run', { i }, `Error: ${WORDS[i]!} broke`)),
      signals: [{ at: 1, messageId: 'any', score: 0.8 }],
    },
    {
      name: 'compaction, a nudge and the same prompt again begin nothing',
      options: { any: 4 },
      events: [
        turn('go'),
        odd(0),
        turn('', { role: 'harness', reason: 'compaction' }),
        odd(1),
        turn('go on', { role: 'harness', reason: 'nudge' }),
        odd(2),
        turn('go'),
        odd(3),
      ],
      signals: [
        { at: 3, messageId: 'any', score: 0.375 },
        { at: 5, messageId: 'any', score: 0.5625 },
        { at: 7, messageId: 'any', score: 0.8 },
      ],
    },
  ],
});
