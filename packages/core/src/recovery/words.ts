import type { Rung } from '../escalation/ladder.js';
import type { Verdict } from '../verdict/verdict.js';

/** What was decided, as far as words depend on it. */
interface Occasion {
  readonly rung: Rung;
  readonly verdict: Verdict;
  readonly count: number;
}

/** What the model is told, and what else the edge should do. */
interface Remedy {
  readonly text: string;
  /** In the order in which to try them. `append-to-result` and `user-message` say where the text goes. */
  readonly actions: readonly string[];
}

export type Words = (occasion: Occasion) => Remedy;

/** For a design that tells the model nothing. */
export const silent: Words = () => ({ text: '', actions: [] });
