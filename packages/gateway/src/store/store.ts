import type { BroadcastTopic } from '../api/stream.js';

/**
 * The storage port. Every key starts with the session ('' for data of the gateway itself), so tables can be sharded by it.
 * There are no leases: the version of a session fences off concurrent writers.
 */
export interface Store {
  readonly kind: 'memory' | 'sqlite' | 'postgres';
  /**
   * Writes each session in one transaction; several sessions may share one. It skips an update with a stale `expected` version completely: state, history,
   * broadcasts, audit lines and documents. Resolves, once everything is durable, to the written ids; the caller reloads and
   * recomputes the others. Rejects if nothing was written, or with `PartlyWritten`.
   */
  readonly commit: (updates: readonly SessionUpdate[]) => Promise<ReadonlySet<string>>;
  /** The existing ones among these sessions. Never stale: includes every acknowledged commit. */
  readonly load: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredSession>>;
  /** Newest first. */
  readonly list: (query: ListQuery) => Promise<readonly ListedSession[]>;
  readonly count: () => Promise<number>;
  /** The number of sessions in each state. Looping sessions count only if they were active since `since`. */
  readonly counts: (liveSince: number) => Promise<readonly StateCount[]>;
  /** Sessions with a `dueAt` in the past, the earliest first. */
  readonly due: (now: number, limit: number) => Promise<readonly string[]>;
  /**
   * Batches of one session that end at `fromSeq` or later, in order: at most `limit` batches and about PAGE_BYTES. Only an
   * empty page marks the end.
   */
  readonly history: (
    session: string,
    range: { readonly fromSeq: number; readonly limit: number },
  ) => Promise<readonly HistoryBatch[]>;

  /** Writes entries that belong to no session. Durable when it resolves. */
  readonly append: (entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => Promise<void>;
  /**
   * Outbox entries after the id `after`, in order. A reader that continues from the last id must never miss an entry, so a
   * later commit never gets a smaller id than one that was already visible. At most `limit` entries and about PAGE_BYTES;
   * only an empty page marks the end.
   */
  readonly broadcasts: (after: number, limit: number) => Promise<readonly Broadcast[]>;
  /** The id of the newest entry; 0 if there is none. */
  readonly lastBroadcast: () => Promise<number>;
  /** Newest first. */
  readonly audit: (query: AuditQuery) => Promise<readonly AuditEntry[]>;

  readonly document: (key: DocumentKey) => Promise<StoredDocument | undefined>;
  /** Ordered by id; of one session, or of all sessions. */
  readonly documents: (query: DocumentQuery) => Promise<readonly StoredDocument[]>;
  /** False, without a change, if `expected` is not the stored version (0: the document does not exist). */
  readonly putDocument: (key: DocumentKey, expected: number, body: string) => Promise<boolean>;
  readonly removeDocument: (key: DocumentKey) => Promise<boolean>;

  /** Deletes all data of a session, including broadcasts and audit lines; false if it does not exist. */
  readonly remove: (session: string) => Promise<boolean>;
  /** Deletes data older than these times (milliseconds); resolves to the number of deleted sessions. */
  readonly prune: (before: { readonly sessions?: number; readonly broadcasts?: number }) => Promise<number>;

  /** Calls the listener after a commit of this or another process. Hints may get lost, so readers also poll. */
  readonly onHint: (listener: () => void) => () => void;
  /** Rejects if the store is not writable. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The written sessions, and those that could not be written, with the reason. */
export interface Written {
  readonly taken: ReadonlySet<string>;
  readonly failed: ReadonlyMap<string, unknown>;
}

/** Some sessions were written, and some could not be. */
export class PartlyWritten extends Error {
  constructor(readonly written: Written) {
    super(`${written.failed.size} sessions could not be written.`);
  }
}

export type SessionState = 'active' | 'paused' | 'ended';

/** Fields by which sessions are found and sorted. */
interface SessionColumns {
  readonly state: SessionState;
  /** Milliseconds. */
  readonly updatedAt: number;
  /** When the sweeper must visit the session. */
  readonly dueAt: number | null;
  /** 1: the newest steps are a loop. */
  readonly isLooping: 0 | 1;
  /** Sort key: the wasted cost, plus the wasted tokens as a fraction far below a cent. */
  readonly waste: number;
  /** Small JSON for lists. */
  readonly summary: string;
}

export interface StateCount {
  readonly state: SessionState;
  readonly many: number;
  readonly looping: number;
}

export interface ListedSession extends SessionColumns {
  readonly id: string;
  readonly version: number;
}

export interface StoredSession extends ListedSession {
  /** The sequence number of the next event. */
  readonly nextSeq: number;
  /** JSON: the engine's record of the session. */
  readonly record: string;
}

export interface SessionUpdate extends Omit<StoredSession, 'version'> {
  /** The version that was read; 0 for a new session. The stored version becomes `expected + 1`. */
  readonly expected: number;
  readonly history: readonly HistoryBatch[];
  readonly broadcasts: readonly NewBroadcast[];
  readonly audit: readonly NewAuditEntry[];
  /** Overwrites existing documents. */
  readonly documents: readonly { readonly kind: string; readonly id: string; readonly body: string }[];
}

/** Consecutive events that arrived together. */
export interface HistoryBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly at: number;
  /** JSON; opaque to the store. */
  readonly payload: string;
}

export interface NewBroadcast {
  readonly topic: BroadcastTopic;
  readonly at: number;
  /** JSON. */
  readonly body: string;
}

export interface Broadcast extends NewBroadcast {
  readonly id: number;
  readonly session: string;
}

export interface NewAuditEntry {
  readonly at: number;
  readonly operator: string;
  readonly command: string;
  readonly before: string;
  readonly after: string;
  /** JSON. */
  readonly detail: string;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
  readonly session: string;
}

export interface ListQuery {
  readonly state?: SessionState;
  /** Only sessions with this text in their id. */
  readonly search?: string;
  /** Last active between these times, in milliseconds. */
  readonly from?: number;
  readonly to?: number;
  /** Default: the newest first. */
  readonly sort?: 'recent' | 'waste';
  /** The last session of the previous page. */
  readonly after?: { readonly updatedAt: number; readonly waste: number; readonly id: string };
  readonly limit: number;
}

export interface AuditQuery {
  /** '' for lines of the gateway itself; omitted: all lines. */
  readonly session?: string;
  /** Only entries with a smaller id. */
  readonly before?: number;
  readonly limit: number;
}

export interface DocumentKey {
  readonly session: string;
  readonly kind: string;
  readonly id: string;
}

export interface DocumentQuery {
  readonly kind: string;
  readonly session?: string;
  /** Newest first instead of by id. */
  readonly newestFirst?: boolean;
  readonly limit: number;
}

export interface StoredDocument extends DocumentKey {
  readonly version: number;
  readonly updatedAt: number;
  readonly body: string;
}

/** The read-only part of a store. */
export type StoreReaders = Pick<
  Store,
  'load' | 'list' | 'count' | 'counts' | 'due' | 'history' | 'broadcasts' | 'lastBroadcast' | 'audit'
>;
