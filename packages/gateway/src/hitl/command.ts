import type { OverrideRequest } from '@rutbreak/core';
import type { CommandAck, StepChange } from '../api/hitl.js';

export interface Common {
  readonly by: string;
  readonly agent?: string | undefined;
  readonly reason?: string | undefined;
  /** Makes the command idempotent: a second command with the same id does nothing. */
  readonly commandId?: string | undefined;
}

export type HitlCommand = Common &
  (
    | { readonly name: 'pause' | 'unpause' | 'end' }
    | { readonly name: 'inject'; readonly message: string }
    | {
        readonly name: 'rewrite';
        readonly seq?: number | undefined;
        readonly message: StepChange;
        readonly text?: string | undefined;
      }
    | {
        readonly name: 'approve' | 'rewrite-gate' | 'reject';
        readonly gate: string;
        readonly message?: StepChange | undefined;
        readonly text?: string | undefined;
      }
    | { readonly name: 'override'; readonly request: OverrideRequest }
  );

export type NewCommandAck = Omit<CommandAck, 'version'>;

/** The command does not apply to the current state of the session. */
export interface Rejection {
  readonly rejection: string;
  readonly hint?: string;
  readonly isUnknown?: boolean;
}

declare module '../engine/work.js' {
  interface Works {
    command: { readonly input: HitlCommand; readonly reply: NewCommandAck | Rejection };
  }
}
