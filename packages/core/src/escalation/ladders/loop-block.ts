import type { EventContext } from '../../session/session.js';
import type { Finding } from '../../verdict/verdict.js';

/** A block of the calls of one loop. */
export interface Block {
  /** Event time at which it was set; null if events have no time. */
  readonly at: number | null;
  /** How often it was set: each time it lasts twice as long. */
  readonly times: number;
  readonly isLifted: boolean;
  /** The finding that named the loop. */
  readonly cause: Finding | null;
}

/** Later blocks last no longer than this many times the first. */
const MAX_DOUBLINGS = 20;

/** The first block of a loop, or the one after a lift: it lasts twice as long. */
export function nextBlock(
  before: Block | null | undefined,
  context: EventContext,
  cause: Finding | undefined,
): Block {
  const times = (before?.times ?? 0) + 1;
  return { at: timeOf(context), times, isLifted: false, cause: cause ?? before?.cause ?? null };
}

export function lifted(block: Block | null | undefined): Block | null {
  return block ? { ...block, isLifted: true } : null;
}

/** Neither lifted nor expired. */
export function isHeld({ at, times, isLifted }: Block, context: EventContext, liftAfter: number): boolean {
  if (isLifted) return false;
  const now = timeOf(context);
  if (at === null || now === null) return true;
  return now - at < liftAfter * 2 ** Math.min(times - 1, MAX_DOUBLINGS);
}

/** The time of the event, or of the last call with a time. */
function timeOf({ event, session }: EventContext): number | null {
  return event.at ?? (session.ledger.at > 0 ? session.ledger.at : null);
}
