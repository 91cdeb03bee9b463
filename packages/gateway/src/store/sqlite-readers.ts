import type { Sqlite } from './sqlite-open.js';
import { attempt } from './sqlite-attempt.js';
import type {
  AuditEntry,
  AuditQuery,
  Broadcast,
  HistoryBatch,
  ListedSession,
  ListQuery,
  StoredSession,
  StoreReaders,
} from './store.js';

const LISTED = 'id, version, state, updated_at AS updatedAt, due_at AS dueAt, summary';

export function sqliteReaders(db: Sqlite): StoreReaders {
  const one = db.prepare(`SELECT ${LISTED}, next_seq AS nextSeq, record FROM sessions WHERE id = ?`);
  const count = db.prepare('SELECT count(*) AS count FROM sessions');
  const due = db.prepare('SELECT id FROM sessions WHERE due_at <= ? ORDER BY due_at LIMIT ?');
  const history = db.prepare(
    `SELECT first_seq AS firstSeq, last_seq AS lastSeq, at, payload FROM history
     WHERE session = ? AND first_seq >= coalesce(
       (SELECT max(first_seq) FROM history WHERE session = ? AND first_seq <= ?), 0) AND last_seq >= ?
     ORDER BY first_seq LIMIT ?`,
  );
  const broadcasts = db.prepare(
    'SELECT id, session, topic, at, body FROM broadcasts WHERE id > ? ORDER BY id LIMIT ?',
  );
  const last = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'broadcasts'");
  return {
    load: attempt((ids: readonly string[]) => {
      const rows = ids.flatMap((id) => one.all(id) as StoredSession[]);
      return new Map(rows.map((row) => [row.id, plain(row)]));
    }),
    list: attempt((query: ListQuery) => list(db, query)),
    count: attempt(() => (count.get() as { readonly count: number }).count),
    due: attempt((now: number, limit: number) =>
      (due.all(now, limit) as { readonly id: string }[]).map(({ id }) => id),
    ),
    history: attempt((session: string, { fromSeq, limit }: { fromSeq: number; limit: number }) =>
      (history.all(session, session, fromSeq, fromSeq, limit) as HistoryBatch[]).map(plain),
    ),
    broadcasts: attempt((after: number, limit: number) =>
      (broadcasts.all(after, limit) as Broadcast[]).map(plain),
    ),
    lastBroadcast: attempt(() => (last.get() as { readonly seq: number } | undefined)?.seq ?? 0),
    audit: attempt((query: AuditQuery) => audit(db, query)),
  };
}

/** The driver's rows have another prototype than other objects. */
function plain<Row extends object>(row: Row): Row {
  return { ...row };
}

function list(db: Sqlite, { state, search, after, limit }: ListQuery): ListedSession[] {
  const where: string[] = [];
  const values: unknown[] = [];
  if (state !== undefined) {
    where.push('state = ?');
    values.push(state);
  }
  if (search !== undefined) {
    where.push('instr(id, ?) > 0');
    values.push(search);
  }
  if (after !== undefined) {
    where.push('(updated_at < ? OR (updated_at = ? AND id > ?))');
    values.push(after.updatedAt, after.updatedAt, after.id);
  }
  const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  const sql = `SELECT ${LISTED} FROM sessions ${filter} ORDER BY updated_at DESC, id LIMIT ?`;
  return (db.prepare(sql).all(...values, limit) as ListedSession[]).map(plain);
}

function audit(db: Sqlite, { session, before, limit }: AuditQuery): AuditEntry[] {
  const where: string[] = [];
  const values: unknown[] = [];
  if (session !== undefined) {
    where.push('session = ?');
    values.push(session);
  }
  if (before !== undefined) {
    where.push('id < ?');
    values.push(before);
  }
  const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  const sql = `SELECT id, session, at, operator, command, before, after, detail FROM audit ${filter} ORDER BY id DESC LIMIT ?`;
  return (db.prepare(sql).all(...values, limit) as AuditEntry[]).map(plain);
}
