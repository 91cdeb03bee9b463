import { retry } from './retry.js';
import { statement } from './statement.js';
import { openSqlite, type Sqlite } from './open.js';
import { sqliteDocuments } from './documents.js';
import { sqliteReaders } from './readers.js';
import type { SessionUpdate, Store } from '../store.js';

export interface SqliteOptions {
  readonly now?: () => number;
}

/** One file on this machine. A commit is one transaction with one disk flush. */
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
    commit: retry((updates: readonly SessionUpdate[]) => {
      const taken = within(db, () => new Set(updates.filter(take).map(({ id }) => id)));
      if (taken.size > 0) hint();
      return taken;
    }),
    append: retry((entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => {
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
    ping: pinger(db, now),
    close: retry(() => void db.close()),
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
      // The transaction is already rolled back; the first error matters.
    }
    throw error;
  }
}

function writer(db: Sqlite, now: () => number): (update: SessionUpdate) => boolean {
  const insert = statement(
    db,
    `INSERT INTO sessions (id, version, next_seq, state, updated_at, due_at, is_looping, waste, summary, record)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const change = statement(
    db,
    `UPDATE sessions SET version = version + 1, next_seq = ?, state = ?, updated_at = ?, due_at = ?, is_looping = ?,
     waste = ?, summary = ?, record = ? WHERE id = ? AND version = ?`,
  );
  const history = statement(
    db,
    'INSERT INTO history (session, first_seq, last_seq, at, payload) VALUES (?, ?, ?, ?, ?)',
  );
  const document = statement(
    db,
    `INSERT INTO documents (session, kind, id, version, updated_at, body) VALUES (?, ?, ?, 1, ?, ?)
     ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at, body = excluded.body`,
  );
  const note = noter(db);
  return (update) => {
    const { id, expected, nextSeq, state, updatedAt, dueAt, isLooping, waste, summary, record } = update;
    const row = [nextSeq, state, updatedAt, dueAt, isLooping, waste, summary, record];
    const changes = expected === 0 ? insert.run(id, ...row) : change.run(...row, id, expected);
    if (changes !== 1) return false;
    for (const { firstSeq, lastSeq, at, payload } of update.history)
      history.run(id, firstSeq, lastSeq, at, payload);
    for (const { kind, id: name, body } of update.documents) document.run(id, kind, name, now(), body);
    note(id, update);
    return true;
  };
}

/** From this many rows on, one statement is faster than one for each row. */
const MANY = 50;

function noter(db: Sqlite): (session: string, entries: Pick<SessionUpdate, 'broadcasts' | 'audit'>) => void {
  const broadcast = statement(db, 'INSERT INTO broadcasts (session, topic, at, body) VALUES (?, ?, ?, ?)');
  const many = statement(
    db,
    `INSERT INTO broadcasts (session, topic, at, body)
     SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`,
  );
  const line = statement(
    db,
    'INSERT INTO audit (session, at, operator, command, before, after, detail) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  return (session, { broadcasts, audit }) => {
    if (broadcasts.length < MANY)
      for (const { topic, at, body } of broadcasts) broadcast.run(session, topic, at, body);
    else many.run(session, JSON.stringify(broadcasts.map(({ topic, at, body }) => [topic, at, body])));
    for (const { at, operator, command, before, after, detail } of audit)
      line.run(session, at, operator, command, before, after, detail);
  };
}

function removers(db: Sqlite): Pick<Store, 'remove' | 'prune'> {
  const from = ['history', 'broadcasts', 'audit', 'documents'].map((table) =>
    statement(db, `DELETE FROM ${table} WHERE session = ?`),
  );
  const own = statement(db, 'DELETE FROM sessions WHERE id = ?');
  const old = statement(db, 'SELECT id FROM sessions WHERE updated_at < ? ORDER BY updated_at LIMIT 1000');
  const broadcasts = statement(
    db,
    'DELETE FROM broadcasts WHERE id IN (SELECT id FROM broadcasts WHERE at < ? ORDER BY id LIMIT 10000)',
  );
  const removeAll = (id: string): boolean => {
    for (const statement of from) statement.run(id);
    return own.run(id) > 0;
  };
  const remove = retry((id: string) => within(db, () => removeAll(id)));
  const prune = retry((before: Parameters<Store['prune']>[0]) =>
    within(db, () => {
      const gone = before.broadcasts === undefined ? 0 : broadcasts.run(before.broadcasts);
      const found = before.sessions === undefined ? [] : old.all<{ readonly id: string }>(before.sessions);
      for (const { id } of found) removeAll(id);
      return { sessions: found.length, hasDeleted: gone + found.length > 0 };
    }),
  );
  // The write-ahead log contains deleted text until a checkpoint empties it.
  const emptyLog = retry(() => void db.pragma('wal_checkpoint(TRUNCATE)'));
  return {
    async remove(id) {
      const isRemoved = await remove(id);
      await emptyLog();
      return isRemoved;
    },
    async prune(before) {
      const { sessions, hasDeleted } = await prune(before);
      if (hasDeleted) await emptyLog();
      return sessions;
    },
  };
}

/** Bytes of random content: as much as a request may need, because less may still fit on a disk that is nearly full. */
const ROOM = 1 << 16;
const PING = `INSERT INTO documents (session, kind, id, version, updated_at, body)
  VALUES ('', 'ping', 'main', 1, ?, hex(randomblob(${ROOM / 2})))
  ON CONFLICT DO UPDATE SET version = version + 1, updated_at = excluded.updated_at, body = excluded.body`;

/** Writes, because reads still work on a full disk. */
function pinger(db: Sqlite, now: () => number): Store['ping'] {
  const write = statement(db, PING);
  return retry(() => void write.run(now()));
}
