import { describe, expect, it } from 'vitest';
import type { Case } from '../data/case.js';
import { withEqualLengths } from '../data/equal-lengths.js';
import { different, same } from '../data/made-up.js';
import { markFiring } from '../measure/score.js';
import { areaUnderCurve } from './auc.js';
import { estimate } from './bootstrap.js';
import type { BenchRun } from './run-detector.js';

const loop = (id: string, length: number, by: number): Case => ({
  ...{ id, events: same(length), expect: 'loop', by, span: [0, length - 1], category: 'c', source: 's' },
});
const healthy = (id: string, length: number): Case => ({
  ...{ id, events: different(length), expect: 'no_loop', category: 'c', source: 's' },
});
const run = (one: Case, fired: number | undefined, origin = one.id): BenchRun => ({
  ...markFiring(one, fired),
  ...{ trace: { set: 's', case: one, origin }, score: 0, events: 1, time: 1, yardstick: 1 },
});
const many = (count: number, make: (i: number) => BenchRun): BenchRun[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe('the area under the curve', () => {
  it.each([
    ['is 1 where every loop scores higher', [1, 0.9], [0.1, 0.2], 1],
    ['is 0 where every loop scores lower', [0.1], [0.5, 0.7], 0],
    ['is one half where all scores are equal', [0.5, 0.5], [0.5], 0.5],
    ['counts ties half', [0.5, 1], [0.5, 0], 0.875],
    ['is one half where there is nothing to compare', [1], [], 0.5],
  ])('%s', (_, loops, others, area) => {
    const runs = [
      ...loops.map((score) => ({ score, isLoop: true })),
      ...others.map((score) => ({ score, isLoop: false })),
    ];
    expect(areaUnderCurve(runs)).toBe(area);
  });
});

describe('the bootstrap', () => {
  const half = [
    ...many(40, (i) => run(loop(`l${i}`, 6, 4), i % 2 === 0 ? 3 : undefined)),
    ...many(40, (i) => run(healthy(`h${i}`, 6), i % 10 === 0 ? 1 : undefined)),
  ];

  it('puts an interval around the figure, about as wide as the binomial one', () => {
    const { recall, falseAlarmRate, delay } = estimate(half);
    expect(recall.value).toBe(0.5);
    expect(recall.low).toBeCloseTo(0.35, 1);
    expect(recall.high).toBeCloseTo(0.65, 1);
    expect(falseAlarmRate.value).toBe(0.1);
    expect(delay).toEqual({ value: 3, low: 3, high: 3 });
  });

  it('is deterministic', () => {
    expect(estimate(half)).toEqual(estimate(half));
  });

  it('draws variations of one origin together, so that they do not count as independent', () => {
    const alike = many(40, (i) =>
      run(loop(`l${i}`, 6, 4), i < 20 ? 3 : undefined, `family ${i % 2 === 0 ? i : i - 1}`),
    );
    const [pairs, singles] = [estimate(alike), estimate(half)];
    const width = ({ recall: { low = 0, high = 0 } }: typeof pairs): number => high - low;
    expect(width(pairs)).toBeGreaterThan(width(singles));
  });

  it('gives no interval for fewer than five origins', () => {
    const { recall } = estimate(many(30, (i) => run(loop(`l${i}`, 6, 4), 3, `family ${i % 4}`)));
    expect(recall).toEqual({ value: 1 });
  });

  it('does not treat 0 % or 100 % as certain', () => {
    const { recall, blockedRate } = estimate([
      ...many(10, (i) => run(loop(`l${i}`, 6, 4), 3)),
      ...many(10, (i) => run(healthy(`h${i}`, 6), undefined)),
    ]);
    expect(recall).toMatchObject({ value: 1, high: 1 });
    expect(recall.low).toBeCloseTo(0.69, 2);
    expect(blockedRate.high).toBeCloseTo(0.31, 2);
  });
});

describe('equal lengths', () => {
  const cases = [
    loop('long', 30, 9),
    loop('short', 8, 7),
    healthy('a', 14),
    healthy('b', 20),
    healthy('c', 5),
  ];
  const equal = withEqualLengths(cases, 'seed');
  const byId = new Map(equal.map((one) => [one.id, one]));

  it('a loop loses only events after its deadline, and keeps its labels', () => {
    const { events, by, span } = byId.get('long')!;
    expect(events).toHaveLength(20);
    expect([by, span]).toEqual([9, [0, 19]]);
  });

  it('the shorter one of a pair gets work in front, and its labels shift', () => {
    const { events, by, span } = byId.get('short')!;
    expect(events.slice(-8)).toEqual(same(8));
    const added = events.length - 8;
    expect([by, span]).toEqual([7 + added, [added, 7 + added]]);
    expect(byId.get('c')!.events.length).toBe(events.length);
  });

  it('the number of events reveals nothing any more', () => {
    const runs = equal.map(({ events, expect: what }) => ({ score: events.length, isLoop: what === 'loop' }));
    expect(areaUnderCurve(runs)).toBeCloseTo(0.5, 1);
  });

  it('is deterministic for a seed, and leaves a set of one kind alone', () => {
    expect(withEqualLengths(cases, 'seed')).toEqual(equal);
    expect(withEqualLengths([healthy('a', 3)], 'seed')).toEqual([healthy('a', 3)]);
  });
});
