import type { Archive } from '@rutbreak/core';
import { type ArchiveFact, computeHash, type LoopLog, type SinkFact } from '@rutbreak/core/edge';
import type { KillState } from '../api/hitl.js';
import { broadcastOf, type Topic, type TopicBody } from '../api/stream.js';
import type { HistoryBatch, NewAuditEntry, NewBroadcast } from '../store/store.js';
import type { SessionRecord, StoredLoop } from '../session/record.js';
import { newReplay, type Replay } from './queue/replay.js';
import type { Settings } from './settings.js';

/** The environment of a tick: time, settings, kill-switch, mutes. */
export interface TickContext {
  readonly now: number;
  readonly settings: Settings;
  readonly kill: KillState;
  /** Muted patterns: the gateway records them and does not act on them. */
  readonly mutes: ReadonlySet<string>;
  /** What earlier sessions know about loops. */
  readonly earlier: Pick<Archive, 'known'>;
}

/** A session while work changes it: the record, and everything that the commit writes with it. */
export interface Draft {
  record: SessionRecord;
  /** The record before this tick. */
  readonly base: SessionRecord;
  readonly context: TickContext;
  readonly history: HistoryBatch[];
  readonly broadcasts: NewBroadcast[];
  readonly audit: NewAuditEntry[];
  /** By id: the commit writes only the last state of each. */
  readonly loops: Map<string, StoredLoop>;
  /** Metrics to count after the commit. */
  readonly facts: { readonly fact: SinkFact; readonly log: LoopLog }[];
  readonly archive: ArchiveFact[];
  readonly replay: Replay;
  /** How long detection took, in milliseconds. */
  spentMs: number;
}

export function draftOf(record: SessionRecord, context: TickContext): Draft {
  return {
    ...{ record, base: record, context, history: [], broadcasts: [], audit: [] },
    ...{ loops: new Map(), facts: [], archive: [], replay: newReplay(record), spentMs: 0 },
  };
}

/**
 * Runs several times for every event, so only the first change copies the record; the others change that copy in place.
 * Take what you need from `draft.record` before a change, not after it.
 */
export function change(draft: Draft, next: Partial<SessionRecord>): void {
  if (draft.record === draft.base) draft.record = { ...draft.record, ...next };
  else Object.assign(draft.record, next);
}

export function broadcast<T extends Topic>(draft: Draft, topic: T, body: TopicBody<T>): void {
  draft.broadcasts.push(broadcastOf(topic, draft.context.now, body, draft.record.id));
}

type CommandEvent = Exclude<TopicBody<'session:hitl:{id}'>['event_type'], 'gate_opened'>;

/** Applies a command and writes its audit line: operator, time, and a hash of the state before and after. */
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

/** A hash of the fields that people can change; the other fields change without them. */
function hashOf({ state, paused, hold, gates, pending, core, endedBy, ...rest }: SessionRecord): string {
  const { agentPauses } = rest;
  return computeHash({
    ...{ state, paused, hold, gates, pending, endedBy, core: JSON.stringify(core) },
    ...(agentPauses && { agentPauses }),
  });
}
