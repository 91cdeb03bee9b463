import { expect, it } from 'vitest';
import { readOptions } from '../../../detection/options.js';
import type { AgentEvent } from '../../../event/event.js';
import { recordEvent, newSession } from '../../../session/session.js';
import { call, edit, failure, message, range, testDetector, times } from '../../../testing/index.js';
import { progressMatrix } from './progress-matrix.js';

const same = call('execute_code', { code: 'build()' }, 'exit 1');
/** A new approach with the old outcome. */
const attempt = (i: number): typeof same => call('execute_code', { code: `try ${i}` }, 'exit 1');
/** A new approach with a new outcome. */
const progress = (i: number): typeof same => call('execute_code', { code: `step ${i}` }, `result ${i}`);

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(progressMatrix, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'new approaches with new outcomes', events: range(20).map(progress) },
    {
      name: 'one approach with outcomes that change',
      events: range(20).map((i) => call('poll', {}, `${i} %`)),
    },
    { name: 'three identical steps: stagnation, streak 2', events: times(3, same) },
    { name: 'five approaches with one outcome: stuck, streak 4', events: range(5).map(attempt) },
    {
      name: 'progress ends a stagnation',
      events: [...times(3, same), progress(1), same, same, progress(2), same, same],
    },
    {
      name: 'a new outcome ends a stagnation',
      events: [...times(3, same), call('execute_code', { code: 'build()' }, 'exit 0'), same, same],
    },
    {
      name: 'progress ends being stuck',
      events: [0, 1, 2, 3, 4].map(attempt).concat(progress(1), [5, 6, 7, 8].map(attempt)),
    },
    {
      name: 'a stagnation ends being stuck, and the other way round',
      events: [0, 1, 2, 3, 4]
        .map(attempt)
        .concat(attempt(0), [5, 6, 7, 8].map(attempt), attempt(1), attempt(2)),
    },
    {
      name: 'an error with the text of a success is another outcome',
      events: times(2, [failure('a', {}, 'x'), call('b', {}, 'y')]),
    },
    {
      name: 'approaches that left the window are new again',
      options: { memory: 2 },
      events: times(6, [1, 2, 3].map(progress)),
    },
    {
      name: 'different calls without a recorded outcome',
      events: range(12).map((i) => call('notify', { i })),
    },
    { name: 'steps too large to compare', events: times(7, call('execute_code', deep, deep)) },
    {
      name: 'events that are not calls',
      events: [...times(9, message('same')), ...times(9, edit('a', '1', '2'))],
    },
  ],
  looping: [
    {
      name: 'identical steps: the 4th warns (streak 3), the 6th blocks (streak 5), and every one after it',
      events: times(7, same),
      signals: [
        { at: 3, messageId: 'stagnation-warning' },
        { at: 4, messageId: 'stagnation-warning' },
        { at: 5, messageId: 'stagnation-block' },
        { at: 6, messageId: 'stagnation-block' },
      ],
    },
    {
      name: 'new approaches, one outcome: the 6th warns (streak 5), the 9th blocks (streak 8)',
      events: range(10).map(attempt),
      signals: [
        { at: 5, messageId: 'stuck-warning' },
        { at: 6, messageId: 'stuck-warning' },
        { at: 7, messageId: 'stuck-warning' },
        { at: 8, messageId: 'stuck-block' },
        { at: 9, messageId: 'stuck-block' },
      ],
    },
    {
      name: 'known steps in any order are a stagnation: they need not be one step',
      events: [progress(1), progress(2), progress(3), progress(1), progress(3), progress(2)],
      signals: [{ at: 5, messageId: 'stagnation-warning' }],
    },
    {
      name: 'a known approach with the known outcome of another approach is a stagnation',
      events: [call('a', {}, 1), call('b', {}, 2), call('a', {}, 2), call('b', {}, 1), call('a', {}, 1)],
      signals: [{ at: 4, messageId: 'stagnation-warning' }],
    },
    {
      name: 'messages between the steps do not end the streak',
      events: times(4, [message('once more'), same]),
      signals: [{ at: 7, messageId: 'stagnation-warning' }],
    },
    {
      name: 'one step without a result, repeated: two missing results are equal',
      events: times(4, call('notify', { text: 'hi' })),
      signals: [{ at: 3, messageId: 'stagnation-warning' }],
    },
    {
      name: 'after progress the count starts again',
      events: [...times(4, same), progress(1), ...times(3, same)],
      signals: [
        { at: 3, messageId: 'stagnation-warning' },
        { at: 7, messageId: 'stagnation-warning' },
      ],
    },
    {
      name: 'other thresholds for a stagnation',
      options: { stagnationWarn: 1, stagnationBlock: 2 },
      events: times(3, same),
      signals: [
        { at: 1, messageId: 'stagnation-warning' },
        { at: 2, messageId: 'stagnation-block' },
      ],
    },
    {
      name: 'other thresholds for being stuck',
      options: { stuckWarn: 2, stuckBlock: 3 },
      events: range(4).map(attempt),
      signals: [
        { at: 2, messageId: 'stuck-warning' },
        { at: 3, messageId: 'stuck-block' },
      ],
    },
    {
      name: 'the same number for warning and block: the block wins',
      options: { stagnationWarn: 2, stagnationBlock: 2 },
      events: times(3, same),
      signals: [{ at: 2, messageId: 'stagnation-block' }],
    },
    {
      name: 'approaches at the far end of the window',
      options: { memory: 3 },
      events: times(2, [1, 2, 3].map(progress)),
      signals: [{ at: 5, messageId: 'stagnation-warning' }],
    },
    {
      name: 'an empty result is a result',
      options: { stuckWarn: 2 },
      events: range(3).map((i) => call('search', { i }, '')),
      signals: [{ at: 2, messageId: 'stuck-warning' }],
    },
  ],
});

