import {
  call,
  delta,
  edit,
  failure,
  message,
  range,
  testDetector,
  times,
  turn,
} from '../../../testing/index.js';
import { toolRepetition } from './tool-repetition.js';

const status = call('Bash', { command: 'git status' }, 'clean');
const read = call('Read', { path: 'a.ts' }, 'text');
const change = call('Edit', { path: 'a.ts', old: 'x', new: 'y' }, 'ok');
const other = (i: number): typeof status => call(`tool${i}`, { i }, `result ${i}`);

/** Ten arguments, one of which drifts: 9 of 11 leaves are shared, 0.818. */
const drifting = (i: number): typeof status =>
  call('search', { ...Object.fromEntries(range(9).map((k) => [`k${k}`, k])), limit: i }, `found ${i}`);
/** Nine arguments, one of which drifts: 8 of 10 leaves are shared, exactly 0.8. */
const atTheLine = (i: number): typeof status =>
  call('search', { ...Object.fromEntries(range(8).map((k) => [`k${k}`, k])), limit: i }, `found ${i}`);

const PLAN =
  'look at the log of the last build then find the first error in it and fix the line that it names with';

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(toolRepetition, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'two identical calls', events: times(2, status) },
    {
      name: 'three npm test calls with different results',
      events: range(3).map((i) => call('Bash', { command: 'npm test' }, `PASS tests ${i}`)),
    },
    {
      name: 'long polling with a new result each time',
      events: range(20).map((i) => call('poll', { id: 7 }, `${i} %`)),
    },
    {
      name: 'reading related files',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        call('Read', { path: `src/${name}.ts` }, `text of ${name}`),
      ),
    },
    {
      name: 'reading related files without a recorded result',
      events: ['a', 'b', 'c', 'd'].map((name) => call('Read', { path: `src/${name}.ts` })),
    },
    { name: 'another call between the identical ones', events: [status, status, other(1), status] },
    {
      name: 'an error among equal results',
      events: [status, status, failure('Bash', { command: 'git status' }, 'clean')],
    },
    { name: 'one and a half rounds of two alternating calls', events: [read, change, read] },
    {
      name: 'tests after different edits',
      events: range(6).flatMap((i) => [
        call('Edit', { path: 'a.ts', new: `try ${i}` }, `ok ${i}`),
        call('Bash', { command: 'npm test' }, `fail ${i}`),
      ]),
    },
    { name: 'three similar calls', events: range(3).map(drifting) },
    { name: 'a likeness of just 0.8', events: range(6).map(atTheLine) },
    {
      name: 'similar arguments for different tools',
      events: range(4).map((i) => ({ ...drifting(i), tool: `search${i}` })),
    },
    { name: 'two different calls with one result', events: [call('a', {}, 'none'), call('b', {}, 'none')] },
    {
      name: 'one call three times with one result and others in between does not count as three different calls',
      events: [status, other(1), status, other(2), status],
    },
    {
      name: 'a fourth similar call outside the window',
      options: { window: 3 },
      events: range(8).map(drifting),
    },
    {
      name: 'a third call with the result outside the window',
      options: { window: 2, exact: 2 },
      events: ['a', 'b', 'c'].map((tool) => call(tool, {}, 'none')),
    },
    {
      name: 'thresholds set higher',
      options: { exact: 4, similar: 5 },
      events: times(3, status),
    },
    {
      name: 'a similarity threshold of 1 is never exceeded',
      options: { similarity: 1 },
      events: times(6, [status, other(1), other(2)]),
    },
    { name: 'arguments and results too large to compare', events: times(3, call('write', deep, deep)) },
    {
      name: 'events that are not calls',
      events: [message('a'), message('a'), message('a'), turn(), delta('a'), edit('a', '1', '2')],
    },
  ],
  looping: [
    {
      name: 'identical calls with equal results, from the third on; each further call halves the doubt',
      events: times(5, status),
      signals: [
        { at: 2, messageId: 'exact', score: 0.95 },
        { at: 3, messageId: 'exact', score: 0.975 },
        { at: 4, messageId: 'exact', score: 0.9875 },
      ],
    },
    {
      name: 'a missing result equals a missing result',
      events: times(3, call('Bash', { command: 'git status' })),
      signals: [{ at: 2, messageId: 'exact', score: 0.95 }],
    },
    {
      name: 'calls without arguments',
      events: times(3, call('next')),
      signals: [{ at: 2, messageId: 'exact' }],
    },
    {
      name: 'messages and turns between identical calls do not hide them',
      events: [status, message('again'), status, turn(), status],
      signals: [{ at: 4, messageId: 'exact' }],
    },
    {
      name: '`exact` set lower',
      options: { exact: 2 },
      events: times(2, status),
      signals: [{ at: 1, messageId: 'exact', score: 0.95 }],
    },
    {
      name: 'a failing command counts like any other',
      events: times(3, failure('Bash', { command: 'make' }, 'exit 2')),
      signals: [{ at: 2, messageId: 'exact' }],
    },
    {
      name: 'two alternating calls, from the second full cycle on',
      events: times(3, [read, change]),
      signals: [
        { at: 3, messageId: 'ping-pong', score: 0.92 },
        { at: 4, messageId: 'ping-pong', score: 0.92 },
        { at: 5, messageId: 'ping-pong', score: 0.96 },
      ],
    },
    {
      name: '`pingPong` set higher',
      options: { pingPong: 3 },
      events: [
        ...times(2, [call('Read', {}, 1), call('Edit', {}, 2)]),
        call('Read', {}, 3),
        call('Edit', {}, 4),
      ],
      signals: [{ at: 5, messageId: 'ping-pong', score: 0.92 }],
    },
    {
      name: 'one tool with nearly the same arguments, from the fourth call on',
      events: range(5).map(drifting),
      signals: [
        { at: 3, messageId: 'similar', score: 0.91 },
        { at: 4, messageId: 'similar', score: 0.955 },
      ],
    },
    {
      name: 'long texts are compared word by word',
      events: ['care', 'haste', 'skill', 'luck'].map((word, i) =>
        call('plan', { text: `${PLAN} ${word}` }, `done ${i}`),
      ),
      signals: [{ at: 3, messageId: 'similar' }],
    },
    {
      name: '`similarity` set lower',
      options: { similarity: 0.79 },
      events: range(4).map(atTheLine),
      signals: [{ at: 3, messageId: 'similar' }],
    },
    {
      name: 'similar calls with other calls in between, while the first is in the window',
      options: { window: 7 },
      events: [drifting(0), other(1), drifting(1), other(2), drifting(2), other(3), drifting(3)],
      signals: [{ at: 6, messageId: 'similar' }],
    },
    {
      name: 'one call with one result, again and again between others',
      events: [status, other(1), status, other(2), status, other(3), status],
      signals: [{ at: 6, messageId: 'similar' }],
    },
    {
      name: 'different calls with identical output, from the third on',
      events: [...['a', 'b', 'c', 'd'].map((tool) => call(tool, {}, 'no results'))],
      signals: [
        { at: 2, messageId: 'same-result', score: 0.91 },
        { at: 3, messageId: 'same-result', score: 0.955 },
      ],
    },
    {
      name: 'a repeated call counts once among different calls',
      events: ['a', 'b', 'a', 'c', 'a'].map((tool, i) => call(tool, { i: tool }, i < 9 ? 'no results' : '')),
      signals: [
        { at: 3, messageId: 'same-result', score: 0.91 },
        { at: 4, messageId: 'same-result', score: 0.91 },
      ],
    },
    {
      name: 'empty output counts as output',
      events: ['a', 'b', 'c'].map((tool) => call(tool, {}, '')),
      signals: [{ at: 2, messageId: 'same-result' }],
    },
    {
      name: '`sameResult` set lower',
      options: { sameResult: 2 },
      events: [call('a', {}, 'none'), call('b', {}, 'none')],
      signals: [{ at: 1, messageId: 'same-result', score: 0.91 }],
    },
    {
      name: 'the tenth call back is in the window, the eleventh is not',
      options: { sameResult: 2 },
      events: [
        call('a', {}, 'none'),
        ...range(8).map(other),
        call('b', {}, 'none'),
        ...range(10, 20).map(other),
        call('c', {}, 'none'),
      ],
      signals: [{ at: 9, messageId: 'same-result' }],
    },
    {
      name: 'CJK arguments and results',
      events: times(3, call('検索', { 語: '循環' }, '見つかりません')),
      signals: [{ at: 2, messageId: 'exact' }],
    },
  ],
});
