import type { Category } from '../detection/category.js';
import type { Capabilities } from '../escalation/capability.js';
import type { Rung } from '../escalation/ladder.js';
import type { DecisionContext } from './message-renderer.js';

/** What the edge should do, as plain data. */
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

/** Tell the model: beside the newest result, or as a message of its own; the first place that the edge can do. */
interface SayAction {
  readonly kind: 'say';
  readonly text: string;
  readonly places: readonly ('result' | 'message')[];
}

/** Refuse these calls before they run, and give the text back as their result. */
export interface ForbidAction {
  readonly kind: 'forbid';
  readonly text: string;
  /** What makes two loops the same; of one repeated call, it names the call exactly. */
  readonly identity: string;
  /** `Bash(git status)`: calls that are short enough to be known by their label. */
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

/** Save the present state of the work, under this name. */
interface CheckpointAction {
  readonly kind: 'checkpoint';
  readonly name: string;
  /** At least these files; all if the list is empty. */
  readonly files: readonly string[];
}

/** Put these files back to what they were before the event of that number, then tell the model. */
interface RollBackAction {
  readonly kind: 'roll-back';
  readonly files: readonly string[];
  readonly before: number;
  readonly text: string;
}

/** Go on with another model, and give it this text first. */
interface SwitchModelAction {
  readonly kind: 'switch-model';
  /** The one that looped, where the edge told. */
  readonly from: string;
  readonly text: string;
}

/** Hold the agent and put the question to a person. */
interface AskAction {
  readonly kind: 'ask';
  readonly question: string;
  readonly choices: readonly ('continue' | 'hint' | 'skip' | 'end')[];
}

/** Give the task back as not done, for whoever handed it out. */
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
  /** On which rungs it is tried. */
  readonly rungs: readonly Rung[];
  /** Which kinds of loop it suits; none named: every kind. */
  readonly suits: readonly Category[];
}

/** One way out of a loop: pure, it only says what the edge should do. */
export interface Strategy {
  readonly meta: StrategyMeta;
  /** Undefined where a fact that it needs is not known. */
  readonly plan: (context: DecisionContext) => Action | undefined;
}

/** Fixes the type; does nothing at run time. */
export function defineStrategy(strategy: Strategy): Strategy {
  return strategy;
}
