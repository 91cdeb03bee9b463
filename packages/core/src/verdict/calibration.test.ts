import { describe, expect, it } from 'vitest';
import { MECHANISMS } from '../detection/detector.js';
import * as detectors from '../detection/detectors/index.js';
import { play } from '../testing/play.js';
import { call, times } from '../testing/trace.js';
import { interpolate, probabilityOf } from './calibration.js';
import { CALIBRATION } from './calibration-table.js';

describe('a table of probabilities', () => {
  const knots = [
    [0.5, 0.2],
    [1, 0.6],
    [2, 0.9],
  ] as const;

  it.each([
    ['level before the first knot', 0.1, 0.2],
    ['the knot itself', 0.5, 0.2],
    ['half of the way to the next one', 0.75, 0.4],
    ['the next one', 1, 0.6],
    ['a quarter of the way to the last one', 1.25, 0.675],
    ['the last one', 2, 0.9],
    ['level after the last knot', 50, 0.9],
  ])('%s', (_, share, expected) => {
    expect(interpolate(knots, share)).toBeCloseTo(expected, 10);
  });

  it('a single knot gives the same probability everywhere', () => {
    expect([0.5, 1, 3].map((share) => interpolate([[1, 0.7]], share))).toEqual([0.7, 0.7, 0.7]);
  });
});

describe('the probabilities of the default preset', () => {
  it.each(MECHANISMS)('%s: at most 8 rising knots, none of them certain', (mechanism) => {
    const knots = CALIBRATION[mechanism];
    expect(knots.length).toBeGreaterThan(0);
    expect(knots.length).toBeLessThanOrEqual(8);
    for (const [share, probability] of knots) {
      expect(share).toBeGreaterThanOrEqual(0.5);
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1);
    }
    const rises = (values: readonly number[]): boolean =>
      values.every((value, i) => i === 0 || value > values[i - 1]!);
    expect(rises(knots.map(([share]) => share))).toBe(true);
    expect(rises(knots.map(([, probability]) => probability))).toBe(true);
  });

  it.each(Object.values(detectors).map(({ meta }) => [meta.id, meta.mechanism]))(
    '%s uses one of the tables: %s',
    (_, mechanism) => expect(MECHANISMS).toContain(mechanism),
  );

  it('a verdict has the probability at its share of the limit', () => {
    const same = times(5, call('read', { path: 'a' }, 'the same three words'));
    const { verdict } = play('default', same).at(-1) as { verdict: { score: number } };
    expect(verdict.score).toBe(probabilityOf('run', 1));
  });
});
