import { randomUUID } from 'node:crypto';
import type { BenchTrace } from '../data/bench-data.js';
import {
  type Detector,
  type DetectorSession,
  type GivenVerdict,
  isAtLeast,
  readVerdict,
} from '../detectors/detector.js';
import { type Marked, markFiring } from '../measure/score.js';

/** The results of one detector on one trace. */
export interface BenchRun extends Marked {
  readonly trace: BenchTrace;
  /** Its highest score. */
  readonly score: number;
  readonly events: number;
  /** Milliseconds for the whole trace … */
  readonly time: number;
  /** … and for `JSON.stringify` of its events. */
  readonly yardstick: number;
}

/** Ids for one run, never seen before. */
export function freshIds(traces: readonly BenchTrace[]): string[] {
  return traces.map(() => randomUUID());
}

/** Labels by id, for the id-lookup detector. */
export function labelsById(traces: readonly BenchTrace[], ids: readonly string[]): Map<string, boolean> {
  return new Map(traces.map((trace, i) => [ids[i] ?? '', trace.case.expect === 'loop']));
}

/** Passes every trace to a detector, event by event. Throws a DetectorError for an invalid reply. */
export async function runDetector(
  detector: Detector,
  traces: readonly BenchTrace[],
  ids = freshIds(traces),
): Promise<BenchRun[]> {
  const runs: BenchRun[] = [];
  for (const [i, trace] of traces.entries()) {
    const yardstick = stringifyTime(trace.case.events);
    const begin = performance.now();
    const seen = await observeAll(detector, trace.case.events, ids[i] ?? '');
    const time = performance.now() - begin;
    runs.push({
      ...markFiring(trace.case, seen.fired),
      ...(seen.blocked !== undefined && { blocked: seen.blocked }),
      ...{ trace, score: seen.score, events: trace.case.events.length, time, yardstick },
    });
  }
  return runs;
}

interface Seen {
  fired: number | undefined;
  blocked: number | undefined;
  score: number;
}

async function observeAll(detector: Detector, events: readonly unknown[], id: string): Promise<Seen> {
  const session = detector.start({ id });
  const seen: Seen = { fired: undefined, blocked: undefined, score: 0 };
  for (const [i, event] of events.entries()) {
    const given = ask(session, event);
    const { action, score } = readVerdict(isPromise(given) ? await given : given, detector.name);
    seen.score = Math.max(seen.score, score);
    if (isAtLeast(action, 'warn')) seen.fired ??= i;
    if (isAtLeast(action, 'block')) seen.blocked ??= i;
  }
  await session.end?.();
  return seen;
}

function ask(session: DetectorSession, event: unknown): GivenVerdict | Promise<GivenVerdict> {
  return session.observe(event);
}

/** Awaiting each reply would cost more than most detectors. */
function isPromise(given: unknown): given is Promise<GivenVerdict> {
  return typeof (given as { then?: unknown } | undefined)?.then === 'function';
}

function stringifyTime(events: readonly unknown[]): number {
  let length = 0;
  const begin = performance.now();
  for (const event of events) length += JSON.stringify(event).length;
  // Uses the length, so that the engine cannot optimise the loop away.
  return length < 0 ? 0 : performance.now() - begin;
}
