import { describe, expect, it } from 'vitest';
import { countIntervention, mayIntervene, newObserver } from './observer.js';

const PACE = { minInterval: 15_000, maxInterventions: 6 };

/** The times at which an intervention was allowed. */
function passed(times: readonly (number | undefined)[], pace = PACE): number[] {
  let observer = newObserver();
  return times.flatMap((at, i) => {
    if (!mayIntervene(observer, at, pace)) return [];
    observer = countIntervention(observer, at);
    return [i];
  });
}

describe('observer', () => {
  it.each([
    { name: 'the first is never delayed', times: [0], through: [0] },
    { name: 'the first needs no timestamp', times: [undefined], through: [0] },
    { name: 'one millisecond too early', times: [0, 14_999], through: [0] },
    { name: 'just in time', times: [0, 15_000], through: [0, 1] },
    {
      name: 'a refused intervention does not restart the interval',
      times: [0, 14_999, 15_000],
      through: [0, 2],
    },
    { name: 'a clock that runs backwards proves no interval', times: [20_000, 0, 35_000], through: [0, 2] },
    {
      name: 'without a timestamp a second one cannot prove the interval',
      times: [0, undefined],
      through: [0],
    },
    { name: 'after one without a timestamp, neither can the next', times: [undefined, 1e9], through: [0] },
    {
      name: 'the seventh is one too many',
      times: Array.from({ length: 8 }, (_, i) => i * 20_000),
      through: [0, 1, 2, 3, 4, 5],
    },
  ])('$name', ({ times, through }) => {
    expect(passed(times)).toEqual(through);
  });

  it('allows nothing if the maximum is 0', () => {
    expect(passed([0, 60_000], { ...PACE, maxInterventions: 0 })).toEqual([]);
  });

  it('with interval 0 it still needs a timestamp', () => {
    expect(passed([5, 5, undefined, 5], { ...PACE, minInterval: 0 })).toEqual([0, 1, 3]);
  });
});
