import { expect, it } from 'vitest';
import { readOptions } from '../../../detection/options.js';
import type { AgentEvent } from '../../../event/event.js';
import { recordEvent, newSession } from '../../../session/session.js';
import { call, delta, failure, message, step, testDetector, times, turn } from '../../../testing/index.js';
import { entropyWindow } from './entropy-window.js';

const stuck = step('fix the build', 'make', 'failure');
const other = (i: number): typeof stuck => step(`step ${i}`, 'make', 'failure');

/** Steps by letter: equal letters are equal steps. */
const steps = (letters: string): (typeof stuck)[] => letters.split('').map((letter) => step(letter, 'tool'));

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(entropyWindow, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one step: 1', events: [stuck] },
    {
      name: 'all steps new, even with `warningUpTo` 1',
      options: { warningUpTo: 1 },
      events: [1, 2, 3].map(other),
    },
    { name: 'all new: 1', events: [1, 2, 3, 4, 5, 6].map(other) },
    { name: 'two of three distinct: 0.6667', events: steps('aba') },
    { name: 'three of five distinct: 0.6', events: steps('abcab') },
    {
      name: 'the same intent with another status is another step',
      events: [step('a', 't', 'success'), step('a', 't', 'failure')],
    },
    { name: 'the same intent with another tool is another step', events: [step('a', 't'), step('a', 'u')] },
    { name: 'the same intent with and without a tool', events: [step('a', 't'), step('a', undefined)] },
    {
      name: 'equality is exact: case and white space count',
      events: [step('Fix it', 't'), step('fix it', 't'), step('fix  it', 't')],
    },
    {
      name: 'a score of exactly 0.5, with `warningInclusive` off',
      options: { warningInclusive: false },
      events: [stuck, stuck],
    },
    {
      name: 'a warning threshold that the score does not reach',
      options: { warningUpTo: 0.3 },
      events: steps('aab'),
    },
    {
      name: 'a repeat that has left the window',
      options: { window: 3, warningUpTo: 0.66 },
      events: steps('abcabcabc'),
    },
    {
      name: 'events that are neither steps nor calls',
      events: [message('a'), message('a'), turn(), delta('a'), delta('a')],
    },
    {
      name: 'calls whose arguments are too large to compare',
      events: times(2, call('write', deep, 'ok')),
    },
    {
      name: 'intents too large to compare',
      events: times(2, step('x'.repeat(1_100_000), 'tool')),
    },
  ],
  looping: [
    {
      name: 'one step over and over: a warning at 0.5, 0.3333 and 0.25, a loop from 0.2 on, at every step',
      events: times(7, stuck),
      signals: [
        { at: 1, messageId: 'warning', score: 0.5 },
        { at: 2, messageId: 'warning', score: 0.6667 },
        { at: 3, messageId: 'warning', score: 0.75 },
        { at: 4, messageId: 'loop', score: 0.8 },
        { at: 5, messageId: 'loop', score: 0.8 },
        { at: 6, messageId: 'loop', score: 0.8 },
      ],
    },
    {
      name: 'two alternating steps: 0.4 is a warning, never a loop',
      events: steps('ababab'),
      signals: [
        { at: 3, messageId: 'warning', score: 0.5 },
        { at: 4, messageId: 'warning', score: 0.6 },
        { at: 5, messageId: 'warning', score: 0.6 },
      ],
    },
    {
      name: 'the window slides: four equal steps of five are a warning, the fifth makes it a loop',
      events: steps('bcaaaaa'),
      signals: [
        { at: 5, messageId: 'warning', score: 0.6 },
        { at: 6, messageId: 'loop', score: 0.8 },
      ],
    },
    {
      name: 'a new step ends the loop, and five equal steps are needed again',
      events: steps('aaaaabaaaaa'),
      signals: [
        { at: 1, messageId: 'warning' },
        { at: 2, messageId: 'warning' },
        { at: 3, messageId: 'warning' },
        { at: 4, messageId: 'loop' },
        { at: 5, messageId: 'warning' },
        { at: 6, messageId: 'warning' },
        { at: 7, messageId: 'warning' },
        { at: 8, messageId: 'warning' },
        { at: 9, messageId: 'warning' },
        { at: 10, messageId: 'loop' },
      ],
    },
    {
      name: 'another window and threshold: eight equal steps score 0.125',
      options: { window: 8, loopBelow: 0.13 },
      events: times(8, stuck),
      signals: [
        ...[1, 2, 3, 4, 5, 6].map((at) => ({ at, messageId: 'warning' as const })),
        { at: 7, messageId: 'loop', score: 0.875 },
      ],
    },
    {
      name: 'the threshold itself is not a loop: 0.25 is a warning',
      options: { window: 4 },
      events: times(4, stuck),
      signals: [
        { at: 1, messageId: 'warning' },
        { at: 2, messageId: 'warning' },
        { at: 3, messageId: 'warning', score: 0.75 },
      ],
    },
    {
      name: 'a higher threshold for a loop',
      options: { loopBelow: 0.34 },
      events: times(3, stuck),
      signals: [
        { at: 1, messageId: 'warning' },
        { at: 2, messageId: 'loop', score: 0.6667 },
      ],
    },
    {
      name: 'with `warningInclusive` off, only scores below 0.5 warn',
      options: { warningInclusive: false },
      events: times(3, stuck),
      signals: [{ at: 2, messageId: 'warning', score: 0.6667 }],
    },
    {
      name: 'a call counts as a step whose intent is its arguments',
      events: times(5, failure('make', { target: 'all' }, 'exit 2')),
      signals: [
        { at: 1, messageId: 'warning' },
        { at: 2, messageId: 'warning' },
        { at: 3, messageId: 'warning' },
        { at: 4, messageId: 'loop', score: 0.8 },
      ],
    },
    {
      name: 'the results of calls do not matter, only whether they failed',
      events: [call('ls', {}, 'a'), call('ls', {}, 'b'), failure('ls', {}, 'b')],
      signals: [{ at: 1, messageId: 'warning', score: 0.5 }],
    },
    {
      name: 'steps without a tool, with an empty intent, in any script',
      events: [step('', undefined), step('', undefined), step('修正', '作る'), step('修正', '作る')],
      signals: [
        { at: 1, messageId: 'warning', score: 0.5 },
        { at: 3, messageId: 'warning', score: 0.5 },
      ],
    },
  ],
});

