import type { Decision, Guard, Snapshot } from '@rutbreak/core';

/** A guard's session while a proxy serves it. A person in another process sees and lifts it through this. */
export interface LiveSession {
  readonly id: string;
  readonly startedAt: number;
  /** The time of the last call or request; 0 before the first one. */
  readonly lastAt: number;
  /** A command that lifts a block. The agent itself asked for it, and it may be running now. */
  readonly agentCommand: string | undefined;
  /** Has a person switched detection off for this time? */
  readonly isOff: (at: number) => boolean;
  /** A call or request has come. */
  readonly used: (at: number) => void;
  readonly snapshot: () => Snapshot;
  /** Continues from the state that a person left. Pending texts and refusals are dropped. */
  readonly resume: (state: ResumedState) => void;
  /** Adds a part that serves the session. Returns how it leaves, which tells whether it was the last one. */
  readonly join: (part: SessionPart) => () => boolean;
}

/** What serves a session: the relay of its calls, or one of the conversations that share it. */
export interface SessionPart {
  /** Runs the detection that was put off. */
  readonly catchUp: () => void;
  /** Drops the texts and refusals that wait. */
  readonly resumed: (state: ResumedState) => void;
  readonly agentCommand?: () => string | undefined;
}

interface ResumedState {
  readonly command: 'reset' | 'override';
  readonly at: number;
  readonly snapshot: Snapshot;
  /** Detection is off until this time. */
  readonly offUntil?: number;
}

/** `startedAt`: 0 if it starts with its first call or request. */
export function createLiveSession(id: string, guard: Guard, startedAt = 0): LiveSession {
  const parts = new Set<SessionPart>();
  const times = { startedAt, lastAt: 0, offUntil: 0 };
  const catchUp = (): void => parts.forEach((part) => part.catchUp());
  return {
    id,
    get startedAt() {
      return times.startedAt;
    },
    get lastAt() {
      return times.lastAt;
    },
    get agentCommand() {
      return [...parts].map((part) => part.agentCommand?.()).find((command) => command !== undefined);
    },
    isOff: (at) => at < times.offUntil,
    used(at) {
      times.startedAt ||= at;
      times.lastAt = at;
    },
    snapshot() {
      catchUp();
      return guard.session(id).snapshot();
    },
    resume(state) {
      catchUp();
      guard.restore(id, state.snapshot);
      times.offUntil = state.offUntil ?? 0;
      for (const part of parts) part.resumed(state);
    },
    join(part) {
      parts.add(part);
      return () => {
        parts.delete(part);
        return parts.size === 0;
      };
    },
  };
}

/**
 * Called with every decision, including those that do nothing. May return a text to add to the decision's
 * own.
 */
export type OnDecision = (session: string, decision: Decision, at: number) => string | undefined;

/** Finds a command in a call's arguments that lifts a decision of the proxy; only a person may run it. */
export type FindLifting = (args: string) => string | undefined;
