import { performance } from 'node:perf_hooks';

/** Two ways through the same work; the figure is how long the subject takes, with the baseline's time as 1. */
export interface Race<Input = unknown> {
  readonly name: string;
  readonly limit: number;
  /** Inputs that nobody has touched, for one side of one round. Not timed. */
  readonly setup: (side: 'baseline' | 'subject') => readonly Input[];
  readonly baseline: (input: Input) => unknown;
  readonly subject: (input: Input) => unknown;
}

/** Something else than time, already as a share of what is allowed or wanted. */
interface Measure {
  readonly name: string;
  readonly limit: number;
  readonly measure: (effort: Effort) => number | Promise<number>;
}

export type Figure = Race | Measure;

export interface Effort {
  readonly rounds: number;
  /** Each side runs for at least this long before anything counts. */
  readonly warmUpMs: number;
  /** How many sessions a figure about many sessions makes. */
  readonly sessions: number;
  /** Limits are multiplied by this: a short run is at the mercy of whatever else the machine does. */
  readonly tolerance: number;
}

export const FULL: Effort = { rounds: 200, warmUpMs: 400, sessions: 10_000, tolerance: 1 };
export const SHORT: Effort = { rounds: 60, warmUpMs: 150, sessions: 1_000, tolerance: 1.5 };

export interface Result {
  readonly bench: string;
  readonly ratio: number;
  readonly limit: number;
  readonly ok: boolean;
}

/** Fixes the type of the inputs. */
export function race<Input>(figure: Race<Input>): Figure {
  return figure as Race;
}

/** A figure that misses its limit is measured this often in all. */
const ATTEMPTS = 3;

/**
 * The best of up to three attempts: what else the machine does can make a subject slower or a heap larger, never the other
 * way, so that one attempt within the limit shows what the code can do, and code that is too slow misses every time.
 */
export async function run(figure: Figure, effort: Effort): Promise<Result> {
  const limit = figure.limit * effort.tolerance;
  if (!('measure' in figure)) warmUp(figure, effort.warmUpMs);
  let ratio = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && !(ratio <= limit); attempt++) {
    const measured = 'measure' in figure ? await figure.measure(effort) : runRace(figure, effort);
    ratio = Math.min(ratio, measured);
  }
  return { bench: figure.name, ratio: round(ratio), limit: round(limit), ok: ratio <= limit };
}

/** Far beyond every limit, and not longer to wait for than that needs. */
const SLOWED = 20;

/** The same figure with a subject that takes many times as long: for showing, on the busiest machine, that the harness notices. */
export function slowed(figure: Figure): Figure {
  if ('measure' in figure)
    return { ...figure, measure: async (effort) => SLOWED * (await figure.measure(effort)) };
  const subject = (input: unknown): unknown => {
    const start = performance.now();
    const result = figure.subject(input);
    const end = start + SLOWED * (performance.now() - start);
    while (performance.now() < end);
    return result;
  };
  return { ...figure, subject };
}

/**
 * Rounds in which both sides run directly one after the other, taking turns at going first. What disturbs the machine for
 * longer than a round disturbs both; what is shorter spoils a few rounds, and the median does not mind.
 */
function runRace(figure: Race, { rounds }: Effort): number {
  const ratios: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const isFirst = i % 2 === 0;
    const early = isFirst ? time(figure, 'subject') : 0;
    const baseline = time(figure, 'baseline');
    const subject = isFirst ? early : time(figure, 'subject');
    ratios.push(subject / baseline);
  }
  return median(ratios);
}

function warmUp(figure: Race, leastMs: number): void {
  let baseline = 0;
  let subject = 0;
  while (Math.min(baseline, subject) < leastMs) {
    baseline += time(figure, 'baseline');
    subject += time(figure, 'subject');
  }
}

/** What comes out is kept, so that no engine can leave the work out. */
let kept: unknown;

function time(figure: Race, side: 'baseline' | 'subject'): number {
  const inputs = figure.setup(side);
  const act = figure[side];
  const start = performance.now();
  for (const input of inputs) kept = act(input);
  const end = performance.now();
  if (kept === inputs) throw new Error('A side of a race may not return its inputs.');
  return end - start;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