/** The class of each of these steps. */
function play(events: readonly AgentEvent[], given: object = {}): ReturnType<typeof progressMatrix.step>[] {
  const options = readOptions('progress-matrix', progressMatrix.meta.options, given);
  let session = newSession();
  let state = progressMatrix.init();
  return events.map((event) => {
    const context = recordEvent(session, event, { window: 1, hasFeatures: false, tools: {} });
    const step = progressMatrix.step(state, context, options);
    session = context.session;
    state = step.state;
    return step;
  });
}

it.each([
  { steps: 256, isKnown: true },
  { steps: 257, isKnown: false },
])('progress-matrix: a step of $steps steps ago is known: $isKnown', ({ steps, isKnown }) => {
  const found = play([...range(steps).map(progress), progress(0)], { stagnationWarn: 1 }).map(
    ({ signal }) => signal?.messageId,
  );
  expect(found.at(-1)).toBe(isKnown ? 'stagnation-warning' : undefined);
  expect(found.slice(0, -1).every((one) => one === undefined)).toBe(true);
});

it('progress-matrix: every step is reported with its class, the streaks and the consequence', () => {
  const events = [
    call('a', {}, 1),
    call('b', {}, 1),
    call('a', {}, 2),
    ...times(5, call('a', {}, 2)),
    call('c', {}, 3),
  ];
  const reports = play(events).flatMap((step) => step.reports ?? []);
  expect(
    reports.map(({ classification, action, stuck, stagnation }) => [
      classification,
      action,
      stuck,
      stagnation,
    ]),
  ).toEqual([
    ['progress', 'none', 0, 0],
    ['stuck', 'none', 1, 0],
    ['world_changed', 'none', 0, 0],
    ['stagnation', 'none', 0, 1],
    ['stagnation', 'none', 0, 2],
    ['stagnation', 'warn', 0, 3],
    ['stagnation', 'warn', 0, 4],
    ['stagnation', 'block', 0, 5],
    ['progress', 'none', 0, 0],
  ]);
  expect(new Set(reports.map((report) => report.event_type))).toEqual(new Set(['loop_detection']));
});

it('progress-matrix: a warning asks for care, a block for action, and both name the steps of the streak', () => {
  const [warning, , block] = play(times(6, same)).slice(3);
  expect(warning?.signal).toMatchObject({
    urgency: 'warn',
    score: 0.8,
    data: { streak: 3 },
    evidence: { count: 4, last: 3 },
  });
  expect(block?.signal).toMatchObject({
    urgency: 'hard',
    score: 0.95,
    data: { streak: 5 },
    evidence: { count: 6, last: 5 },
  });
});
