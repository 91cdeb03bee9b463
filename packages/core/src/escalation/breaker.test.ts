import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../fingerprint/fingerprint.js';
import {
  type Breaker,
  breakerOptions,
  type BreakerOptions,
  checkCall,
  createCallBreaker,
  newBreaker,
} from './breaker.js';

const print = (tool: string, args: unknown): number => fingerprint({ tool, args }).print;
const status = print('git', { command: 'status' });

/** Makes the calls one after the other; `1` means passed, `0` denied. */
function passages(
  calls: readonly (readonly [call: number, at: number])[],
  given: Partial<BreakerOptions> = {},
) {
  const options = breakerOptions(given);
  let breaker = newBreaker();
  const passed = calls.map(([call, at]) => {
    const next = checkCall(breaker, call, at, options);
    breaker = next.breaker;
    return next.passage.kind === 'pass' ? 1 : 0;
  });
  return { passed, breaker, options };
}

const twenty = Array.from({ length: 20 }, (_, i) => [status, i] as const);
const lastOf = (calls: readonly (readonly [number, number])[]): number | undefined =>
  passages(calls).passed.at(-1);

describe('M4 the call breaker', () => {
  it('M4 20 identical calls pass inside 60 s, the 21st is denied', () => {
    const { passed } = passages([...twenty, [status, 20]]);
    expect(passed).toEqual([...Array.from({ length: 20 }, () => 1), 0]);
  });

  it.each([
    [
      'M4 the order of argument keys does not make another call',
      print('x', { a: 1, b: 2 }),
      print('x', { b: 2, a: 1 }),
      0,
    ],
    ['M4 other arguments pass', print('x', { a: 1 }), print('x', { a: 2 }), 1],
    ['M4 another tool passes', print('x', { a: 1 }), print('y', { a: 1 }), 1],
  ])('%s', (_, often, then, expected) => {
    expect(lastOf([...twenty.map(([, at]) => [often, at] as const), [then, 20]])).toBe(expected);
  });

  it.each([
    ['M4 after 59,999 ms the first call still counts', 59_999, 0],
    ['M4 after 60,000 ms it has left the window', 60_000, 1],
  ])('%s', (_, at, expected) => {
    expect(lastOf([...twenty, [status, at]])).toBe(expected);
  });

  it('M4 it recovers one by one as the window slides', () => {
    const calls = Array.from({ length: 20 }, (_, i) => [status, i * 1000] as const);
    const later = [60_000, 60_500, 61_000, 61_999, 62_000].map((at) => [status, at] as const);
    expect(passages([...calls, ...later]).passed.slice(20)).toEqual([1, 0, 1, 0, 1]);
  });

  it('M4 denied calls are not counted', () => {
    const denied = Array.from({ length: 1000 }, (_, i) => [status, 100 + i * 50] as const);
    const { passed } = passages([...twenty, ...denied, [status, 60_020]]);
    expect(passed.filter((one) => one === 1)).toHaveLength(21);
    expect(passed.at(-1)).toBe(1);
  });

  it('M4 a denial says when the next call may pass, and that time is right', () => {
    const { breaker, options } = passages(twenty);
    const { passage } = checkCall(breaker, status, 500, options);
    expect(passage).toEqual({ kind: 'deny', retryAt: 60_000 });
    expect(checkCall(breaker, status, 59_999, options).passage.kind).toBe('deny');
    expect(checkCall(breaker, status, 60_000, options).passage.kind).toBe('pass');
  });

  it('M4 limit and window can be set, and bad values are refused by name', () => {
    expect(
      passages(
        [
          [1, 0],
          [1, 1],
          [1, 10],
        ],
        { calls: 1, window: 10 },
      ).passed,
    ).toEqual([1, 0, 1]);
    expect(() => breakerOptions({ calls: 0 })).toThrow(/breaker\.calls, got 0.*from 1 to 10000/);
    expect(() => breakerOptions({ window: 0.5 })).toThrow(/breaker\.window, got 0\.5/);
  });
});

