import type {
  Act,
  Archive,
  Capabilities,
  Guard,
  GuardOptions,
  Proceed,
  SessionOptions,
} from '@rutbreak/core';
import type { ActionResult, HostActions } from './action-types.js';

/** A person's choice: continue, skip this step, end the run, or continue with this hint. */
export type Answer = 'continue' | 'skip' | 'end' | { readonly hint: string };

/** Options of every adapter. All are optional. */
export interface AdapterOptions extends Omit<GuardOptions, 'capabilities'> {
  /** Your own guard, for sessions that outlive one run. Its settings apply unless given here. */
  readonly guard?: Guard;
  /** The session's name. By default every run has its own session. */
  readonly session?: string;
  /** Called for every decision to act, and in shadow mode for decisions that would have acted. */
  readonly onDecision?: (decision: Act | Proceed, session: string) => void;
  /** Asks a person when the ladder reaches `pause`. Without it, the call is blocked instead. */
  readonly ask?: (act: Act, session: string) => Answer | Promise<Answer>;
  /** Called when the guard, `onDecision` or `ask` fails; the agent continues. Default: one process warning. */
  readonly onError?: (error: unknown) => void;
  /** Called once if the framework's version is not a tested one. Default: one process warning. */
  readonly onWarning?: (text: string) => void;
  /** Callbacks for actions that the guard cannot perform: a warning to the user, a checkpoint, another model. */
  readonly actions?: HostActions;
  /** Called with the outcome of each action that a decision asked for. */
  readonly onAction?: (result: ActionResult, session: string) => void;
  /** Knowledge of loops across runs: the first words about a loop say what helped against it before. You keep its rows. */
  readonly archive?: Archive;
  /** Keeps the loop's repeats in the model's history after a redirect. Default: the guard removes them. */
  readonly keepsHistory?: boolean;
}

/** The settings of one session: the adapter's capabilities and the given options. */
export function sessionOptions(options: AdapterOptions, capabilities: Capabilities): SessionOptions {
  const { mode, budgets, depth, tools } = options;
  const { switchModel, rollBack } = options.actions ?? {};
  const able = {
    ...capabilities,
    ...(options.ask && { pause: true }),
    ...(switchModel && { switchModel: true }),
    ...(rollBack && { rollBack: true }),
  };
  const canReset = able.resetContext === true && options.keepsHistory !== true;
  return {
    capabilities: { ...able, resetContext: canReset },
    ...(mode && { mode }),
    ...(budgets && { budgets }),
    ...(depth !== undefined && { depth }),
    ...(tools && { tools }),
  };
}

/** The settings of a guard that the adapter creates itself. */
export function guardOptions(options: AdapterOptions): GuardOptions {
  const { preset, options: limits, tools, models, maxSessions } = options;
  return {
    ...(preset !== undefined && { preset }),
    ...(limits && { options: limits }),
    ...(tools && { tools }),
    ...(models && { models }),
    ...(maxSessions !== undefined && { maxSessions }),
  };
}
