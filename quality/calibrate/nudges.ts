import { MECHANISMS, type Mechanism } from '../../packages/core/src/detection/detector.js';
import { interpolate } from '../../packages/core/src/verdict/calibration.js';
import { markRun, share } from '../../packages/loopbench/src/measure/score.js';
import type { Predicted, Table, Weights } from './fit.js';
import type { SourcedRun } from './points.js';

/** How sure a mechanism is where it reaches its limit, and how often it is right there. */
interface AtLimit {
  readonly mechanism: Mechanism;
  /** What the table says. */
  readonly probability: number;
  /** Measured, at the base rate, from the limit up to a quarter beyond it. */
  readonly precision: number;
  readonly traces: number;
}

export function atLimits(table: Table, predicted: readonly Predicted[]): AtLimit[] {
  return MECHANISMS.map((mechanism) => {
    const here = predicted.filter(
      ({ point }) => point.mechanism === mechanism && point.share >= 1 && point.share < 1.25,
    );
    const sum = (list: readonly Predicted[]): number => list.reduce((total, { weight }) => total + weight, 0);
    return {
      mechanism,
      probability: interpolate(table[mechanism], 1),
      precision: share(sum(here.filter(({ point }) => point.isTrue)), sum(here)),
      traces: here.length,
    };
  });
}

/** The first nudge of each trace: how many are right, as the data are and at the base rate. */
export interface Nudges {
  readonly hits: number;
  readonly falseAlarms: number;
  /** On a trace that loops, but well before it does. */
  readonly early: number;
  readonly precision: number;
  readonly precisionAtBaseRate: number;
}

export function nudgesOf(runs: readonly SourcedRun[], weights: Weights): Nudges {
  const marks = runs.map(({ run }) => markRun(run).mark);
  const count = (...names: readonly string[]): number => marks.filter((mark) => names.includes(mark)).length;
  const [hits, early, falseAlarms] = [count('hit', 'late'), count('early'), count('false')];
  const right = hits * weights.loop;
  return {
    ...{ hits, early, falseAlarms, precision: share(hits, hits + early + falseAlarms) },
    precisionAtBaseRate: share(right, right + early * weights.loop + falseAlarms * weights.healthy),
  };
}
