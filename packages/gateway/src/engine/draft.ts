import { type ArchiveFact, computeHash, type LoopLog, type SinkFact } from '@rutbreak/core';
import type { KillState } from '../api/hitl.js';
import { broadcastOf, type Topic, type TopicBody } from '../api/stream.js';
import type { StoredBatch } from '../session/history.js';
import type { HistoryBatch, NewAuditEntry, NewBroadcast } from '../store/store.js';
import type { SessionRecord, StoredLoop } from '../session/record.js';
import type { Settings } from './settings.js';

/** What a step needs to know of the world. */
export interface TickContext {
  readonly now: number;
  readonly settings: Settings;
  readonly kill: KillState;
  /** Patterns that are recorded and not acted on. */
  readonly mutes: ReadonlySet<string>;
}

/** A session while commands are applied to it: the record, and all that is to be written with it. */
export interface Draft {
  record: SessionRecord;
  /** As it was before. */
  readonly base: SessionRecord;
  readonly context: TickContext;
  readonly history: HistoryBatch[];
  readonly broadcasts: NewBroadcast[];
  readonly audit: NewAuditEntry[];
  /** By id: only the last state of each is written. */
  readonly loops: Map<string, StoredLoop>;
  /** For after the commit. */
  readonly facts: { readonly fact: SinkFact; readonly log: LoopLog }[];
  readonly archive: ArchiveFact[];
  /** How long judging took, in milliseconds. */
  spentMs: number;
}

export function draftOf(record: SessionRecord, context: TickContext): Draft {
  return {
    ...{ record, base: record, context, history: [], broadcasts: [], audit: [] },
    ...{ loops: new Map(), facts: [], archive: [], spentMs: 0 },
  };
}

export function change(draft: Draft, next: Partial<SessionRecord>): void {
  draft.record = { ...draft.record, ...next };
}

export function broadcast<T extends Topic>(draft: Draft, topic: T, body: TopicBody<T>): void {
  draft.broadcasts.push(broadcastOf(topic, draft.context.now, body, draft.record.id));
}

type CommandEvent = Exclude<TopicBody<'session:hitl:{id}'>['event_type'], 'gate_opened'>;

/** Every command leaves a line: who, when, what it was before and after. */
export function audited(
  draft: Draft,
  operator: string,
  command: CommandEvent,
  detail: unknown,
  work: () => void,
): void {
  const before = hashOf(draft.record);
  work();
  draft.audit.push({
    ...{ at: draft.context.now, operator, command, before, after: hashOf(draft.record) },
    detail: JSON.stringify(detail),
  });
  broadcast(draft, 'session:hitl:{id}', {
    ...{ event_type: command, session_id: draft.record.id, operator_id: operator, at: draft.context.now },
    ...{ detail, state: draft.record.state },
  });
}

/** Of what a person can change; the rest moves by itself. */
function hashOf({ state, paused, hold, gates, pending, core, endedBy, ...rest }: SessionRecord): string {
  const { agentPauses } = rest;
  return computeHash({
    ...{ state, paused, hold, gates, pending, endedBy, core: JSON.stringify(core) },
    ...(agentPauses && { agentPauses }),
  });
}

/** Returns how many bytes were stored. */
export function keepHistory(draft: Draft, firstSeq: number, batch: StoredBatch): number {
  if (batch.items.length === 0) return 0;
  const lastSeq = firstSeq + batch.items.length - 1;
  const payload = JSON.stringify(batch);
  draft.history.push({ firstSeq, lastSeq, at: draft.context.now, payload });
  return payload.length;
}
