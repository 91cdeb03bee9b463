import { pageOf } from './page.js';
import type {
  AuditEntry,
  Broadcast,
  DocumentKey,
  HistoryBatch,
  ListedSession,
  ListQuery,
  SessionUpdate,
  StateCount,
  Store,
  StoredDocument,
  StoredSession,
} from './store.js';

interface Tables {
  readonly sessions: Map<string, StoredSession>;
  readonly history: Map<string, HistoryBatch[]>;
  readonly documents: Map<string, StoredDocument>;
  broadcasts: Broadcast[];
  audit: AuditEntry[];
  lastBroadcast: number;
  lastAudit: number;
}

/** Keeps everything in the memory of this process: for tests and experiments. */
export function createMemoryStore({ now = Date.now }: { readonly now?: () => number } = {}): Store {
  const tables: Tables = {
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
      const taken = new Set(updates.filter((update) => take(tables, update, now())).map(({ id }) => id));
      if (taken.size > 0) hint();
      return Promise.resolve(taken);
    },
    append(entries) {
      note(tables, '', entries);
      hint();
      return Promise.resolve();
    },
    ...readers(tables),
    ...documentsIn(tables, now),
    remove: (session) => Promise.resolve(removeAll(tables, session)),
    prune: (before) => Promise.resolve(prune(tables, before)),
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function take(tables: Tables, update: SessionUpdate, at: number): boolean {
  const { id, expected, history, broadcasts, audit, documents, ...row } = update;
  if ((tables.sessions.get(id)?.version ?? 0) !== expected) return false;
  tables.sessions.set(id, { id, ...row, version: expected + 1 });
  tables.history.set(id, [...(tables.history.get(id) ?? []), ...history]);
  note(tables, id, { broadcasts, audit });
  for (const { kind, id: name, body } of documents) {
    const key = { session: id, kind, id: name };
    write(tables, key, (tables.documents.get(keyOf(key))?.version ?? 0) + 1, body, at);
  }
  return true;
}

function note(
  tables: Tables,
  session: string,
  { broadcasts, audit }: Pick<SessionUpdate, 'broadcasts' | 'audit'>,
): void {
  for (const entry of broadcasts) tables.broadcasts.push({ ...entry, session, id: ++tables.lastBroadcast });
  for (const entry of audit) tables.audit.push({ ...entry, session, id: ++tables.lastAudit });
}

type Readers = Pick<
  Store,
  'load' | 'list' | 'count' | 'counts' | 'due' | 'history' | 'broadcasts' | 'lastBroadcast' | 'audit'
>;

function readers(tables: Tables): Readers {
  const { sessions } = tables;
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
    counts: (liveSince) => Promise.resolve(counts([...sessions.values()], liveSince)),
    due(now, limit) {
      const due = [...sessions.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now);
      due.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
      return Promise.resolve(due.slice(0, limit).map(({ id }) => id));
    },
    history: (session, { fromSeq, limit }) =>
      Promise.resolve(
        pageOf(
          (tables.history.get(session) ?? []).filter(({ lastSeq }) => lastSeq >= fromSeq).slice(0, limit),
          ({ payload }) => payload.length,
        ),
      ),
    broadcasts: (after, limit) =>
      Promise.resolve(
        pageOf(tables.broadcasts.filter(({ id }) => id > after).slice(0, limit), ({ body }) => body.length),
      ),
    lastBroadcast: () => Promise.resolve(tables.lastBroadcast),
    audit({ session, before = Infinity, limit }) {
      const found = tables.audit.filter(
        (entry) => entry.id < before && (session === undefined || entry.session === session),
      );
      return Promise.resolve(found.reverse().slice(0, limit));
    },
  };
}

function counts(all: readonly StoredSession[], liveSince: number): StateCount[] {
  return [...new Set(all.map(({ state }) => state))].map((state) => {
    const own = all.filter((one) => one.state === state);
    const looping = own.filter(({ isLooping, updatedAt }) => isLooping === 1 && updatedAt > liveSince);
    return { state, many: own.length, looping: looping.length };
  });
}

function list(
  all: readonly StoredSession[],
  { state, search = '', after, from = -Infinity, to = Infinity, sort = 'recent', limit }: ListQuery,
): ListedSession[] {
  const order = sort === 'recent' ? newestFirst : mostWasteFirst;
  return all
    .filter((one) => (state === undefined || one.state === state) && one.id.includes(search))
    .filter(({ updatedAt }) => updatedAt >= from && updatedAt <= to)
    .filter((one) => after === undefined || order(after, one) < 0)
    .sort(order)
    .slice(0, limit)
    .map(({ id, version, summary, ...one }) => ({
      ...{ id, version, summary, state: one.state, updatedAt: one.updatedAt, dueAt: one.dueAt },
      ...{ isLooping: one.isLooping, waste: one.waste },
    }));
}

type Place = NonNullable<ListQuery['after']>;

const byId = (a: Place, b: Place): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function newestFirst(a: Place, b: Place): number {
  return b.updatedAt - a.updatedAt || byId(a, b);
}

function mostWasteFirst(a: Place, b: Place): number {
  return b.waste - a.waste || byId(a, b);
}

function keyOf({ session, kind, id }: DocumentKey): string {
  return JSON.stringify([session, kind, id]);
}

function write(tables: Tables, key: DocumentKey, version: number, body: string, updatedAt: number): void {
  const { session, kind, id } = key;
  tables.documents.set(keyOf(key), { session, kind, id, version, updatedAt, body });
}

function documentsIn(
  tables: Tables,
  now: () => number,
): Pick<Store, 'document' | 'documents' | 'putDocument' | 'removeDocument'> {
  return {
    document: (key) => Promise.resolve(tables.documents.get(keyOf(key))),
    documents({ kind, session, newestFirst: isByTime = false, limit }) {
      const found = [...tables.documents.values()].filter(
        (one) => one.kind === kind && (session === undefined || one.session === session),
      );
      const byId = (a: StoredDocument, b: StoredDocument): number => (a.id < b.id ? -1 : 1);
      found.sort((a, b) => (isByTime ? b.updatedAt - a.updatedAt || byId(a, b) : byId(a, b)));
      return Promise.resolve(found.slice(0, limit));
    },
    putDocument(key, expected, body) {
      if ((tables.documents.get(keyOf(key))?.version ?? 0) !== expected) return Promise.resolve(false);
      write(tables, key, expected + 1, body, now());
      return Promise.resolve(true);
    },
    removeDocument: (key) => Promise.resolve(tables.documents.delete(keyOf(key))),
  };
}

function removeAll(tables: Tables, session: string): boolean {
  const isKnown = tables.sessions.delete(session);
  tables.history.delete(session);
  tables.broadcasts = tables.broadcasts.filter((entry) => entry.session !== session);
  tables.audit = tables.audit.filter((entry) => entry.session !== session);
  for (const [key, one] of tables.documents) if (one.session === session) tables.documents.delete(key);
  return isKnown;
}

function prune(
  tables: Tables,
  { sessions = -Infinity, broadcasts = -Infinity }: { sessions?: number; broadcasts?: number },
): number {
  const old = [...tables.sessions.values()].filter(({ updatedAt }) => updatedAt < sessions);
  for (const { id } of old) removeAll(tables, id);
  tables.broadcasts = tables.broadcasts.filter(({ at }) => at >= broadcasts);
  return old.length;
}
