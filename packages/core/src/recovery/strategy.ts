import type { Category } from '../detection/category.js';
import type { Capabilities } from '../escalation/capability.js';
import type { Rung } from '../escalation/ladder.js';
import type { DecisionContext } from './message-renderer.js';

/** The actions of the edge, as plain data. */
export type Action =
  | SayAction
  | ForbidAction
  | SummariseAction
  | ResetAction
  | CheckpointAction
  | RollBackAction
  | SwitchModelAction
  | AskAction
  | MarkBlockedAction;

/**
 * Tell the model: beside the newest result, or as a separate message; the first place that the edge supports.
 */
interface SayAction {
  readonly kind: 'say';
  readonly text: string;
  readonly places: readonly ('result' | 'message')[];
}

/** Refuse these calls before they run, and return the text as their result. */
export interface ForbidAction {
  readonly kind: 'forbid';
  readonly text: string;
  /** The identity of the loop; for one repeated call, it identifies the call exactly. */
  readonly identity: string;
  /** `Bash(git status)`: calls short enough to identify by their label. */
  readonly labels: readonly string[];
}

/** Let the model have one last turn without tools, then end the run. */
interface SummariseAction {
  readonly kind: 'summarise';
  readonly text: string;
}

/** Replace the history by `planReset(history, shape, context).history`. */
interface ResetAction {
  readonly kind: 'reset-context';
  readonly block: string;
}

/** Save the current state of the work, under this name. */
interface CheckpointAction {
  readonly kind: 'checkpoint';
  readonly name: string;
  /** At least these files; all if the list is empty. */
  readonly files: readonly string[];
}

/** Restore these files to their state before the event with that number, then tell the model. */
interface RollBackAction {
  readonly kind: 'roll-back';
  readonly files: readonly string[];
  readonly before: number;
  readonly text: string;
}

/** Continue with another model, and give it this text first. */
interface SwitchModelAction {
  readonly kind: 'switch-model';
  /** The model that looped, if the edge told. */
  readonly from: string;
  readonly text: string;
}

/** Pause the agent and ask a person. */
interface AskAction {
  readonly kind: 'ask';
  readonly question: string;
  readonly choices: readonly ('continue' | 'hint' | 'skip' | 'end')[];
}

/** Return the task as not done, to whoever assigned it. */
interface MarkBlockedAction {
  readonly kind: 'mark-blocked';
  readonly status: 'LOOP_DETECTED';
  readonly category: Category | null;
  readonly reason: string;
}

export interface StrategyMeta {
  readonly id: string;
  readonly summary: string;
  /** Any one of these is enough; none: every edge can do it. */
  readonly needs: readonly (keyof Capabilities)[];
  /** The rungs on which it is tried. */
  readonly rungs: readonly Rung[];
  /** The kinds of loop it suits; absent: every kind. */
  readonly suits: readonly Category[];
}

/** One strategy against a loop: pure, it only describes the edge's actions. */
export interface Strategy {
  readonly meta: StrategyMeta;
  /** Undefined if a required fact is missing. */
  readonly plan: (context: DecisionContext) => Action | undefined;
}

/** Fixes the type; does nothing at run time. */
export function defineStrategy(strategy: Strategy): Strategy {
  return strategy;
}
