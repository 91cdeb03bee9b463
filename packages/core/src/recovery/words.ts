import type { Rung } from '../escalation/ladder.js';
import type { Verdict } from '../verdict/verdict.js';
import type { ActionName } from './action-name.js';
import type { LoopCount } from './tally.js';

/** One way out that was tried before and did not lead out of the loop. */
export interface PastAttempt {
  readonly approach_summary: string;
  /** When, as the edge writes time. */
  readonly failed_at: string;
}

/** What was decided, as far as words and strategies depend on it. The optional facts make them more precise. */
export interface Occasion {
  readonly rung: Rung;
  readonly verdict: Verdict;
  /** The how-manieth time this loop is acted on. */
  readonly count: number;
  /** Whether a call is about to be made, and not run if it is blocked. Left out: where no detector has spoken. */
  readonly isAttempt?: boolean;
  readonly attempts?: readonly PastAttempt[];
  /** What the agent was at at each earlier reset of this session, oldest first; loops of all kinds. */
  readonly resets?: readonly PastAttempt[];
  /** What the repeated call last brought; of any length, it is cut and quoted. */
  readonly result?: string;
  /** The first error of the loop; of any length, it is cut and quoted. */
  readonly firstError?: string;
  /** How often it ran and was refused; left out: as often as the detector counted. */
  readonly tally?: LoopCount;
  /** Which model runs now. */
  readonly model?: string;
  /** Files that the loop's own calls changed, oldest first. */
  readonly files?: readonly string[];
}

/** What the model is told, and what else the edge should do. */
export interface Remedy {
  readonly text: string;
  /** In the order in which to try them. */
  readonly actions: readonly ActionName[];
  /** Where a limit, and no loop, ends the run. */
  readonly status?: 'BUDGET_EXHAUSTED';
}

export type Words = (occasion: Occasion) => Remedy;

/** For a design that tells the model nothing. */
export const silent: Words = () => ({ text: '', actions: [] });
