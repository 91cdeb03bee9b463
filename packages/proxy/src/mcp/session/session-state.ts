import {
  type BreakerOptions,
  type CallBreaker,
  createCallBreaker,
  type Guard,
  type GuardSession,
} from '@rutbreak/core';
import { type RecentPrints, recentPrints } from '../../recent-prints.js';
import { type Book, openBook } from '../audit/audit-writer.js';
import { type Backlog, createBacklog } from './deferred-work.js';
import type { OutputSchemas } from '../wire/output-schemas.js';
import type { FailureGate } from './failure-gate.js';
import type { RelayOptions } from './relay-types.js';
import { type Rounds, newRounds } from './rounds.js';

/** What all sessions of a relay share. */
export interface RelayParts extends RelayOptions {
  readonly guard: Guard;
  readonly failures: FailureGate;
  readonly limits: BreakerOptions;
  readonly run: string;
  readonly clock: () => number;
  readonly nextSeq: () => number;
  readonly schemas: OutputSchemas;
}

export interface SessionState {
  readonly id: string;
  readonly watch: GuardSession;
  /** Counts identical calls that passed. */
  readonly repeats: CallBreaker;
  /** Recent calls and results. */
  readonly recent: RecentPrints;
  readonly results: RecentPrints;
  readonly book: Book;
  /** Results that detection has not seen yet. */
  readonly backlog: Backlog;
  /** Calls that a person agreed to and the server has asked back about. The person is not asked again. */
  readonly agreed: Set<number>;
  /** Calls that the server answered with a question. Each may be sent once more without being a repetition. */
  readonly asked: Set<number>;
  readonly rounds: Rounds;
  /** Texts for the model that wait for the next result. */
  owed: string;
  /** When the last call came. */
  lastAt: number;
  /** Detection has not acted yet. */
  isCalm: boolean;
}

export function newSessionState(id: string, { server, audit, run, guard, limits }: RelayParts): SessionState {
  return {
    ...{ id, watch: guard.session(id), repeats: createCallBreaker(limits) },
    ...{ recent: recentPrints(), results: recentPrints(), agreed: new Set(), asked: new Set() },
    ...{ backlog: createBacklog(), book: openBook(audit, { server, session: id, run }) },
    ...{ rounds: newRounds(), owed: '', lastAt: 0, isCalm: true },
  };
}

/** At most a few texts wait, and the newest matter most. */
const MAX_OWED = 4000;

export function owe(state: SessionState, text: string): void {
  const { owed } = state;
  if (owed === '' || owed === text) state.owed = text.slice(0, MAX_OWED);
  else if (text !== '') state.owed = `${owed}\n\n${text}`.slice(-MAX_OWED);
}
