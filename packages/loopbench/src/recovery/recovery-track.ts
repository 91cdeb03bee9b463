import type { Detector } from '../detectors/detector.js';
import { PAIRS } from '../generate/generated-set.js';
import { simulate, type SimulatedRun } from './simulate.js';
import { type Temperament, TEMPERAMENTS } from './temperament.js';

/** The effect of a detector's interventions on agents of one temperament, or of all. */
export interface RecoveryFigures {
  readonly temperament: string;
  readonly loops: number;
  /** Of the steps that loops would take without a detector, the share that was avoided. */
  readonly wasteAvoided: number;
  /** Loops that ended, by the agent or by force, as a share of all. */
  readonly ended: number;
  readonly healthy: number;
  /** Healthy runs in which an intervention changed the agent's behaviour. */
  readonly healthyHarmed: number;
  /** The share of steps lost in healthy runs. */
  readonly workLost: number;
}

/** Agents of each family and temperament. */
const SEEDS = 3;
export const ALL_TEMPERAMENTS = 'all';

/** One row per temperament, and one for all together. */
export async function recoveryTrack(detector: Detector, seeds = SEEDS): Promise<RecoveryFigures[]> {
  const rows: { temperament: Temperament; loops: SimulatedRun[]; healthy: SimulatedRun[] }[] = [];
  for (const temperament of TEMPERAMENTS) {
    const row = { temperament, loops: [] as SimulatedRun[], healthy: [] as SimulatedRun[] };
    for (const pair of PAIRS) {
      for (let i = 1; i <= seeds; i++) {
        row.loops.push(await simulate(detector, pair, 'loop', temperament, String(i)));
        row.healthy.push(await simulate(detector, pair, 'no_loop', temperament, String(i)));
      }
    }
    rows.push(row);
  }
  const all = [rows.flatMap(({ loops }) => loops), rows.flatMap(({ healthy }) => healthy)] as const;
  return [
    ...rows.map(({ temperament, loops, healthy }) => figuresOf(temperament.name, loops, healthy)),
    figuresOf(ALL_TEMPERAMENTS, ...all),
  ];
}

function figuresOf(
  temperament: string,
  loops: readonly SimulatedRun[],
  healthy: readonly SimulatedRun[],
): RecoveryFigures {
  return {
    ...{ temperament, loops: loops.length, healthy: healthy.length },
    wasteAvoided: notTaken(loops),
    ended: loops.filter(({ end }) => end !== 'went on').length / Math.max(1, loops.length),
    healthyHarmed: healthy.filter(({ isAltered }) => isAltered).length,
    workLost: notTaken(healthy),
  };
}

function notTaken(runs: readonly SimulatedRun[]): number {
  const sum = (value: (run: SimulatedRun) => number): number =>
    runs.reduce((total, run) => total + value(run), 0);
  return (
    1 -
    sum(({ taken }) => taken) /
      Math.max(
        1,
        sum(({ steps }) => steps),
      )
  );
}
