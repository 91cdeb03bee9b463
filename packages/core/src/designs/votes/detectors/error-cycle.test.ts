import { expect, it } from 'vitest';
import { readOptions } from '../../../detection/options.js';
import type { AgentEvent } from '../../../event/event.js';
import { recordEvent, newSession } from '../../../session/session.js';
import { call, error, failure, message, range, testDetector, times, turn } from '../../../testing/index.js';
import { errorCycle } from './error-cycle.js';

const type = error('TypeError', 'x is not a function');
const imports = error('ImportError', 'no module named y');
const other = (i: number): typeof type => error(`Error${i}`, `number ${i}`);
const fixed = (fix: string, i = 0): typeof type => error(`Error${i}`, 'still broken', { fix });

/** Nested deeper than any fingerprint reads. */
const deep = JSON.parse(`${'['.repeat(100)}1${']'.repeat(100)}`) as unknown;

testDetector(errorCycle, {
  healthy: [
    { name: 'nothing', events: [] },
    { name: 'one error twice', events: times(2, type) },
    { name: 'many different errors', events: range(20).map(other) },
    { name: 'two different errors', events: [type, imports] },
    { name: 'three errors in rotation, two laps', events: times(2, [type, imports, other(1)]) },
    {
      name: 'one type of error with different messages',
      events: range(6).map((i) => error('AssertionError', `expected ${i} to be ${i + 1}`)),
    },
    { name: 'one message under different types', events: range(6).map((i) => error(`Error${i}`, 'failed')) },
    { name: 'one fix that was tried once', events: [fixed('reinstall the packages')] },
    { name: 'different fixes for different errors', events: range(6).map((i) => fixed(`attempt ${i}`, i)) },
    { name: 'errors without a named fix', events: [error('A', 'a'), error('B', 'b'), error('C', 'c')] },
    {
      name: 'errors with an empty fix',
      events: range(6).map((i) => fixed(i % 2 === 0 ? '' : ' ', i)),
    },
    {
      name: 'successful calls, whatever their text says',
      events: times(5, call('grep', { q: 'Error' }, 'Error: disk full')),
    },
    {
      name: 'different calls that fail without a text',
      events: ['a', 'b', 'c', 'd'].flatMap((tool) => [
        call(tool, {}, undefined, { isError: true }),
        failure(`${tool}2`, {}, ''),
      ]),
    },
    {
      name: 'a third occurrence outside the window',
      options: { window: 3 },
      events: [type, other(1), other(2), other(3), type, other(4), other(5), other(6), type],
    },
    {
      name: 'the earlier fix is outside the window',
      options: { window: 3 },
      events: [fixed('x y', 1), other(2), other(3), other(4), fixed('x y', 5)],
    },
    { name: '`sameError` set higher', options: { sameError: 4 }, events: times(3, type) },
    { name: '`sameFix` set higher', options: { sameFix: 3 }, events: [fixed('x y', 1), fixed('x y', 2)] },
    { name: 'errors too large to compare', events: times(4, call('run', {}, deep, { isError: true })) },
    {
      name: 'events that are not errors',
      events: [message('Error'), message('Error'), message('Error'), turn()],
    },
  ],
  looping: [
    {
      name: 'one error, from the third time on; each further one halves the doubt',
      events: times(5, type),
      signals: [
        { at: 2, messageId: 'same-error', score: 0.93 },
        { at: 3, messageId: 'same-error', score: 0.965 },
        { at: 4, messageId: 'same-error', score: 0.9825 },
      ],
    },
    {
      name: 'other errors in between do not hide it',
      events: [type, other(1), other(2), type, other(3), other(4), type],
      signals: [{ at: 6, messageId: 'same-error', score: 0.93 }],
    },
    {
      name: 'times, line numbers and case do not make an error different',
      events: [
        error('E', 'failed at 10:31:07 in main.ts:42'),
        error('E', 'Failed at 11:02:59 in main.ts:7'),
        error('E', 'FAILED at 12:00:00 in main.ts:99'),
      ],
      signals: [{ at: 2, messageId: 'same-error' }],
    },
    {
      name: 'failed calls are errors, whatever the call; successes between them do not end the loop',
      events: [
        failure('make', { target: 'a' }, 'disk full'),
        call('ls', {}, 'ok'),
        failure('make', { target: 'b' }, 'disk full'),
        failure('cp', {}, 'disk full'),
      ],
      signals: [{ at: 3, messageId: 'same-error' }],
    },
    {
      name: 'an error of one word',
      events: ['a', 'b', 'c'].map((tool) => failure(tool, {}, 'timeout')),
      signals: [{ at: 2, messageId: 'same-error' }],
    },
    {
      name: 'an error that is an object',
      events: times(3, call('run', {}, { code: 'ENOSPC' }, { isError: true })),
      signals: [{ at: 2, messageId: 'same-error' }],
    },
    {
      name: 'one call that fails without a text',
      events: times(3, call('run', {}, undefined, { isError: true })),
      signals: [{ at: 2, messageId: 'same-error' }],
    },
    {
      name: 'an error without a type, or without a message, in any script',
      events: [
        ...times(3, { kind: 'error' as const, message: '接続できません' }),
        ...times(3, error('Timeout')),
      ],
      signals: [
        { at: 2, messageId: 'same-error' },
        { at: 5, messageId: 'same-error' },
      ],
    },
    {
      name: '`sameError` set lower',
      options: { sameError: 2 },
      events: times(2, type),
      signals: [{ at: 1, messageId: 'same-error', score: 0.93 }],
    },
    {
      name: 'the tenth error back is in the window, the eleventh is not',
      options: { sameError: 2 },
      events: [type, ...range(8).map(other), type, ...range(18).slice(8).map(other), type],
      signals: [{ at: 9, messageId: 'same-error' }],
    },
    {
      name: 'the same fix, from the second time on, whatever the error',
      events: [
        fixed('reinstall the packages', 1),
        other(7),
        fixed('Reinstall the  packages!', 2),
        fixed('reinstall the packages', 3),
      ],
      signals: [
        { at: 2, messageId: 'same-fix', score: 0.94 },
        { at: 3, messageId: 'same-fix', score: 0.97 },
      ],
    },
    {
      name: 'the same fix for the same error is reported before the error itself',
      events: times(3, error('E', 'broken', { fix: 'restart it' })),
      signals: [
        { at: 1, messageId: 'same-fix' },
        { at: 2, messageId: 'same-fix' },
      ],
    },
    {
      name: 'two alternating errors, at the third; once one has come three times, that is reported instead',
      events: times(3, [type, imports]),
      signals: [
        { at: 2, messageId: 'whack-a-mole', score: 0.92 },
        { at: 3, messageId: 'whack-a-mole', score: 0.92 },
        { at: 4, messageId: 'same-error' },
        { at: 5, messageId: 'same-error' },
      ],
    },
    {
      name: 'two alternating errors, as failed calls',
      events: [
        failure('make', {}, 'error A'),
        call('edit', {}, 'ok'),
        failure('make', {}, 'error B'),
        failure('make', {}, 'error A'),
      ],
      signals: [{ at: 3, messageId: 'whack-a-mole' }],
    },
  ],
});

