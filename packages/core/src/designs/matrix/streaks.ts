import type { CallRecord } from '../../session/calls.js';
import { NO_OUTCOME } from '../../session/session.js';

type Class = 'progress' | 'world_changed' | 'stuck' | 'stagnation';

export interface Streaks {
  readonly stuck: number;
  readonly stagnation: number;
}

export const NO_STREAKS: Streaks = { stuck: 0, stagnation: 0 };

/** The class of a step: are its approach and its outcome known? */
export function classify(
  known: { approaches: readonly number[]; outcomes: readonly number[] },
  call: CallRecord,
  hasOutcome: boolean,
): Class {
  const isOldApproach = known.approaches.includes(call.call);
  if (!known.outcomes.includes(call.outcome)) return isOldApproach ? 'world_changed' : 'progress';
  if (isOldApproach) return 'stagnation';
  // Without a recorded outcome, different approaches share none.
  return call.outcome === NO_OUTCOME && !hasOutcome ? 'progress' : 'stuck';
}

export function count(streaks: Streaks, kind: Class): Streaks {
  if (kind === 'stuck') return { stuck: streaks.stuck + 1, stagnation: 0 };
  if (kind === 'stagnation') return { stuck: 0, stagnation: streaks.stagnation + 1 };
  return { stuck: 0, stagnation: 0 };
}