describe('M4 the breaker as a value', () => {
  it('M4 the breaker that was asked is not changed', () => {
    const { breaker, options } = passages(twenty.slice(0, 5));
    const before = JSON.stringify(breaker);
    checkCall(breaker, status, 100, options);
    expect(JSON.stringify(breaker)).toBe(before);
  });

  it('M4 memory is bounded: old calls are dropped, and so are too many different ones', () => {
    const size = (breaker: Breaker): number =>
      breaker.calls.reduce((sum, [, times]) => sum + times.length, 0);
    const spread = Array.from({ length: 500 }, (_, i) => [i, i * 1000] as const);
    expect(passages(spread).breaker.calls).toHaveLength(60);
    expect(size(passages(Array.from({ length: 500 }, () => [status, 0] as const)).breaker)).toBe(20);
    expect(passages(Array.from({ length: 1500 }, (_, i) => [i, 0] as const)).breaker.calls).toHaveLength(
      1000,
    );
  });

  it('M4 if there are too many calls, it keeps the most recently used', () => {
    const others = Array.from({ length: 998 }, (_, i) => [i, 20] as const);
    const flood = [...twenty, ...others, [status, 21] as const, [2000, 22] as const, [2001, 22] as const];
    expect(lastOf([...flood, [status, 23]])).toBe(0);
  });

  it('M4 in any sliding minute no more than 20 identical calls pass, and a restart changes nothing', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(1, 2), fc.nat({ max: 6000 })), { maxLength: 150 });
    fc.assert(
      fc.property(steps, (gaps) => {
        let now = 0;
        const calls = gaps.map(([call, gap]) => [call, (now += gap)] as const);
        const { passed, options } = passages(calls);
        const through = calls.filter((_, i) => passed[i] === 1);
        for (const [call, at] of through) {
          const inWindow = through.filter(
            ([other, time]) => other === call && time > at - 60_000 && time <= at,
          );
          expect(inWindow.length).toBeLessThanOrEqual(20);
        }
        let stored = JSON.stringify(newBreaker());
        const again = calls.map(([call, at]) => {
          const { breaker, passage } = checkCall(JSON.parse(stored) as Breaker, call, at, options);
          stored = JSON.stringify(breaker);
          return passage.kind === 'pass' ? 1 : 0;
        });
        expect(again).toEqual(passed);
      }),
    );
  });
});

describe('M4 the breaker in memory', () => {
  const steps = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 40 })), { maxLength: 200 });
  const limits = fc.record({
    calls: fc.integer({ min: 1, max: 6 }),
    window: fc.integer({ min: 1, max: 200 }),
  });

  it('M4 answers every call as the pure one does', () => {
    fc.assert(
      fc.property(steps, limits, (gaps, given) => {
        const options = breakerOptions(given);
        const live = createCallBreaker(given);
        let pure = newBreaker();
        let now = 0;
        for (const [call, gap] of gaps) {
          now += gap;
          const { breaker, passage } = checkCall(pure, call, now, options);
          pure = breaker;
          expect(live.check(call, now)).toEqual(passage);
        }
        // It may still hold times that have left the window; the pure breaker continues from them the same
        // way.
        for (const [call, gap] of gaps) {
          const at = now + gap;
          expect(checkCall(live.state(), call, at, options).passage).toEqual(
            checkCall(pure, call, at, options).passage,
          );
        }
      }),
    );
  });

  it('M4 keeps a bounded number of different calls, the most recently used', () => {
    const live = createCallBreaker({ calls: 1 });
    for (let call = 0; call < 1500; call++) live.check(call, 0);
    expect(live.state().calls).toHaveLength(1000);
    expect(live.check(1499, 1).kind).toBe('deny');
    expect(live.check(3, 1).kind).toBe('pass');
  });
});
