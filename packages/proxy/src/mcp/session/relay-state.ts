import type { Guard, GuardSession } from '@rutbreak/core';
import { type BreakerOptions, type CallBreaker, createCallBreaker } from '@rutbreak/core/edge';
import { createLiveSession, type LiveSession } from '../../shared/live-session.js';
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
  readonly live: LiveSession;
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
  /** Detection has acted on this session. */
  hasActed: boolean;
}

export function newRelayState(
  id: string,
  { server, audit, run, guard, limits, clock }: RelayParts,
): RelayState {
  const state: RelayState = {
    ...{ live: createLiveSession(id, guard, clock()), watch: guard.session(id) },
    repeats: createCallBreaker(limits),
    ...{ recent: recentFingerprints(), results: recentFingerprints(), agreed: new Set(), asked: new Set() },
    ...{ backlog: createBacklog(), records: createAuditWriter(audit, { server, session: id, run }) },
    ...{ rounds: newRounds(), queuedText: '', hasActed: false },
  };
  state.live.join({
    catchUp: state.backlog.catchUp,
    resumed({ command, at }) {
      Object.assign(state, { hasActed: false, queuedText: '', repeats: createCallBreaker(limits) });
      state.records.lifted(command, at);
    },
  });
  return state;
}

/** Bounded; the newest texts matter most. */
const MAX_QUEUED = 4000;

export function queueText(state: RelayState, text: string): void {
  const { queuedText } = state;
  if (queuedText === '' || queuedText === text) state.queuedText = text.slice(0, MAX_QUEUED);
  else if (text !== '') state.queuedText = `${queuedText}\n\n${text}`.slice(-MAX_QUEUED);
}
