import type { Report } from '../detection/detector.js';
import type { Rung } from '../escalation/ladder.js';
import type { RecoveryOutcome } from '../recovery/progress.js';
import type { LoopCount } from '../recovery/tally.js';
import type { Verdict } from '../verdict/verdict.js';

/** As much of a decision as a sink looks at; every decision of the pipeline is one. */
export type Decided =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'proceed';
      readonly seq: number;
      readonly verdict: Verdict;
      readonly reports: readonly Report[];
      readonly recoveries?: readonly RecoveryOutcome[];
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
  /** How often the loop ran and was refused. */
  readonly tally?: LoopCount;
  readonly status?: string;
  /** Where not a loop but a budget is the reason. */
  readonly budget?: { readonly name: string; readonly limit: number; readonly spent: number };
}

/** Was a loop found at this event? Not where a rung that still held met a call before any detector looked at it. */
export function findsLoop(decision: Decided): decision is Exclude<Decided, { readonly kind: 'refused' }> {
  if (decision.kind === 'refused') return false;
  // A limit that is reached is no loop.
  if (decision.kind === 'act' && decision.status === 'BUDGET_EXHAUSTED') return false;
  return decision.verdict.status === 'looping' && decision.verdict.findings.length > 0;
}

/** The agent was told to forget the loop and start afresh. */
export function isReset({ actions }: DecidedAct): boolean {
  return actions.includes('reset');
}
