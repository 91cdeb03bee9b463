import type { Act, PlannedStrategy } from '@rutbreak/core';

/** An action that your program is asked to carry out. */
export interface ActionRequest {
  readonly action: string;
  readonly session: string;
  /** The text of the decision. */
  readonly text: string;
  readonly act: Act;
  /** The details where core knows them, such as the files to put back. */
  readonly plan?: PlannedStrategy['action'];
}

type HostAction = (request: ActionRequest) => unknown;

/** Your program's part. The agent waits for a callback before it asks the model again. */
export interface HostActions {
  /** Shows the text to the user. Without it, the model reads the text. */
  readonly warnUser?: HostAction;
  /** Saves the present state of the work. */
  readonly checkpoint?: HostAction;
  /** Goes on with another model. */
  readonly switchModel?: HostAction;
  /** Puts the files of the plan back to what they were before the loop. */
  readonly rollBack?: HostAction;
  /** Splits the task into smaller ones. */
  readonly decomposeTask?: HostAction;
}

/** What became of an action that a decision asked for. */
export interface ActionResult {
  readonly action: string;
  readonly status: 'carried out' | 'not carried out';
  /** Why it was not carried out. */
  readonly reason?: string;
}
