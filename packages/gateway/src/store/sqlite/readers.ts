import type { Sqlite } from './open.js';
import { retry } from './retry.js';
import { statement } from './statement.js';
import { COUNT_NAMES, MANY_NAMES, runQuery, SQLITE, SQLITE_BY_NAME } from './dialect.js';
import { pageEnd } from '../page.js';
import { auditQuery, BATCH, listQuery, SESSION } from '../queries.js';
import type {
  AuditEntry,
  AuditQuery,
  Broadcast,
  HistoryBatch,
  ListedSession,
  ListQuery,
  StateCount,
  StoredSession,
  StoreReaders,
} from '../store.js';

export function sqliteReaders(db: Sqlite): StoreReaders {
  const one = statement(db, `SELECT ${SESSION} FROM sessions WHERE id = ?`);
  const count = statement(db, 'SELECT sum(many) AS count FROM tally');
  const counts = statement(
    db,
    `SELECT state, many, (SELECT count(*) FROM sessions s WHERE s.state = tally.state AND s.is_looping = 1 AND
     s.updated_at > ?) AS looping FROM tally WHERE many > 0 ORDER BY state`,
  );
  const names = statement(db, COUNT_NAMES);
  /** The index contains parts of three characters. */
  const isRare = ({ search = '' }: ListQuery): boolean =>
    Array.from(search).length >= 3 &&
    (names.all<{ readonly many: number }>(search)[0]?.many ?? 0) < MANY_NAMES;
  const due = statement(db, 'SELECT id FROM sessions WHERE due_at <= ? ORDER BY due_at LIMIT ?');
  const last = statement(db, "SELECT seq FROM sqlite_sequence WHERE name = 'broadcasts'");
  return {
    load: retry((ids: readonly string[]) => {
      const rows = ids.flatMap((id) => one.all<StoredSession>(id));
      return new Map(rows.map((row) => [row.id, row]));
    }),
    list: retry((query: ListQuery) =>
      runQuery<ListedSession>(db, listQuery(isRare(query) ? SQLITE_BY_NAME : SQLITE, query)),
    ),
    counts: retry((liveSince: number) => counts.all<StateCount>(liveSince)),
    count: retry(() => count.all<{ readonly count: number }>()[0]?.count ?? 0),
    due: retry((now: number, limit: number) =>
      due.all<{ readonly id: string }>(now, limit).map(({ id }) => id),
    ),
    ...pages(db),
    lastBroadcast: retry(() => last.all<{ readonly seq: number }>()[0]?.seq ?? 0),
    audit: retry((query: AuditQuery) => runQuery<AuditEntry>(db, auditQuery(SQLITE, query))),
  };
}

/** The text in this column, or the one that was written ahead of the row. */
function textOf(column: string): string {
  return `CASE WHEN text IS NULL THEN ${column} ELSE (SELECT t.body FROM texts t WHERE t.id = text) END`;
}

function sizeOf(column: string): string {
  return `CASE WHEN text IS NULL THEN octet_length(${column})
    ELSE (SELECT octet_length(t.body) FROM texts t WHERE t.id = text) END`;
}

/** Reads sizes first: SQLite knows them without reading the texts. */
function pages(db: Sqlite): Pick<StoreReaders, 'history' | 'broadcasts'> {
  const batches = `FROM history WHERE session = ? AND last_seq >= ? AND first_seq >= coalesce(
    (SELECT max(first_seq) FROM history WHERE session = ? AND first_seq <= ?), 0)`;
  const batchSizes = statement(
    db,
    `SELECT first_seq AS at, ${sizeOf('payload')} AS size ${batches} ORDER BY first_seq LIMIT ?`,
  );
  const history = statement(
    db,
    `SELECT ${BATCH.replace('payload', `${textOf('payload')} AS payload`)} ${batches} AND first_seq <= ?
     ORDER BY first_seq`,
  );
  const sizes = statement(
    db,
    `SELECT id AS at, ${sizeOf('body')} AS size FROM broadcasts WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const broadcasts = statement(
    db,
    `SELECT id, session, topic, at, ${textOf('body')} AS body FROM broadcasts WHERE id > ? AND id <= ? ORDER BY id`,
  );
  return {
    history: retry((session: string, { fromSeq, limit }: { fromSeq: number; limit: number }) => {
      const end = pageEnd(batchSizes.all(session, fromSeq, session, fromSeq, limit));
      if (end === undefined) return [];
      return history.all<HistoryBatch>(session, fromSeq, session, fromSeq, end);
    }),
    broadcasts: retry((after: number, limit: number) => {
      const end = pageEnd(sizes.all(after, limit));
      return end === undefined ? [] : broadcasts.all<Broadcast>(after, end);
    }),
  };
}
