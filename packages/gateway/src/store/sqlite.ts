import { attempt } from './sqlite-attempt.js';
import { openSqlite, type Sqlite } from './sqlite-open.js';
import { sqliteDocuments } from './sqlite-documents.js';
import { sqliteReaders } from './sqlite-readers.js';
import type { SessionUpdate, Store } from './store.js';

export interface SqliteOptions {
  readonly now?: () => number;
}

/** One file on this machine. A commit is one transaction and one wait for the disk, however much is in it. */
export function createSqliteStore(path: string, { now = Date.now }: SqliteOptions = {}): Store {
  const db = openSqlite(path);
  const listeners = new Set<() => void>();
  const hint = (): void => {
    for (const listener of listeners) listener();
  };
  const take = writer(db, now);
  const note = noter(db);
  return {
    kind: 'sqlite',
    commit: attempt((updates: readonly SessionUpdate[]) => {
      const taken = within(db, () => new Set(updates.filter(take).map(({ id }) => id)));
      if (taken.size > 0) hint();
      return taken;
    }),
    append: attempt((entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => {
      within(db, () => note('', entries));
      hint();
    }),
    ...sqliteReaders(db),
    ...sqliteDocuments(db, now),
    ...removers(db),
    onHint(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ping: attempt(() => void db.prepare('SELECT 1').get()),
    close: attempt(() => void db.close()),
  };
}

function within<Result>(db: Sqlite, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // The transaction is gone already; what went wrong first is what matters.
    }
    throw error;
  }
}

function writer(db: Sqlite, now: () => number): (update: SessionUpdate) => boolean {
  const insert = db.prepare(
    `INSERT INTO sessions (id, version, next_seq, state, updated_at, due_at, summary, record)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const change = db.prepare(
    `UPDATE sessions SET version = version + 1, next_seq = ?, state = ?, updated_at = ?, due_at = ?, summary = ?,
     record = ? WHERE id = ? AND version = ?`,
  );
  const history = db.prepare(
    'INSERT INTO history (session, first_seq, last_seq, at, payload) VALUES (?, ?, ?, ?, ?)',
  );
  const document = db.prepare(
    `INSERT INTO documents (session, kind, id, version, updated_at, body) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at, body = excluded.body`,
  );
  const note = noter(db);
  return (update) => {
    const { id, expected, nextSeq, state, updatedAt, dueAt, summary, record } = update;
    const row = [nextSeq, state, updatedAt, dueAt, summary, record];
    const { changes } = expected === 0 ? insert.run(id, ...row) : change.run(...row, id, expected);
    if (changes !== 1) return false;
    for (const { firstSeq, lastSeq, at, payload } of update.history)
      history.run(id, firstSeq, lastSeq, at, payload);
    for (const { kind, id: name, body } of update.documents) document.run(id, kind, name, now(), body);
    note(id, update);
    return true;
  };
}

function noter(db: Sqlite): (session: string, entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => void {
  const broadcast = db.prepare('INSERT INTO broadcasts (session, topic, at, body) VALUES (?, ?, ?, ?)');
  const line = db.prepare(
    'INSERT INTO audit (session, at, operator, command, before, after, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return (session, { broadcasts, audit }) => {
    for (const { topic, at, body } of broadcasts) broadcast.run(session, topic, at, body);
    for (const { at, operator, command, before, after, detail } of audit)
      line.run(session, at, operator, command, before, after, detail);
  };
}

function removers(db: Sqlite): Pick<Store, 'remove' | 'prune'> {
  const from = ['history', 'broadcasts', 'audit', 'documents'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE session = ?`),
  );
  const own = db.prepare('DELETE FROM sessions WHERE id = ?');
  const old = db.prepare('SELECT id FROM sessions WHERE updated_at < ? ORDER BY updated_at LIMIT 1000');
  const broadcasts = db.prepare(
    'DELETE FROM broadcasts WHERE id IN (SELECT id FROM broadcasts WHERE at < ? ORDER BY id LIMIT 10000)',
  );
  const removeAll = (id: string): boolean => {
    for (const statement of from) statement.run(id);
    return own.run(id).changes > 0;
  };
  return {
    remove: attempt((id: string) => within(db, () => removeAll(id))),
    prune: attempt((before: { readonly sessions?: number; readonly broadcasts?: number }) =>
      within(db, () => {
        if (before.broadcasts !== undefined) broadcasts.run(before.broadcasts);
        if (before.sessions === undefined) return 0;
        const ids = old.all(before.sessions) as { readonly id: string }[];
        for (const { id } of ids) removeAll(id);
        return ids.length;
      }),
    ),
  };
}
