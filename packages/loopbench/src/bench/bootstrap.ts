import { groupBy } from '../group.js';
import { share } from '../measure/score.js';
import { seeded } from '../seeded.js';
import type { BenchRun } from './run-detector.js';

/** A figure with its 95 % interval; without one if it has too few origins. */
export interface Estimate {
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
}

/** Fewer make the ends of the interval unstable; more change nothing in the first two digits. */
const RESAMPLINGS = 1000;
const BOOTSTRAP_SEED = 20;
/** Fewer origins cannot be resampled. */
const FEWEST_ORIGINS = 5;
/** The share outside a 95 % interval at each end. */
const TAIL = 0.025;

/** The sums over the traces of one origin. */
interface Cluster {
  readonly loops: number;
  readonly hits: number;
  readonly healthy: number;
  readonly falseAlarms: number;
  readonly blocked: number;
  readonly delays: readonly number[];
}

export interface Estimates {
  readonly recall: Estimate;
  readonly falseAlarmRate: Estimate;
  readonly blockedRate: Estimate;
  readonly delay?: Estimate;
}

/**
 * Intervals by resampling origins, separately for loops and healthy runs: variations of one family are not
 * independent, so they are drawn together.
 */
export function estimate(runs: readonly BenchRun[], resamplings = RESAMPLINGS): Estimates {
  const loops = clustersOf(runs.filter(({ case: one }) => one.expect === 'loop'));
  const healthy = clustersOf(runs.filter(({ case: one }) => one.expect === 'no_loop'));
  const random = seeded(BOOTSTRAP_SEED);
  const draws = Array.from({ length: resamplings }, () =>
    figures(resample(loops, random), resample(healthy, random)),
  );
  const own = figures(loops, healthy);
  const drawn = (pick: (of: Figures) => number | undefined): number[] =>
    draws.flatMap((one) => pick(one) ?? []).toSorted((a, b) => a - b);
  const shareOf = (pick: (of: Figures) => number, origins: number): Estimate => ({
    ...{ value: pick(own), ...(origins >= FEWEST_ORIGINS && shareInterval(pick(own), drawn(pick), origins)) },
  });
  const delay = own.delay !== undefined && {
    delay: {
      value: own.delay,
      ...(loops.length >= FEWEST_ORIGINS && intervalOf(drawn((one) => one.delay))),
    },
  };
  return {
    recall: shareOf((one) => one.recall, loops.length),
    falseAlarmRate: shareOf((one) => one.falseAlarmRate, healthy.length),
    blockedRate: shareOf((one) => one.blockedRate, healthy.length),
    ...delay,
  };
}

type Interval = Required<Pick<Estimate, 'low' | 'high'>>;

/** Resampling 0 % or 100 % gives the same again, so the exact binomial bound is used instead. */
function shareInterval(value: number, drawn: readonly number[], origins: number): Interval {
  const bound = TAIL ** (1 / origins);
  if (value === 1) return { low: bound, high: 1 };
  return value === 0 ? { low: 0, high: 1 - bound } : intervalOf(drawn);
}

function intervalOf(drawn: readonly number[]): Interval {
  return { low: quantile(drawn, TAIL), high: quantile(drawn, 1 - TAIL) };
}

interface Figures {
  readonly recall: number;
  readonly falseAlarmRate: number;
  readonly blockedRate: number;
  readonly delay: number | undefined;
}

/** Plain loops: this runs a thousand times for each row of a table. */
function figures(loops: readonly Cluster[], healthy: readonly Cluster[]): Figures {
  let [found, all, runs, falseAlarms, blocked] = [0, 0, 0, 0, 0];
  const delays: number[] = [];
  for (const one of loops) {
    found += one.hits;
    all += one.loops;
    for (const delay of one.delays) delays.push(delay);
  }
  for (const one of healthy) {
    runs += one.healthy;
    falseAlarms += one.falseAlarms;
    blocked += one.blocked;
  }
  return {
    recall: share(found, all),
    falseAlarmRate: falseAlarms / Math.max(1, runs),
    blockedRate: blocked / Math.max(1, runs),
    delay: delays.length === 0 ? undefined : middleOf(Float64Array.from(delays).sort()),
  };
}

function middleOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

function clustersOf(runs: readonly BenchRun[]): Cluster[] {
  return [...groupBy(runs, ({ trace }) => trace.origin).values()].map((group) => {
    const count = (is: (run: BenchRun) => boolean): number => group.filter(is).length;
    const isLoop = ({ case: one }: BenchRun): boolean => one.expect === 'loop';
    return {
      ...{ loops: count(isLoop), hits: count(({ mark }) => mark === 'hit') },
      healthy: count((run) => !isLoop(run)),
      falseAlarms: count(({ mark }) => mark === 'false'),
      blocked: count((run) => !isLoop(run) && run.blocked !== undefined),
      delays: group.flatMap(({ mark, fired, case: { span } }) =>
        mark === 'hit' && fired !== undefined && span ? [fired - span[0]] : [],
      ),
    };
  });
}

function resample(clusters: readonly Cluster[], random: () => number): Cluster[] {
  return clusters.map((own) => clusters[Math.floor(random() * clusters.length)] ?? own);
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
