import { expect, it } from 'vitest';
import type { CallEvent } from '../../../event/event.js';
import { recordEvent, newSession } from '../../../session/session.js';
import { call, edit, failure, message, testDetector, times, turn } from '../../../testing/index.js';
import { callCycle } from './call-cycle.js';

const read = call('read_file', { path: 'src/auth.py' }, 'text');
const change = call('edit_file', { path: 'src/auth.py', old: 'a', new: 'b' }, 'ok');
const test = failure('run_tests', {}, '1 failed');
const list = call('ls', {}, 'src');

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(callCycle, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one call', events: [read] },
    { name: 'two different calls', events: [read, change] },
    { name: 'a cycle of two whose second lap misses one call', events: [change, test, change] },
    {
      name: 'a cycle of three whose second lap misses one call',
      events: [read, change, test, read, change],
    },
    { name: 'a cycle of four calls, however often', events: times(5, [read, change, test, list]) },
    {
      name: 'tests after different edits',
      events: [1, 2, 3, 4, 5].flatMap((i) => [
        call('edit_file', { path: 'a.py', new: `try ${i}` }, 'ok'),
        test,
      ]),
    },
    {
      name: 'reading, editing and testing with another edit each time',
      events: [1, 2, 3, 4].flatMap((i) => [
        read,
        call('edit_file', { path: 'a.py', new: `try ${i}` }, 'ok'),
        test,
      ]),
    },
    {
      name: 'reading many files in sequence',
      events: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
        call('read_file', { path: `src/${name}.py` }, 'text'),
      ),
    },
    {
      name: 'one call reused with others in between',
      events: [read, change, list, test, read, test, list, change],
    },
    { name: 'the same call twice with another call between', events: [read, list, read] },
    { name: 'longer cycles than `maxPeriod`', options: { maxPeriod: 1 }, events: times(4, [change, test]) },
    {
      name: 'cycles of three with `maxPeriod` 2',
      options: { maxPeriod: 2 },
      events: times(4, [read, change, test]),
    },
    {
      name: 'arguments too large to compare',
      events: times(3, call('write', deep, 'ok')),
    },
  ],
  looping: [
    {
      name: 'one call repeated: from the second call on, one detection per lap; each lap halves the doubt',
      events: times(4, read),
      signals: [
        { at: 1, messageId: 'repeat', score: 0.75 },
        { at: 2, messageId: 'repeat', score: 0.875 },
        { at: 3, messageId: 'repeat', score: 0.9375 },
      ],
    },
    {
      name: 'two alternating calls: from the fourth call on, one detection per lap',
      events: times(4, [change, test]),
      signals: [
        { at: 3, messageId: 'alternation', score: 0.75 },
        { at: 5, messageId: 'alternation', score: 0.875 },
        { at: 7, messageId: 'alternation', score: 0.9375 },
      ],
    },
    {
      name: 'three alternating calls: from the sixth call on, one detection per lap',
      events: times(3, [read, change, test]),
      signals: [
        { at: 5, messageId: 'cycle', score: 0.75 },
        { at: 8, messageId: 'cycle', score: 0.875 },
      ],
    },
    {
      name: 'a cycle that begins in the middle of other work',
      events: [list, read, change, test, change, test],
      signals: [{ at: 5, messageId: 'alternation', score: 0.75 }],
    },
    {
      name: 'an incomplete lap gives no new signal',
      events: [...times(2, [read, change, test]), read, change],
      signals: [{ at: 5, messageId: 'cycle' }],
    },
    {
      name: 'a break starts the count afresh',
      events: [read, read, list, read, read],
      signals: [
        { at: 1, messageId: 'repeat', score: 0.75 },
        { at: 4, messageId: 'repeat', score: 0.75 },
      ],
    },
    {
      name: 'an alternation that ends in one call over and over',
      events: [change, test, change, test, test, test],
      signals: [
        { at: 3, messageId: 'alternation' },
        { at: 4, messageId: 'repeat', score: 0.75 },
        { at: 5, messageId: 'repeat', score: 0.875 },
      ],
    },
    {
      name: 'a double call inside a longer cycle is its own loop until the longer cycle shows',
      events: times(3, [read, read, test]),
      signals: [
        { at: 1, messageId: 'repeat' },
        { at: 4, messageId: 'repeat' },
        { at: 5, messageId: 'cycle', score: 0.75 },
        { at: 8, messageId: 'cycle', score: 0.875 },
      ],
    },
    {
      name: 'results do not matter: the same call with another result is still the same call',
      events: [call('poll', { id: 1 }, 10), call('poll', { id: 1 }, 20)],
      signals: [{ at: 1, messageId: 'repeat' }],
    },
    {
      name: 'the order of the arguments does not matter',
      events: [call('find', { a: 1, b: 2 }), call('find', { b: 2, a: 1 })],
      signals: [{ at: 1, messageId: 'repeat' }],
    },
    {
      name: 'calls without arguments and results',
      events: times(2, call('next')),
      signals: [{ at: 1, messageId: 'repeat' }],
    },
    {
      name: 'messages, edits and harness messages between the calls do not hide them',
      events: [
        read,
        message('let me look again'),
        edit('a', '1', '2'),
        turn('go on', { role: 'harness' }),
        read,
      ],
      signals: [{ at: 4, messageId: 'repeat' }],
    },
    {
      name: 'a prompt from the user starts a new run',
      events: [read, read, turn(), read, read],
      signals: [
        { at: 1, messageId: 'repeat', score: 0.75 },
        { at: 4, messageId: 'repeat', score: 0.75 },
      ],
    },
    {
      name: 'only single calls, with `maxPeriod` 1',
      options: { maxPeriod: 1 },
      events: [change, test, change, test, test],
      signals: [{ at: 4, messageId: 'repeat' }],
    },
  ],
});

/** The last signal about these calls. */
function lastSignal(events: readonly CallEvent[]): ReturnType<typeof callCycle.step>['signal'] {
  let session = newSession();
  let step: ReturnType<typeof callCycle.step> = { state: callCycle.init() };
  for (const event of events) {
    const context = recordEvent(session, event, { window: 1, hasFeatures: false, tools: {} });
    session = context.session;
    step = callCycle.step(step.state, context, { maxPeriod: 3 });
  }
  return step.signal;
}

it('call-cycle: a cycle has the same key wherever it begins, and another key in another order', () => {
  const [a, b, c] = [read, change, test];
  const identity = (...lap: readonly CallEvent[]): string | undefined =>
    lastSignal([...lap, ...lap])?.identity;
  expect(identity(a, b, c)).toBeDefined();
  expect(identity(b, c, a)).toBe(identity(a, b, c));
  expect(identity(c, a, b)).toBe(identity(a, b, c));
  expect(identity(a, c, b)).not.toBe(identity(a, b, c));
  expect(identity(b, a)).toBe(identity(a, b));
  expect(identity(a)).not.toBe(identity(b));
});

it('call-cycle: the evidence shows the last two laps, and the examples show the calls of one lap', () => {
  expect(lastSignal([list, read, change, test, read, change, test])?.evidence).toMatchObject({
    events: [1, 2, 3, 4, 5, 6],
    examples: ['read_file(src/auth.py)', 'edit_file(src/auth.py)', 'run_tests()'],
    count: 2,
    window: 6,
  });
});
