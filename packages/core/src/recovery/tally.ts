import type { Verdict } from '../verdict/verdict.js';

/** The single live count of a loop: texts, audit and sinks all use it. */
export interface LoopCount {
  /** How often the repeated call or message has really run or appeared. */
  readonly ran: number;
  /** How many of its calls were refused. */
  readonly refused: number;
  /** Event time of the first detection; null if events have no time. */
  readonly since: number | null;
}

/** The stored count of one loop. Plain JSON. */
export interface LoopTally extends LoopCount {
  readonly identity: string;
  /** The detector's count at the last detection. */
  readonly last: number;
}

export interface Sighting {
  readonly at: number | undefined;
  /** A call was refused because of the loop. */
  readonly isRefused: boolean;
}

const MAX_TALLIES = 4;

/** The counts after this verdict, with its loop last; the same list if it names none. */
export function countLoop(
  known: readonly LoopTally[],
  { status, findings, primary }: Verdict,
  { at, isRefused }: Sighting,
): readonly LoopTally[] {
  if (status !== 'looping' || !primary) return known;
  const { identity, evidence } = primary.signal;
  const before = known.find((one) => one.identity === identity);
  const isSeen = findings.length > 0 || !before;
  if (!isSeen && !isRefused) return known;
  const last = isSeen ? evidence.count : before.last;
  const next: LoopTally = {
    identity,
    ran: (before?.ran ?? 0) + (isSeen ? more(before?.last ?? 0, last, evidence.elements.length) : 0),
    refused: (before?.refused ?? 0) + (isRefused ? 1 : 0),
    since: before?.since ?? at ?? null,
    last,
  };
  return [...known.filter((one) => one !== before), next].slice(-MAX_TALLIES);
}

/** Detectors count within a window: if the count stays or falls, one more repetition has happened. */
function more(last: number, now: number, elements: number): number {
  if (now > last) return now - last;
  return now < last || elements <= 1 ? 1 : 0;
}

export function tallyOf(tallies: readonly LoopTally[], { primary }: Verdict): LoopCount | undefined {
  const found = tallies.find(({ identity }) => identity === primary?.signal.identity);
  return found && { ran: found.ran, refused: found.refused, since: found.since };
}
