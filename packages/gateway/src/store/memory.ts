import type {
  AuditEntry,
  Broadcast,
  DocumentKey,
  HistoryBatch,
  ListedSession,
  ListQuery,
  SessionUpdate,
  Store,
  StoredDocument,
  StoredSession,
} from './store.js';

interface Shelves {
  readonly sessions: Map<string, StoredSession>;
  readonly history: Map<string, HistoryBatch[]>;
  readonly documents: Map<string, StoredDocument>;
  broadcasts: Broadcast[];
  audit: AuditEntry[];
  lastBroadcast: number;
  lastAudit: number;
}

/** Keeps everything in this process, and loses it with it: for tests and for trying things out. */
export function createMemoryStore({ now = Date.now }: { readonly now?: () => number } = {}): Store {
  const shelves: Shelves = {
    ...{ sessions: new Map(), history: new Map(), documents: new Map() },
    ...{ broadcasts: [], audit: [], lastBroadcast: 0, lastAudit: 0 },
  };
  const listeners = new Set<() => void>();
  const hint = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    kind: 'memory',
    commit(updates) {
      const taken = new Set(updates.filter((update) => take(shelves, update, now())).map(({ id }) => id));
      if (taken.size > 0) hint();
      return Promise.resolve(taken);
    },
    append(entries) {
      note(shelves, '', entries);
      hint();
      return Promise.resolve();
    },
    ...readers(shelves),
    ...documentsIn(shelves, now),
    remove: (session) => Promise.resolve(removeAll(shelves, session)),
    prune: (before) => Promise.resolve(prune(shelves, before)),
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function take(shelves: Shelves, update: SessionUpdate, at: number): boolean {
  const { id, expected, history, broadcasts, audit, documents, ...row } = update;
  if ((shelves.sessions.get(id)?.version ?? 0) !== expected) return false;
  shelves.sessions.set(id, { id, ...row, version: expected + 1 });
  shelves.history.set(id, [...(shelves.history.get(id) ?? []), ...history]);
  note(shelves, id, { broadcasts, audit });
  for (const { kind, id: name, body } of documents) {
    const key = { session: id, kind, id: name };
    write(shelves, key, (shelves.documents.get(keyOf(key))?.version ?? 0) + 1, body, at);
  }
  return true;
}

function note(
  shelves: Shelves,
  session: string,
  { broadcasts, audit }: Pick<SessionUpdate, 'broadcasts' | 'audit'>,
): void {
  for (const entry of broadcasts) shelves.broadcasts.push({ ...entry, session, id: ++shelves.lastBroadcast });
  for (const entry of audit) shelves.audit.push({ ...entry, session, id: ++shelves.lastAudit });
}

type Readers = Pick<
  Store,
  'load' | 'list' | 'count' | 'due' | 'history' | 'broadcasts' | 'lastBroadcast' | 'audit'
>;

function readers(shelves: Shelves): Readers {
  const { sessions } = shelves;
  return {
    load: (ids) =>
      Promise.resolve(
        new Map(
          ids.flatMap((id) => {
            const found = sessions.get(id);
            return found ? [[id, found] as const] : [];
          }),
        ),
      ),
    list: (query) => Promise.resolve(list([...sessions.values()], query)),
    count: () => Promise.resolve(sessions.size),
    due(now, limit) {
      const due = [...sessions.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now);
      due.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
      return Promise.resolve(due.slice(0, limit).map(({ id }) => id));
    },
    history: (session, { fromSeq, limit }) =>
      Promise.resolve(
        (shelves.history.get(session) ?? []).filter(({ lastSeq }) => lastSeq >= fromSeq).slice(0, limit),
      ),
    broadcasts: (after, limit) =>
      Promise.resolve(shelves.broadcasts.filter(({ id }) => id > after).slice(0, limit)),
    lastBroadcast: () => Promise.resolve(shelves.lastBroadcast),
    audit({ session, before = Infinity, limit }) {
      const found = shelves.audit.filter(
        (entry) => entry.id < before && (session === undefined || entry.session === session),
      );
      return Promise.resolve(found.reverse().slice(0, limit));
    },
  };
}

function list(
  all: readonly StoredSession[],
  { state, search = '', after, limit }: ListQuery,
): ListedSession[] {
  return all
    .filter((one) => (state === undefined || one.state === state) && one.id.includes(search))
    .filter((one) => after === undefined || newestFirst(after, one) < 0)
    .sort(newestFirst)
    .slice(0, limit)
    .map(({ id, version, state: now, updatedAt, dueAt, summary }) => ({
      ...{ id, version, state: now, updatedAt, dueAt, summary },
    }));
}

interface Place {
  readonly updatedAt: number;
  readonly id: string;
}

function newestFirst(a: Place, b: Place): number {
  return b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function keyOf({ session, kind, id }: DocumentKey): string {
  return JSON.stringify([session, kind, id]);
}

function write(shelves: Shelves, key: DocumentKey, version: number, body: string, updatedAt: number): void {
  const { session, kind, id } = key;
  shelves.documents.set(keyOf(key), { session, kind, id, version, updatedAt, body });
}

function documentsIn(
  shelves: Shelves,
  now: () => number,
): Pick<Store, 'document' | 'documents' | 'putDocument' | 'removeDocument'> {
  return {
    document: (key) => Promise.resolve(shelves.documents.get(keyOf(key))),
    documents({ kind, session, newestFirst: isByTime = false, limit }) {
      const found = [...shelves.documents.values()].filter(
        (one) => one.kind === kind && (session === undefined || one.session === session),
      );
      const byId = (a: StoredDocument, b: StoredDocument): number => (a.id < b.id ? -1 : 1);
      found.sort((a, b) => (isByTime ? b.updatedAt - a.updatedAt || byId(a, b) : byId(a, b)));
      return Promise.resolve(found.slice(0, limit));
    },
    putDocument(key, expected, body) {
      if ((shelves.documents.get(keyOf(key))?.version ?? 0) !== expected) return Promise.resolve(false);
      write(shelves, key, expected + 1, body, now());
      return Promise.resolve(true);
    },
    removeDocument: (key) => Promise.resolve(shelves.documents.delete(keyOf(key))),
  };
}

function removeAll(shelves: Shelves, session: string): boolean {
  const isKnown = shelves.sessions.delete(session);
  shelves.history.delete(session);
  shelves.broadcasts = shelves.broadcasts.filter((entry) => entry.session !== session);
  shelves.audit = shelves.audit.filter((entry) => entry.session !== session);
  for (const [key, one] of shelves.documents) if (one.session === session) shelves.documents.delete(key);
  return isKnown;
}

function prune(
  shelves: Shelves,
  { sessions = -Infinity, broadcasts = -Infinity }: { sessions?: number; broadcasts?: number },
): number {
  const old = [...shelves.sessions.values()].filter(({ updatedAt }) => updatedAt < sessions);
  for (const { id } of old) removeAll(shelves, id);
  shelves.broadcasts = shelves.broadcasts.filter(({ at }) => at >= broadcasts);
  return old.length;
}
