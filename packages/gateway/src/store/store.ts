/**
 * The port behind which sessions are kept. Every key leads with the session ('' for what belongs to the gateway as a
 * whole), so tables can be spread by it. There are no leases: a session's version is what fences writers off.
 */
export interface Store {
  readonly kind: 'memory' | 'sqlite' | 'postgres';
  /**
   * One transaction for all updates. An update whose `expected` version is not the stored one is left out as a whole:
   * its state, history, broadcasts, audit lines and documents. Resolves, once everything is durable, to the ids that
   * were taken; those that were not must be loaded and computed again.
   */
  readonly commit: (updates: readonly SessionUpdate[]) => Promise<ReadonlySet<string>>;
  /** Those of these sessions that exist. Never older than the last commit that anybody was told of. */
  readonly load: (ids: readonly string[]) => Promise<ReadonlyMap<string, StoredSession>>;
  /** Newest first. */
  readonly list: (query: ListQuery) => Promise<readonly ListedSession[]>;
  readonly count: () => Promise<number>;
  /** How many sessions are in which state. Those that loop count only where they were heard of since then. */
  readonly counts: (liveSince: number) => Promise<readonly StateCount[]>;
  /** Sessions whose `dueAt` has come, the earliest first. */
  readonly due: (now: number, limit: number) => Promise<readonly string[]>;
  /**
   * Batches of one session that reach to `fromSeq` or beyond, in order: at most `limit` and about PAGE_BYTES. Only an
   * empty page is the end.
   */
  readonly history: (
    session: string,
    range: { readonly fromSeq: number; readonly limit: number },
  ) => Promise<readonly HistoryBatch[]>;

  /** What belongs to no session. Durable when it resolves. */
  readonly append: (entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => Promise<void>;
  /**
   * The outbox, in the order of its ids, after `after`. A reader who goes on from the last id it saw must never miss
   * an entry: one that is committed later may not get a smaller id than one that was already handed out. At most `limit`
   * and about PAGE_BYTES; only an empty page is the end.
   */
  readonly broadcasts: (after: number, limit: number) => Promise<readonly Broadcast[]>;
  /** The id of the newest one; 0 where there is none. */
  readonly lastBroadcast: () => Promise<number>;
  /** Newest first. */
  readonly audit: (query: AuditQuery) => Promise<readonly AuditEntry[]>;

  readonly document: (key: DocumentKey) => Promise<StoredDocument | undefined>;
  /** By id; of one session, or of all where none is given. */
  readonly documents: (query: DocumentQuery) => Promise<readonly StoredDocument[]>;
  /** False, and nothing is changed, where `expected` is not the stored version (0: it is not there yet). */
  readonly putDocument: (key: DocumentKey, expected: number, body: string) => Promise<boolean>;
  readonly removeDocument: (key: DocumentKey) => Promise<boolean>;

  /** All that is kept of one session, broadcasts and audit lines included; false where there was none. */
  readonly remove: (session: string) => Promise<boolean>;
  /** What is older than these times (milliseconds) is deleted; resolves to how many sessions went. */
  readonly prune: (before: { readonly sessions?: number; readonly broadcasts?: number }) => Promise<number>;

  /** Tells that somebody, perhaps another process, has committed; a hint for readers, which also look by themselves. */
  readonly onHint: (listener: () => void) => () => void;
  /** Rejects where the store cannot be written to. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export type SessionState = 'active' | 'paused' | 'ended';

/** What sessions are found and ordered by. */
interface SessionColumns {
  readonly state: SessionState;
  /** Milliseconds. */
  readonly updatedAt: number;
  /** When somebody has to look at it again without being told to. */
  readonly dueAt: number | null;
  /** 1: its newest steps are a loop. */
  readonly isLooping: 0 | 1;
  /** What lists are sorted by: the wasted cost, and wasted tokens as a fraction far below a cent. */
  readonly waste: number;
  /** JSON for lists, small. */
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
  /** The number that the next event gets. */
  readonly nextSeq: number;
  /** JSON: all that the engine knows about the session. */
  readonly record: string;
}

export interface SessionUpdate extends Omit<StoredSession, 'version'> {
  /** The version that was read; 0 for a session that is new. The stored one becomes `expected + 1`. */
  readonly expected: number;
  readonly history: readonly HistoryBatch[];
  readonly broadcasts: readonly NewBroadcast[];
  readonly audit: readonly NewAuditEntry[];
  /** Written whatever was there. */
  readonly documents: readonly { readonly kind: string; readonly id: string; readonly body: string }[];
}

/** Consecutive events that came together. */
export interface HistoryBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly at: number;
  /** JSON; the port does not look into it. */
  readonly payload: string;
}

export interface NewBroadcast {
  readonly topic: string;
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
  /** Only those whose id contains this. */
  readonly search?: string;
  /** Heard of last between these times, in milliseconds. */
  readonly from?: number;
  readonly to?: number;
  /** Left out: the newest first. */
  readonly sort?: 'recent' | 'waste';
  /** The last one that was seen. */
  readonly after?: { readonly updatedAt: number; readonly waste: number; readonly id: string };
  readonly limit: number;
}

export interface AuditQuery {
  /** '' for what concerns all of them; left out: everything. */
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

/** What a store answers without changing anything. */
export type StoreReaders = Pick<
  Store,
  'load' | 'list' | 'count' | 'counts' | 'due' | 'history' | 'broadcasts' | 'lastBroadcast' | 'audit'
>;
