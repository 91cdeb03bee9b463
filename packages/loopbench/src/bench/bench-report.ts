import type { Detector } from '../detectors/detector.js';
import type { BenchTrace } from '../data/bench-data.js';
import { groupBy } from '../group.js';
import { figuresOf } from '../measure/score.js';
import { areaUnderCurve } from './auc.js';
import { type Estimates, estimate } from './bootstrap.js';
import { type BenchRun, runDetector } from './run-detector.js';

/** The results of one detector on some traces. */
export interface BenchFigures extends Estimates {
  readonly name: string;
  readonly traces: number;
  readonly loops: number;
  readonly hits: number;
  readonly healthy: number;
  readonly falseAlarms: number;
  readonly blocked: number;
  /** Median events from a firing to the deadline. */
  readonly slack?: number;
}

/** One detector on one split. */
export interface BenchReport {
  readonly detector: string;
  readonly all: BenchFigures;
  /** One a set. */
  readonly sources: readonly BenchFigures[];
  readonly kinds: readonly BenchFigures[];
  readonly auc: number;
  /** Whether it ever refused a call or ended a run; some detectors only warn. */
  readonly blocks: boolean;
  /** The time per event, as a multiple of `JSON.stringify` of that event. */
  readonly cost: number;
  /** Delays of the loops found in time, if their start is known. */
  readonly delays: readonly number[];
}

export async function benchDetector(
  detector: Detector,
  traces: readonly BenchTrace[],
  ids?: string[],
): Promise<BenchReport> {
  return reportOn(detector.name, await runDetector(detector, traces, ids));
}

function reportOn(detector: string, runs: readonly BenchRun[]): BenchReport {
  const total = (value: (run: BenchRun) => number): number => runs.reduce((sum, run) => sum + value(run), 0);
  return {
    detector,
    all: figuresFor('all', runs),
    sources: grouped(runs, ({ trace }) => trace.set),
    kinds: byKind(runs),
    auc: areaUnderCurve(runs.map(({ score, case: one }) => ({ score, isLoop: one.expect === 'loop' }))),
    blocks: runs.some(({ blocked }) => blocked !== undefined),
    cost:
      total(({ time }) => time) /
      Math.max(
        1e-9,
        total(({ yardstick }) => yardstick),
      ),
    delays: runs.flatMap(({ mark, fired, case: { span } }) =>
      mark === 'hit' && fired !== undefined && span ? [fired - span[0]] : [],
    ),
  };
}

/** Kinds with fewer traces are too small to report alone. */
const FEWEST = 8;
const OTHER = 'other kinds';

function byKind(runs: readonly BenchRun[]): BenchFigures[] {
  const kindOf = ({ case: one }: BenchRun): string =>
    `${one.expect === 'loop' ? 'loop' : 'healthy'}: ${one.category}`;
  const sizes = new Map([...groupBy(runs, kindOf)].map(([kind, group]) => [kind, group.length]));
  const named = (run: BenchRun): string => {
    const kind = kindOf(run);
    return (sizes.get(kind) ?? 0) >= FEWEST ? kind : `${kind.slice(0, kind.indexOf(':'))}: ${OTHER}`;
  };
  const isOther = ({ name }: BenchFigures): number => Number(name.endsWith(OTHER));
  return grouped(runs, named).toSorted((a, b) => isOther(a) - isOther(b) || b.traces - a.traces);
}

function grouped(runs: readonly BenchRun[], keyOf: (run: BenchRun) => string): BenchFigures[] {
  return [...groupBy(runs, keyOf)].map(([name, group]) => figuresFor(name, group));
}

function figuresFor(name: string, runs: readonly BenchRun[]): BenchFigures {
  const { loops, hits, healthy, falseAlarms, blocked, slack } = figuresOf(runs);
  return {
    ...{ name, traces: runs.length, loops, hits, healthy, falseAlarms, blocked },
    ...estimate(runs),
    ...(slack !== undefined && { slack }),
  };
}
