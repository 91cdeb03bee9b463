import { type BenchData, type BenchTrace, DATA_SEED, readBench, type Split } from '../data/bench-data.js';
import type { BenchFolders } from '../data/folders.js';
import type { Detector } from '../detectors/detector.js';
import { referenceDetectors } from '../detectors/reference.js';
import { ALL_TEMPERAMENTS, type RecoveryFigures, recoveryTrack } from '../recovery/recovery-track.js';
import { UsageError } from '../usage-error.js';
import { type BenchReport, benchDetector } from './bench-report.js';
import { freshIds, labelsById } from './run-detector.js';

/** Increases when figures are no longer comparable with those of the previous version. */
export const DATA_VERSION = 1;
export const CAPTION = 'traces written by us';

export interface RecoveryReport {
  readonly detector: string;
  /** One per temperament, and a last one for all. */
  readonly rows: readonly RecoveryFigures[];
}

/** All results of one benchmark run. */
export interface BenchResult {
  readonly dataVersion: number;
  readonly caption: string;
  readonly split: Split;
  readonly seed: number;
  readonly traces: number;
  readonly loops: number;
  readonly healthy: number;
  readonly missing: readonly string[];
  /** The measured detector first, then the ones to compare with. */
  readonly reports: readonly BenchReport[];
  readonly recovery: readonly RecoveryReport[];
}

export interface BenchWish {
  readonly split: Split;
  readonly sets?: readonly string[];
  readonly seed?: number;
  /** Measure the reference detectors too. */
  readonly compare?: boolean;
  readonly recovery?: boolean;
  /** Simulated agents of each family and temperament. */
  readonly recoverySeeds?: number;
}

/** Runs a detector over one split. Throws a UsageError if there is nothing to measure. */
export async function runBench(
  detector: Detector,
  wish: BenchWish,
  folders: BenchFolders,
): Promise<BenchResult> {
  const { split, sets = [], seed = DATA_SEED } = wish;
  const data = readBench(folders, { split, sets, seed });
  if (data.traces.length === 0)
    throw new UsageError(
      `There is nothing to measure in the ${split} split. ${data.missing.join(' ')} Use --split development.`,
    );
  return benchOn(detector, data, { ...wish, seed });
}

export async function benchOn(
  detector: Detector,
  { traces, missing }: BenchData,
  { split, seed = DATA_SEED, compare = false, recovery = false, recoverySeeds }: BenchWish,
): Promise<BenchResult> {
  const others = compare ? comparedWith(detector, traces) : [];
  const detectors = [detector, ...others];
  const reports: BenchReport[] = [];
  for (const one of detectors) reports.push(await benchDetector(one, traces));
  const recoveries: RecoveryReport[] = [];
  if (recovery) {
    for (const one of detectors)
      recoveries.push({ detector: one.name, rows: await recoveryTrack(one, recoverySeeds) });
  }
  const loops = traces.filter(({ case: one }) => one.expect === 'loop').length;
  return {
    ...{ dataVersion: DATA_VERSION, caption: CAPTION, split, seed, missing, reports },
    ...{ traces: traces.length, loops, healthy: traces.length - loops, recovery: recoveries },
  };
}

/** The reference detectors, without the measured one. The id lookup knows the ids of an earlier run. */
function comparedWith(detector: Detector, traces: readonly BenchTrace[]): Detector[] {
  const earlier = labelsById(traces, freshIds(traces));
  return referenceDetectors(earlier)
    .map((one) => one.detector)
    .filter(({ name }) => name !== detector.name);
}

export function allTemperaments({ rows }: RecoveryReport): RecoveryFigures | undefined {
  return rows.find(({ temperament }) => temperament === ALL_TEMPERAMENTS);
}
