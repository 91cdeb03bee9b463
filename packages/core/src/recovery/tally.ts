import type { AgentEvent } from '../event/event.js';
import { callLabel } from '../event/label.js';
import type { Finding, Verdict } from '../verdict/verdict.js';

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
  readonly event: AgentEvent;
  /** A call was refused because of the loop. */
  readonly isRefused: boolean;
  /** The detectors' windows are empty after this event. */
  readonly isAfresh: boolean;
}

const MAX_TALLIES = 4;

/** The counts after this verdict, with its loop last; the same list if it names none. */
export function countLoop(
  known: readonly LoopTally[],
  { status, findings, primary }: Verdict,
  { event, isRefused, isAfresh }: Sighting,
): readonly LoopTally[] {
  if (status !== 'looping' || !primary) return known;
  const { identity, evidence } = primary.signal;
  const before = known.find((one) => one.identity === identity);
  const isSeen = findings.length > 0 || !before;
  const isRun = !isSeen && isOf(primary, event);
  if (!isSeen && !isRefused && !isRun) return known;
  const last = isSeen ? evidence.count : before.last;
  const ran = isSeen ? more(before?.last ?? 0, last, evidence.elements.length) : Number(isRun);
  const next: LoopTally = {
    identity,
    ran: (before?.ran ?? 0) + ran,
    refused: (before?.refused ?? 0) + (isRefused ? 1 : 0),
    since: before?.since ?? event.at ?? null,
    last: isAfresh ? 0 : last,
  };
  return [...known.filter((one) => one !== before), next].slice(-MAX_TALLIES);
}

/** A call of the loop that ran although it was blocked. No detector looks at it. */
function isOf({ signal }: Finding, event: AgentEvent): boolean {
  if (event.kind !== 'call') return false;
  return signal.evidence.elements.includes(callLabel(event.tool, event.args));
}

/** The counts go on, and the detectors count from zero again. */
export function countAfresh(tallies: readonly LoopTally[]): readonly LoopTally[] {
  return tallies.map((one) => ({ ...one, last: 0 }));
}

/** Detectors count within a window: if the count stays or falls, one more repetition has happened. */
function more(last: number, now: number, elements: number): number {
  if (now > last) return now - last;
  return now < last || elements <= 1 ? 1 : 0;
}

export function tallyOf(tallies: readonly LoopTally[], { primary }: Verdict): LoopCount | undefined {
  if (!primary) return undefined;
  const found = tallies.find(({ identity }) => identity === primary.signal.identity);
  return found && { ran: found.ran, refused: found.refused, since: found.since };
}