/** The last signal about these events. */
function lastSignal(events: readonly AgentEvent[]): ReturnType<typeof errorCycle.step>['signal'] {
  const options = readOptions('error-cycle', errorCycle.meta.options);
  let session = newSession();
  let step: ReturnType<typeof errorCycle.step> = { state: errorCycle.init() };
  for (const event of events) {
    const context = recordEvent(session, event, { window: 1, hasFeatures: false, tools: {} });
    session = context.session;
    step = errorCycle.step(step.state, context, options);
  }
  return step.signal;
}

it.each([
  { name: 'by its type', events: times(3, type), label: 'TypeError' },
  {
    name: 'by its message if it has no type',
    events: times(3, error('', 'disk full')),
    label: 'disk full',
  },
  {
    name: 'by the text of a failed call',
    events: times(3, failure('make', {}, 'disk\nfull')),
    label: 'disk full',
  },
  {
    name: 'by the tool if nothing else is known',
    events: times(3, failure('make', {}, '')),
    label: 'make failed',
  },
])('error-cycle: an error is named $name', ({ events, label }) => {
  expect(lastSignal(events)?.data['error']).toBe(label);
});

it('error-cycle: for two alternating errors it says which fix causes which, with one key for both orders', () => {
  expect(lastSignal([imports, type, imports])?.data).toEqual({ error: 'TypeError', other: 'ImportError' });
  expect(lastSignal([imports, type, imports])?.identity).toBe(lastSignal([type, imports, type])?.identity);
});
