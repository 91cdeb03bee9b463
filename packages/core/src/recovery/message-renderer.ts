import type { Advice, Rung } from '../escalation/ladder.js';
import type { Verdict } from '../verdict/verdict.js';
import type { ActionName } from './action-name.js';
import type { LoopCount } from './tally.js';

/** An earlier attempt to leave the loop that failed. */
export interface PastAttempt {
  readonly approach_summary: string;
  /** When, as the edge writes time. */
  readonly failed_at: string;
}

/** The decision that texts and strategies are made for. The optional facts make them more precise. */
export interface DecisionContext {
  readonly rung: Rung;
  /** The harder rung that the ladder asked for, where the edge cannot do it. */
  readonly wanted?: Rung;
  readonly verdict: Verdict;
  /** How many times the guard has acted on this loop. */
  readonly count: number;
  /** How much the ladder wants to advise. Absent: by the count. */
  readonly advice?: Advice;
  /** Whether the event is an attempt: a blocked one does not run. Absent where no detector fired. */
  readonly isAttempt?: boolean;
  readonly attempts?: readonly PastAttempt[];
  /** What the agent was doing at each earlier reset of this session, oldest first; loops of all kinds. */
  readonly resets?: readonly PastAttempt[];
  /** The last result of the repeated call. Texts cut and quote it. */
  readonly result?: string;
  /** The first error of the loop. Texts cut and quote it. */
  readonly firstError?: string;
  /** How often the loop ran and was refused. Default: the count of the detector. */
  readonly tally?: LoopCount;
  /** The brief of the finding with the count of the loop. Default: with the count of the detector. */
  readonly brief?: string;
  /** The current model. */
  readonly model?: string;
  /** Files that the loop's own calls changed, oldest first. */
  readonly files?: readonly string[];
}

/** The text for the model, and further actions for the edge. */
export interface Intervention {
  readonly text: string;
  /** In the order in which to try them. */
  readonly actions: readonly ActionName[];
  /** Set if a limit, not a loop, ends the run. */
  readonly status?: 'BUDGET_EXHAUSTED';
}

export type MessageRenderer = (context: DecisionContext) => Intervention;

/** For a design that sends no text to the model. */
export const silent: MessageRenderer = () => ({ text: '', actions: [] });
