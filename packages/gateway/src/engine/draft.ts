import { type ArchiveFact, computeHash, type LoopLog, type SinkFact } from '@rutbreak/core';
import type { KillState } from '../api/hitl.js';
import type { Loop, StoredEvent } from '../api/sessions.js';
import type { HistoryBatch, NewAuditEntry, NewBroadcast } from '../store/store.js';
import type { SessionRecord } from './record.js';
import type { Settings } from './settings.js';

/** What a step needs to know of the world. */
export interface Scene {
  readonly now: number;
  readonly settings: Settings;
  readonly kill: KillState;
}

/** A session while commands are applied to it: the record, and all that is to be written with it. */
export interface Draft {
  record: SessionRecord;
  /** As it was before. */
  readonly base: SessionRecord;
  readonly scene: Scene;
  readonly history: HistoryBatch[];
  readonly broadcasts: NewBroadcast[];
  readonly audit: NewAuditEntry[];
  /** By id: only the last state of each is written. */
  readonly loops: Map<string, Loop & { readonly voice: unknown }>;
  /** For after the commit. */
  readonly facts: { readonly fact: SinkFact; readonly log: LoopLog }[];
  readonly archive: ArchiveFact[];
  /** How long judging took, in milliseconds. */
  spentMs: number;
}

export function draftOf(record: SessionRecord, scene: Scene): Draft {
  return {
    ...{ record, base: record, scene, history: [], broadcasts: [], audit: [] },
    ...{ loops: new Map(), facts: [], archive: [], spentMs: 0 },
  };
}

export function change(draft: Draft, next: Partial<SessionRecord>): void {
  draft.record = { ...draft.record, ...next };
}

export function broadcast(draft: Draft, topic: string, body: unknown): void {
  draft.broadcasts.push({ topic, at: draft.scene.now, body: JSON.stringify(body) });
}

/** Every command leaves a line: who, when, what it was before and after. */
export function audited(
  draft: Draft,
  operator: string,
  command: string,
  detail: unknown,
  work: () => void,
): void {
  const before = hashOf(draft.record);
  work();
  draft.audit.push({
    ...{ at: draft.scene.now, operator, command, before, after: hashOf(draft.record) },
    detail: JSON.stringify(detail),
  });
  broadcast(draft, `session:hitl:${draft.record.id}`, {
    ...{
      event_type: command,
      session_id: draft.record.id,
      operator_id: operator,
      at: draft.scene.now,
      detail,
    },
    state: draft.record.state,
  });
}

/** Of what a person can change; the rest moves by itself. */
function hashOf({ state, paused, hold, gates, pending, lenses, endedBy, ...rest }: SessionRecord): string {
  const { agentPauses } = rest;
  return computeHash({
    ...{ state, paused, hold, gates, pending, endedBy, lenses: JSON.stringify(lenses) },
    ...(agentPauses && { agentPauses }),
  });
}

type Door = StoredEvent['door'];

/** How events lie in the store: what they have in common once. */
export interface StoredBatch {
  readonly door: Door;
  readonly held: boolean;
  /** Kept because this agent alone waits. */
  readonly agent?: string;
  readonly items: readonly unknown[];
}

export function keepHistory(draft: Draft, firstSeq: number, batch: StoredBatch): void {
  if (batch.items.length === 0) return;
  const lastSeq = firstSeq + batch.items.length - 1;
  draft.history.push({ firstSeq, lastSeq, at: draft.scene.now, payload: JSON.stringify(batch) });
}