/** The classification of the last of these events. */
function lastStep(events: readonly AgentEvent[], given: object = {}): ReturnType<typeof entropyWindow.step> {
  const options = readOptions('entropy-window', entropyWindow.meta.options, given);
  let session = newSession();
  let last: ReturnType<typeof entropyWindow.step> = { state: entropyWindow.init() };
  for (const event of events) {
    const context = recordEvent(session, event, { window: 1, hasFeatures: false, tools: {} });
    session = context.session;
    last = entropyWindow.step(last.state, context, options);
  }
  return last;
}

it('entropy-window: the alert of a loop has the repeated step, its count and the window size', () => {
  expect(lastStep([other(1), ...times(5, stuck)]).reports).toEqual([
    { event_type: 'entropy_score', entropy_score: 0.2, severity: 'LOOP', window_size: 5 },
    {
      event_type: 'entropy_alert',
      entropy_score: 0.2,
      window_size: 5,
      repeated_pattern: { intent: 'fix the build', tool_call: 'make', action_status: 'failure' },
      occurrence_count: 5,
    },
  ]);
});

it.each([
  { name: 'a warning', events: times(3, stuck), score: 0.3333, severity: 'WARNING', size: 3 },
  { name: 'a normal step', events: [stuck], score: 1, severity: 'NORMAL', size: 1 },
])('entropy-window: $name gives a score and no alert', ({ events, score, severity, size }) => {
  expect(lastStep(events).reports).toEqual([
    { event_type: 'entropy_score', entropy_score: score, severity, window_size: size },
  ]);
});

it('entropy-window: the alert names the most frequent step, or the newest of several equally frequent ones', () => {
  const loose = { window: 6, loopBelow: 0.4 };
  expect(lastStep(steps('abaaba'), loose).reports?.[1]).toMatchObject({
    repeated_pattern: { intent: 'a' },
    occurrence_count: 4,
  });
  expect(lastStep(steps('abbaab'), loose).reports?.[1]).toMatchObject({
    repeated_pattern: { intent: 'b' },
    occurrence_count: 3,
  });
  expect(lastStep(steps('aaaaab'), loose).signal).toMatchObject({
    data: { step: 'tool(a)', count: 5 },
    evidence: { last: 5 },
  });
});

it('entropy-window: a call is reported with its arguments and whether it failed', () => {
  const pattern = (event: AgentEvent): unknown =>
    lastStep(times(5, event)).reports?.[1]?.['repeated_pattern'];
  expect(pattern(call('make', { command: 'all' }, 'x'))).toEqual({
    intent: 'all',
    tool_call: 'make',
    action_status: 'success',
  });
  expect(pattern(failure('make', { command: 'all' }, 'x'))).toMatchObject({ action_status: 'failure' });
});

it('entropy-window: the alert cuts long texts, and names a step without a tool by its intent', () => {
  const { signal, reports } = lastStep(times(5, step('x'.repeat(9000), undefined)));
  expect(JSON.stringify(reports).length).toBeLessThan(1000);
  expect(signal?.data['step']).toBe(`${'x'.repeat(500)}…`);
});
