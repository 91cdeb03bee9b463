import { call, edit, message, testDetector, times, turn } from '../../testing/index.js';
import { returningOutcome } from './returning-outcome.js';

type Call = ReturnType<typeof call>;

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

let version = 0;
const change = (): ReturnType<typeof edit> => edit('src/a.ts', `v${version}`, `v${++version}`);
/** The check between changes, with these outcomes one after the other. */
const checks = (outcomes: readonly Call[]): (Call | ReturnType<typeof edit>)[] =>
  outcomes.flatMap((outcome) => [outcome, change()]);

const test = (result: string, isError = true): Call =>
  call('Bash', { command: 'npm test' }, result, { isError });
const left = test('FAIL: the left part does not fit the frame');
const right = test('FAIL: the right part has lost its hinge');
const both = test('FAIL: no bolt of this size is in the box');
const pass = test('ok: 14 passed', false);
const small = call('measure', { what: 'page' }, 'the header hides the menu');
const large = call('measure', { what: 'page' }, 'the menu hides the header');

testDetector(returningOutcome, {
  healthy: [
    { name: 'nothing', events: [] },
    {
      name: 'a check whose failures differ each time',
      events: checks(range(8).map((i) => test(`FAIL: ${'abcdefgh'[i]!} of the parts does not fit`))),
    },
    { name: 'the same failure after every change', events: checks(times(8, left)) },
    { name: 'two failures, once each', events: checks([left, right]) },
    { name: 'back to the first failure once', events: checks([left, right, left]) },
    {
      name: 'pass and fail in turn: a search, or a test-first rhythm',
      events: checks(times(5, [left, pass])),
    },
    {
      name: 'answers in turn without a change in between: that is the world, not the agent',
      events: times(6, [small, large]),
    },
    {
      name: 'a change that changes nothing is none',
      events: times(4, [left, edit('src/a.ts', 'v1', 'v1'), right, edit('src/a.ts', 'v1', 'v1')]),
    },
    {
      name: 'other calls in turn',
      events: times(4, [
        call('Read', { path: 'a.ts' }, 'one'),
        change(),
        call('Read', { path: 'b.ts' }, 'two'),
        change(),
      ]),
    },
    {
      name: 'nothing came back',
      events: checks(times(4, [call('find', { q: 'x' }, ''), call('find', { q: 'x' }, 'no results')])),
    },
    {
      name: 'writes themselves are no checks',
      events: times(4, [
        call('Write', { path: 'a.ts', content: 'x' }, 'one'),
        call('Write', { path: 'a.ts', content: 'y' }, 'two'),
      ]),
    },
    {
      name: 'waits are no checks',
      events: checks(times(4, [call('sleep', { s: 1 }, 'one'), call('sleep', { s: 1 }, 'two')])),
    },
    { name: 'more turns asked for', options: { turns: 5 }, events: checks([left, right, left, right]) },
    {
      name: 'a new task begins anew',
      events: [...checks([left, right]), turn('now this'), ...checks([left, right])],
    },
    { name: 'what is no call', events: times(6, [message('left'), change(), message('right'), change()]) },
    {
      name: 'a check that eight others have pushed out of memory',
      events: range(4).flatMap((i) => [
        ...checks([i % 2 === 0 ? left : right]),
        ...range(8).map((k) => call(`other${'abcdefgh'[k]!}`, {}, `${i} of ${k}`)),
      ]),
    },
  ],
  looping: [
    {
      name: 'two failures in turn, each after a change: a loop at the fourth',
      events: checks([left, right, left, right, left, right]),
      signals: [
        { at: 6, messageId: 'mole', score: 0.8 },
        { at: 8, messageId: 'mole', score: 0.8586 },
        { at: 10, messageId: 'mole', score: 0.9 },
      ],
    },
    {
      name: 'fewer turns asked for',
      options: { turns: 3 },
      events: checks([left, right, left]),
      signals: [{ at: 4, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'three failures in turn: a loop after two laps',
      events: checks([left, right, both, left, right, both]),
      signals: [{ at: 10, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'two findings in turn, where nothing fails',
      events: checks([small, large, small, large]),
      signals: [{ at: 6, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'several looks between two changes count once',
      events: [left, right, left, right].flatMap((outcome) => [outcome, outcome, change()]),
      signals: [{ at: 9, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'lines and counts around the cause may move',
      events: checks(
        range(4).map((i) =>
          test(
            `${i + 3} failing\nError: ${i % 2 === 0 ? 'the left part does not fit' : 'the right part has no hinge'} at line ${i}`,
          ),
        ),
      ),
      signals: [{ at: 6, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'other work in between does not hide it',
      events: checks([left, right, left, right]).flatMap((event, i) => [
        event,
        call('Read', { path: `f${i}` }, `text ${i}`),
      ]),
      signals: [{ at: 12, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'writes by calls are changes too',
      events: [left, right, left, right].flatMap((outcome, i) => [
        outcome,
        call('Write', { path: 'a.ts', content: `try ${i}` }, 'ok'),
      ]),
      signals: [{ at: 6, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'a scheduled run and the same prompt again begin nothing',
      events: [
        turn('make it pass'),
        ...checks([left, right]),
        turn('nightly', { role: 'harness', reason: 'schedule' }),
        ...checks([left]),
        turn('make it pass'),
        ...checks([right]),
      ],
      signals: [{ at: 9, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'the same check with other numbers in its arguments is one check',
      events: checks(
        range(4).map((i) => ({ ...(i % 2 === 0 ? left : right), args: { suite: 'web', seed: i } })),
      ),
      signals: [{ at: 6, messageId: 'mole', score: 0.8 }],
    },
    {
      name: 'seven other checks are remembered beside it',
      events: range(4).flatMap((i) => [
        ...checks([i % 2 === 0 ? left : right]),
        ...range(7).map((k) => call(`other${'abcdefgh'[k]!}`, {}, `${i} of ${k}`)),
      ]),
      signals: [{ at: 27, messageId: 'mole', score: 0.8 }],
    },
  ],
});
