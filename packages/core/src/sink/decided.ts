import type { Report } from '../detection/detector.js';
import type { Rung } from '../escalation/ladder.js';
import type { RecoveryOutcome } from '../recovery/progress.js';
import type { LoopCount } from '../recovery/tally.js';
import type { Verdict } from '../verdict/verdict.js';

/** The part of a decision that a sink reads; every decision of the pipeline has it. */
export type Decided =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'proceed';
      readonly seq: number;
      readonly verdict: Verdict;
      readonly reports: readonly Report[];
      readonly recoveries?: readonly RecoveryOutcome[];
      readonly tally?: LoopCount;
    }
  | DecidedAct;

export interface DecidedAct {
  readonly kind: 'act';
  readonly seq: number;
  readonly verdict: Verdict;
  readonly reports: readonly Report[];
  readonly recoveries?: readonly RecoveryOutcome[];
  readonly rung: Rung;
  readonly text: string;
  readonly actions: readonly string[];
  readonly count: number;
  readonly needsPerson: boolean;
  /** How many times the loop ran, and how many times it was refused. */
  readonly tally?: LoopCount;
  readonly status?: string;
  /** Set if the reason is a budget, not a loop. */
  readonly budget?: { readonly name: string; readonly limit: number; readonly spent: number };
}

/**
 * Whether a loop was found at this event. False if a standing rung answered a call before any detector ran.
 */
export function findsLoop(decision: Decided): decision is Exclude<Decided, { readonly kind: 'refused' }> {
  if (decision.kind === 'refused') return false;
  // A reached limit is not a loop.
  if (decision.kind === 'act' && decision.status === 'BUDGET_EXHAUSTED') return false;
  return decision.verdict.status === 'looping' && decision.verdict.findings.length > 0;
}

/** The agent was told to forget the loop and start afresh. */
export function isReset({ actions }: DecidedAct): boolean {
  return actions.includes('reset');
}
