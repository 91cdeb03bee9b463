import type { Decision, Snapshot } from '@rutbreak/core';

/** A session of a running proxy, for a person in another process. */
export interface SessionControl {
  readonly id: string;
  readonly startedAt: number;
  /** The time of the last call or request. */
  readonly lastAt: number;
  /** A command that lifts a block. The agent itself asked for it, and it may be running now. */
  readonly agentCommand?: string;
  readonly snapshot: () => Snapshot;
  /** Continues from the state that a person left. Pending texts and refusals are dropped. */
  readonly resume: (state: ResumedState) => void;
}

export interface ResumedState {
  readonly command: 'reset' | 'override';
  readonly at: number;
  readonly snapshot: Snapshot;
  /** Detection is off until this time. */
  readonly offUntil?: number;
}

/**
 * Called with every decision, including those that do nothing. May return a text to add to the decision's
 * own.
 */
export type OnDecision = (session: string, decision: Decision, at: number) => string | undefined;

/** Finds a command in a call's arguments that lifts a decision of the proxy; only a person may run it. */
export type FindLifting = (args: string) => string | undefined;
