/**
 * Everything the core knows about an agent arrives as one of these. The shapes are also the trace format.
 *
 * @example
 * ```ts
 * import { type AgentEvent, createGuard } from '@rutbreak/core';
 * const event: AgentEvent = { kind: 'turn', role: 'user', text: 'Fix the tests.' };
 * createGuard().session('run-1').observe(event).kind; // => 'proceed'
 * ```
 */
export type AgentEvent =
  | AttemptEvent
  | CallEvent
  | MessageEvent
  | DeltaEvent
  | TurnEvent
  | EditEvent
  | ErrorEvent
  | StateEvent
  | StepEvent
  | ResetEvent;

/**
 * The kinds of event.
 *
 * @example
 * ```ts
 * import { type EventKind } from '@rutbreak/core';
 * const kind: EventKind = 'call';
 * kind; // => 'call'
 * ```
 */
export type EventKind = AgentEvent['kind'];

interface Stamped {
  /** Milliseconds. Set by the edge; the core never reads a clock. */
  readonly at?: number;
  /** The agent among several in the session; absent if there is only one. */
  readonly agent?: string;
  /** The agent that receives the work or the message. */
  readonly to?: string;
  /** Sessions of one group share a task. */
  readonly group?: string;
}

interface Derivable extends Stamped {
  /** Derived from the call just before it (`deriveEvents`), so it is no separate evidence. */
  readonly derived?: boolean;
}

/** A call that is about to be made: the last chance to veto it. */
export interface AttemptEvent extends Stamped {
  readonly kind: 'attempt';
  readonly tool: string;
  readonly args?: unknown;
  /** Calls of one model step share a round. */
  readonly round?: number;
}

/**
 * A call with its outcome.
 *
 * @example
 * ```ts
 * import { type CallEvent, createGuard } from '@rutbreak/core';
 * const event: CallEvent = { kind: 'call', tool: 'read_file', args: { path: 'a.ts' }, result: 'let a = 1;' };
 * createGuard().session('run-1').observe(event).kind; // => 'proceed'
 * ```
 */
export interface CallEvent extends Stamped {
  readonly kind: 'call';
  readonly tool: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean;
  readonly round?: number;
  readonly tokens?: number;
  /** In money. */
  readonly cost?: number;
}

/** One whole assistant message. It ends the stream of deltas before it. */
export interface MessageEvent extends Stamped {
  readonly kind: 'message';
  readonly text: string;
  readonly tokens?: number;
  readonly cost?: number;
}

export type Channel = 'text' | 'reasoning' | 'arguments';

/** A piece of the current assistant message. */
export interface DeltaEvent extends Stamped {
  readonly kind: 'delta';
  readonly text: string;
  readonly channel?: Channel;
}

export type TurnReason = 'prompt' | 'compaction' | 'schedule' | 'restart' | 'nudge' | 'guard' | 'other';

/** A message that is not from the model: from a person, or from the program around the model. */
export interface TurnEvent extends Stamped {
  readonly kind: 'turn';
  readonly role: 'user' | 'harness';
  readonly reason?: TurnReason;
  readonly text?: string;
}

/** A file went from one content to another, as hashes; equal hashes are a no-op. */
export interface EditEvent extends Derivable {
  readonly kind: 'edit';
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

/** An error that is not the outcome of a call, with the fix that was tried. */
export interface ErrorEvent extends Derivable {
  readonly kind: 'error';
  readonly message: string;
  readonly type?: string;
  readonly fix?: string;
}

/** A snapshot of the agent's work. Its fields are compared, never interpreted. */
export interface StateEvent extends Derivable {
  readonly kind: 'state';
  readonly goal?: string;
  readonly files?: unknown;
  readonly todos?: unknown;
  readonly error?: unknown;
}

export type StepStatus = 'success' | 'failure' | 'pending' | 'skipped';

/** One step of a DecisionLog. */
export interface StepEvent extends Stamped {
  readonly kind: 'step';
  readonly intent: string;
  readonly tool?: string;
  readonly status: StepStatus;
}

/** A person or the edge says: start afresh, and lift every block. */
export interface ResetEvent extends Stamped {
  readonly kind: 'reset';
}
