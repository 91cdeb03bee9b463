import type { Act, PlannedStrategy } from '@rutbreak/core';

/** An action that your program is asked to carry out. */
export interface ActionRequest {
  readonly action: string;
  readonly session: string;
  /** The text of the decision. */
  readonly text: string;
  readonly act: Act;
  /** Details that core knows, such as the files to restore. */
  readonly plan?: PlannedStrategy['action'];
}

type HostAction = (request: ActionRequest) => unknown;

/** Your program's callbacks. The agent waits for them before it asks the model again. */
export interface HostActions {
  /** Shows the text to the user. Without this callback, the model reads it. */
  readonly warnUser?: HostAction;
  /** Saves the current state of the work. */
  readonly checkpoint?: HostAction;
  /** Continues with another model. */
  readonly switchModel?: HostAction;
  /** Restores the files of the plan to their state before the loop. */
  readonly rollBack?: HostAction;
  /** Splits the task into smaller ones. */
  readonly decomposeTask?: HostAction;
}

/** The outcome of an action that a decision asked for. */
export interface ActionResult {
  readonly action: string;
  readonly status: 'carried out' | 'not carried out';
  /** The reason, if the action failed, or if the guard acts for another reason than a loop. */
  readonly reason?: string;
}
