import { describe, expect, test } from 'vitest';
import { interpolate } from '../../packages/core/src/verdict/calibration.js';
import type { Case } from '../../packages/loopbench/src/data/case.js';
import { fit, heldOut, reliabilityOf, weightsOf } from './fit.js';
import type { Point, SourcedRun } from './points.js';

const run = (source: string, expect_: Case['expect']): SourcedRun => ({
  source,
  run: {
    case: { id: '', events: [], expect: expect_, category: '', source },
    ...{ acts: [], signals: [], refused: 0 },
  },
});
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
const point = (share: number, isTrue: boolean, source = 'a', isLoop = isTrue): Point => ({
  ...{ source, mechanism: 'run', share, isTrue, isLoop },
});

describe('weights', () => {
  test('make one trace in ten a loop', () => {
    const { loop, healthy } = weightsOf([...times(30, run('a', 'loop')), ...times(10, run('a', 'no_loop'))]);
    expect(30 * loop).toBeCloseTo(4, 10);
    expect(10 * healthy).toBeCloseTo(36, 10);
  });

  test('of loops alone, or of none, are finite', () => {
    expect(weightsOf([run('a', 'loop')])).toEqual({ loop: 0.1, healthy: 0 });
    expect(weightsOf([])).toEqual({ loop: 0, healthy: 0.9 });
  });
});

describe('the table', () => {
  const weights = { loop: 0.2, healthy: 1.8 };
  const points = [
    ...times(90, point(0.5, true)),
    ...times(90, point(0.5, false)),
    ...times(300, point(1, true)),
    ...times(10, point(1, false)),
  ];

  test('has the probability at the base rate, a little doubted', () => {
    const { run: knots } = fit(points, weights);
    expect(knots.map(([share]) => share)).toEqual([0.5, 1]);
    expect(knots[0]![1]).toBeCloseTo(0.1, 3);
    // 60 of 78, and one trace more at the base rate.
    expect(knots[1]![1]).toBeCloseTo(60.1 / 79, 3);
  });

  test('a signal well before the loop is false, at the weight of its trace', () => {
    const early = fit([...times(60, point(1, true)), ...times(60, point(1, false, 'a', true))], weights);
    expect(early.run[0]![1]).toBeCloseTo(12.1 / 25, 3);
  });

  test('a mechanism without data says the base rate', () => {
    expect(fit(points, weights).text).toEqual([[1, 0.1]]);
  });

  test('has at most 8 knots, and they rise', () => {
    const many = Array.from({ length: 40 }, (_, i) => [
      ...times(20 * (i + 1), point(0.5 + i / 20, true)),
      ...times(40 - i, point(0.5 + i / 20, false)),
    ]).flat();
    const { run: knots } = fit(many, weights);
    expect(knots.length).toBe(8);
    expect(knots.map(([, p]) => p)).toEqual(knots.map(([, p]) => p).toSorted((a, b) => a - b));
    expect(interpolate(knots, 2.4)).toBeGreaterThan(interpolate(knots, 0.6) + 0.3);
  });
});

describe('leaving one source out', () => {
  const runs = ['a', 'b'].flatMap((source) => [
    ...times(100, run(source, 'loop')),
    ...times(100, run(source, 'no_loop')),
  ]);
  const points = [...times(100, point(1, true, 'a')), ...times(100, point(1, false, 'b'))];

  test('a source is predicted by the others alone', () => {
    const predicted = heldOut(runs, points);
    const of = (source: string) => predicted.find(({ point: one }) => one.source === source)!.probability;
    expect(of('a')).toBeLessThan(0.1);
    expect(of('b')).toBeGreaterThan(0.9);
  });

  test('reliability compares what is predicted with what is measured', () => {
    const at = (probability: number, isTrue: boolean, weight = 1) => ({
      ...{ point: point(1, isTrue), probability, weight },
    });
    const { bins, error } = reliabilityOf([at(0.25, true), at(0.25, false, 3), at(1, true, 4)]);
    expect(bins).toEqual([
      { from: 0.2, predicted: 0.25, measured: 0.25, n: 2 },
      { from: 0.9, predicted: 1, measured: 1, n: 1 },
    ]);
    expect(error).toBe(0);
    expect(reliabilityOf([at(0.25, true), at(0.9, true, 3)]).error).toBeCloseTo(0.25 * 0.75 + 0.75 * 0.1, 10);
  });
});
