import type { Act, Capabilities, Guard, GuardOptions, Proceed, SessionOptions } from '@rutbreak/core';
import type { ActionResult, HostActions } from './action-types.js';

/** What a person wants: go on as it is, leave this step out, end, or go on with this hint. */
export type Answer = 'continue' | 'skip' | 'end' | { readonly hint: string };

/** What every adapter takes. Nothing is needed. */
export interface AdapterOptions extends Omit<GuardOptions, 'capabilities'> {
  /** A guard of your own, for sessions that outlive one run; its settings stand where none are given here. */
  readonly guard?: Guard;
  /** What the session is called. Left out, every run is a session of its own. */
  readonly session?: string;
  /** Told of every decision to do something, and in shadow mode of what would have been done. */
  readonly onDecision?: (decision: Act | Proceed, session: string) => void;
  /** Asks a person when the ladder comes to `pause`. Left out, nothing is paused: the call is blocked instead. */
  readonly ask?: (act: Act, session: string) => Answer | Promise<Answer>;
  /** Told when the guard itself fails, or `onDecision` or `ask` do; the agent goes on. Default: one warning of the process. */
  readonly onError?: (error: unknown) => void;
  /** Told once when the framework's version is not a tested one. Default: one warning of the process. */
  readonly onWarning?: (text: string) => void;
  /** Carries out what a preset asks for beyond the guard's own means: a warning to the user, a checkpoint, another model. */
  readonly actions?: HostActions;
  /** Told what became of each action that a decision asked for. */
  readonly onAction?: (result: ActionResult, session: string) => void;
  /** The model keeps seeing the loop's repeats when it is redirected. Default: they are taken out of what it sees. */
  readonly keepsHistory?: boolean;
}

/** What holds for one session: what the edge can do, and what was given. */
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

/** The settings of a guard that is made for this adapter alone. */
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
