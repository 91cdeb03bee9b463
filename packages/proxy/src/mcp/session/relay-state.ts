import type { Guard, GuardSession } from '@rutbreak/core';
import { type BreakerOptions, type CallBreaker, createCallBreaker } from '@rutbreak/core/edge';
import { type RecentFingerprints, recentFingerprints } from '../../shared/recent-fingerprints.js';
import { type AuditWriter, createAuditWriter } from '../audit/audit-writer.js';
import { type Backlog, createBacklog } from './deferred-work.js';
import type { OutputSchemas } from '../wire/output-schemas.js';
import type { FailureGate } from './failure-gate.js';
import type { RelayOptions } from './relay-types.js';
import { type Rounds, newRounds } from './rounds.js';

/** Shared by all sessions of a relay. */
export interface RelayParts extends RelayOptions {
  readonly guard: Guard;
  readonly failures: FailureGate;
  readonly limits: BreakerOptions;
  readonly run: string;
  readonly clock: () => number;
  readonly nextSeq: () => number;
  readonly schemas: OutputSchemas;
  /** Every result waits for detection, not only that of a repeated call. */
  readonly holdsAll: boolean;
}

export interface RelayState {
  readonly id: string;
  readonly watch: GuardSession;
  /** Counts forwarded identical calls. */
  repeats: CallBreaker;
  /** Fingerprints of recent calls and results. */
  readonly recent: RecentFingerprints;
  readonly results: RecentFingerprints;
  readonly records: AuditWriter;
  /** Results that detection has not processed yet. */
  readonly backlog: Backlog;
  /** Calls that a person approved and about which the server asked back. The person is not asked again. */
  readonly agreed: Set<number>;
  /** Calls that the server answered with a question. Each may be resent once without counting as a repetition. */
  readonly asked: Set<number>;
  readonly rounds: Rounds;
  /** Texts for the model that wait for the next result. */
  queuedText: string;
  readonly startedAt: number;
  /** The time of the last call; 0 before the first one. */
  lastAt: number;
  /** A person has switched detection off until this time. */
  offUntil: number;
  /** Detection has acted on this session. */
  hasActed: boolean;
}

export function newRelayState(
  id: string,
  { server, audit, run, guard, limits, clock }: RelayParts,
): RelayState {
  return {
    ...{ id, watch: guard.session(id), repeats: createCallBreaker(limits) },
    ...{ recent: recentFingerprints(), results: recentFingerprints(), agreed: new Set(), asked: new Set() },
    ...{ backlog: createBacklog(), records: createAuditWriter(audit, { server, session: id, run }) },
    ...{ rounds: newRounds(), queuedText: '', startedAt: clock(), lastAt: 0, offUntil: 0 },
    hasActed: false,
  };
}

/** Bounded; the newest texts matter most. */
const MAX_QUEUED = 4000;

export function queueText(state: RelayState, text: string): void {
  const { queuedText } = state;
  if (queuedText === '' || queuedText === text) state.queuedText = text.slice(0, MAX_QUEUED);
  else if (text !== '') state.queuedText = `${queuedText}\n\n${text}`.slice(-MAX_QUEUED);
}
