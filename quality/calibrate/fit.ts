import { type Mechanism, MECHANISMS } from '../../packages/core/src/detection/detector.js';
import { interpolate } from '../../packages/core/src/verdict/calibration.js';
import type { Knots } from '../../packages/core/src/verdict/knots.js';
import { groupBy } from '../../packages/loopbench/src/group.js';
import { type Block, isotonic, reduced } from './isotonic.js';
import type { Point, SourcedRun } from './points.js';

/** Of a hundred runs, so many loop. */
export const BASE_RATE = 0.1;
const MOST_KNOTS = 8;
/** Fewer traces than this, at the base rate, place no knot. */
const LEAST_TRACES = 8;
/** What is believed before anything was seen: as much as so many traces say at the base rate. */
const PRIOR = 1;

export type Table = Readonly<Record<Mechanism, Knots>>;

/** What a trace counts, so that loops are as frequent as the base rate says. */
export interface Weights {
  readonly loop: number;
  readonly healthy: number;
}

export function weightsOf(runs: readonly SourcedRun[]): Weights {
  const loops = runs.filter(({ run }) => run.case.expect === 'loop').length;
  const rate = loops / Math.max(1, runs.length);
  return {
    loop: rate === 0 ? 0 : BASE_RATE / rate,
    healthy: rate === 1 ? 0 : (1 - BASE_RATE) / (1 - rate),
  };
}

function weightOf({ isLoop }: Point, weights: Weights): number {
  return isLoop ? weights.loop : weights.healthy;
}

export function fit(points: readonly Point[], weights: Weights): Table {
  const byMechanism = groupBy(points, ({ mechanism }) => mechanism);
  return Object.fromEntries(
    MECHANISMS.map((mechanism) => [mechanism, knotsOf(byMechanism.get(mechanism) ?? [], weights)]),
  ) as unknown as Table;
}

function knotsOf(points: readonly Point[], weights: Weights): Knots {
  const observations = points.map((point) => ({
    ...{ x: point.share, y: point.isTrue ? 1 : 0, weight: weightOf(point, weights) },
  }));
  const steps = reduced(isotonic(observations), MOST_KNOTS, LEAST_TRACES);
  const knots = isotonic(steps.map(doubted)).map(({ x, y }) => [rounded(x), rounded(y)] as const);
  return knots.length === 0 ? [[1, BASE_RATE]] : knots;
}

/** No probability is certain, the less so the fewer traces stand behind it. */
function doubted({ x, y, weight }: Block): Block {
  return { x, y: (y * weight + BASE_RATE * PRIOR) / (weight + PRIOR), weight };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** A point with what a table says that was fitted without its source. */
export interface Predicted {
  readonly point: Point;
  readonly probability: number;
  readonly weight: number;
}

/** Leave one source out: each is predicted by a table that has not seen it. */
export function heldOut(runs: readonly SourcedRun[], points: readonly Point[]): Predicted[] {
  const sources = new Set(points.map(({ source }) => source));
  const all = weightsOf(runs);
  return [...sources].flatMap((left) => {
    const table = fit(
      points.filter(({ source }) => source !== left),
      weightsOf(runs.filter(({ source }) => source !== left)),
    );
    return points
      .filter(({ source }) => source === left)
      .map((point) => ({
        point,
        probability: interpolate(table[point.mechanism], point.share),
        weight: weightOf(point, all),
      }));
  });
}

/** Predictions between two tenths, and what was measured there. */
interface ReliabilityBin {
  readonly from: number;
  readonly predicted: number;
  readonly measured: number;
  readonly n: number;
}

export interface Reliability {
  readonly bins: readonly ReliabilityBin[];
  /** The expected calibration error: how far the two are apart, on average. */
  readonly error: number;
}

export function reliabilityOf(predicted: readonly Predicted[]): Reliability {
  const groups = groupBy(predicted, ({ probability }) => Math.min(9, Math.floor(probability * 10 + 1e-9)));
  const whole = sum(predicted, ({ weight }) => weight);
  let error = 0;
  const bins = [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([bin, group]) => {
      const weight = sum(group, (one) => one.weight);
      const mean = (value: (one: Predicted) => number): number =>
        sum(group, (one) => one.weight * value(one)) / weight;
      const [expected, measured] = [
        mean(({ probability }) => probability),
        mean(({ point }) => (point.isTrue ? 1 : 0)),
      ];
      error += (weight / whole) * Math.abs(expected - measured);
      return { from: bin / 10, predicted: expected, measured, n: group.length };
    });
  return { bins, error };
}

function sum<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
