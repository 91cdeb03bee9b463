import type { RecentCall } from '../../session/ledger.js';

/** Rounds of the same calls, in any order, possibly with others between. */
export interface Cycle {
  readonly laps: number;
  readonly calls: readonly number[];
  readonly events: readonly number[];
  readonly hasWaits: boolean;
  /** One of its calls failed in the last round. */
  readonly hasFailed: boolean;
  /** The last two rounds had no other calls, and no file was changed. */
  readonly isPure: boolean;
}

const MAX_SIZE = 24;
/** The share of calls that two rounds must have in common. */
const SHARED = 0.6;
/** The share of calls in a round that bring nothing new; in a long round, a few may vary. */
const STALE = 0.95;
const STALE_LONG = 0.8;
const LONG_ROUND = 4;
const MAX_LAPS = 6;

/**
 * Looks back from the newest call: the calls between two of its occurrences must form the same set in each
 * lap.
 */
export function findCycle(recent: readonly RecentCall[]): Cycle | undefined {
  const last = recent.at(-1);
  if (!last?.isStale) return undefined;
  const ends = recent.flatMap(({ call }, i) => (call === last.call ? [i] : [])).slice(-MAX_LAPS - 1);
  if (ends.length < 3) return undefined;
  ends.reverse();
  const laps: (readonly RecentCall[])[] = [];
  let reference: ReadonlySet<number> | undefined;
  for (let k = 0; k < ends.length; k++) {
    const end = ends[k]!;
    const isOldest = k === ends.length - 1;
    const start = isOldest ? Math.max(0, end - (reference?.size ?? 0) + 1) : ends[k + 1]! + 1;
    const lap = recent.slice(start, end + 1).filter(({ isWait }) => !isWait);
    const calls = new Set(lap.map(({ call }) => call));
    reference ??= calls;
    const shared = sharedOf(reference, calls);
    if (calls.size < 2 || calls.size > MAX_SIZE || shared < 2) break;
    if (shared < SHARED * Math.max(reference.size, calls.size)) break;
    if (isOldest && shared < reference.size) break;
    laps.push(lap);
  }
  return reference && laps.length >= 3 ? cycleOf(laps, reference) : undefined;
}

/** Requires that the last two laps brought nothing new, and changed nothing unless they failed. */
function cycleOf(
  laps: readonly (readonly RecentCall[])[],
  reference: ReadonlySet<number>,
): Cycle | undefined {
  const own = laps
    .slice(0, 2)
    .flatMap((lap) => lap.filter(({ call, isReceipt }) => reference.has(call) && !isReceipt));
  const stale = own.filter(({ isStale }) => isStale).length;
  const [newest, last] = laps;
  const hasEdited = newest!.at(-1)!.edits > last![0]!.edits;
  const hasActed = laps.slice(0, 2).some((lap) => lap.some(({ isAct }) => isAct));
  const hasFailed = laps.some((lap) => lap.some((one) => one.hasFailed));
  const least = reference.size >= LONG_ROUND ? STALE_LONG : STALE;
  if (stale === 0 || stale < least * own.length || (hasActed && !hasFailed)) return undefined;
  const events = laps.flat().filter(({ call }) => reference.has(call));
  return {
    laps: laps.length,
    calls: [...reference],
    events: events.map(({ seq }) => seq).sort((a, b) => a - b),
    isPure:
      !hasEdited &&
      laps.slice(0, 2).every((lap) => lap.every((one) => one.isStale && reference.has(one.call))),
    hasWaits: laps
      .flat()
      .some(({ isPoll, isLate }) => isLate || (isPoll && own.every(({ isLook }) => isLook))),
    hasFailed: laps[0]!.some((one) => one.hasFailed),
  };
}

function sharedOf(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  let shared = 0;
  for (const call of other) if (one.has(call)) shared++;
  return shared;
}

/** The same, but attempts at one thing count as one call, however their arguments vary. */
export function findVariedCycle(recent: readonly RecentCall[]): Cycle | undefined {
  const last = recent.at(-1);
  if (!last || !(last.isStale || last.attempt !== last.call)) return undefined;
  const cycle = findCycle(recent.map(asAttempt));
  return cycle && recent.some((one) => isLook(one, cycle)) ? cycle : undefined;
}

/** The effect of the attempts shows when the agent checks the same thing again. */
function isLook({ seq, call, attempt, isTold, isStale }: RecentCall, { events }: Cycle): boolean {
  return call === attempt && isTold && isStale && events.includes(seq);
}

function asAttempt(one: RecentCall): RecentCall {
  return one.attempt === one.call ? one : { ...one, call: one.attempt, isStale: true, isAct: false };
}
