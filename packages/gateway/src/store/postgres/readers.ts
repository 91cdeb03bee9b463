import type { Pool } from 'pg';
import { PAGE_BYTES } from '../page.js';
import { fromRow, toText, toWhole } from '../stored-text.js';
import { auditQuery, BATCH, listQuery, SESSION } from '../queries.js';
import type { Broadcast, HistoryBatch, StateCount, StoredSession, StoreReaders } from '../store.js';
import { POSTGRES, runQuery } from './dialect.js';

export function postgresReaders(pool: Pool): StoreReaders {
  const read: Read = async <Row extends object>(name: string, text: string, values: unknown[]) =>
    (await pool.query<Row>({ name, text, values })).rows.map(fromRow);
  const number = numbering(read);
  return {
    async load(ids) {
      const found = await Promise.all(ids.map((id) => read<StoredSession>('load', LOAD, [toText(id)])));
      return new Map(found.flat().map((row) => [row.id, row]));
    },
    list: (query) => runQuery(pool, listQuery(POSTGRES, query)),
    counts: (liveSince) => read<StateCount>('counts', COUNTS, [toWhole(liveSince)]),
    async count() {
      const [row] = await read<{ count: number }>(
        'count',
        'SELECT count(*) AS count FROM rutbreak_sessions',
        [],
      );
      return row?.count ?? 0;
    },
    due: async (now, limit) =>
      (await read<{ id: string }>('due', DUE, [toWhole(now), limit])).map(({ id }) => id),
    history: (session, { fromSeq, limit }) =>
      read<HistoryBatch>('history', HISTORY, [toText(session), fromSeq, limit]),
    async broadcasts(after, limit) {
      await number();
      return read<Broadcast>('broadcasts', BROADCASTS, [after, limit]);
    },
    async lastBroadcast() {
      await number();
      const [row] = await read<{ last: number }>('last', LAST_BROADCAST, []);
      return row?.last ?? 0;
    },
    audit: (query) => runQuery(pool, auditQuery(POSTGRES, query)),
  };
}

type Read = <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** Numbers all waiting broadcasts; usually few or none. */
function numbering(read: Read): () => Promise<void> {
  return async () => {
    for (;;) {
      const [row] = await read<{ waits: boolean }>('waits', WAITS, []);
      if (row?.waits !== true) return;
      await read('number', NUMBER, []);
    }
  };
}

const LOAD = `SELECT ${SESSION} FROM rutbreak_sessions WHERE id = $1`;

const COUNTS = `SELECT state, count(*) AS many,
  sum(CASE WHEN is_looping = 1 AND updated_at > $1 THEN 1 ELSE 0 END) AS looping
FROM rutbreak_sessions GROUP BY state`;

const DUE = 'SELECT id FROM rutbreak_sessions WHERE due_at <= $1 ORDER BY due_at LIMIT $2';

/** Rows up to a number of bytes, and at least one. octet_length does not decompress long texts. */
const page = (columns: string, rows: string, order: string, body: string): string => `
SELECT ${columns} FROM (
  SELECT *, sum(octet_length(${body})) OVER (ORDER BY ${order}) - octet_length(${body}) AS before FROM (${rows}) AS found
) AS sized WHERE before < ${PAGE_BYTES} ORDER BY ${order}`;

const HISTORY = page(
  '"firstSeq", "lastSeq", at, payload',
  `SELECT ${BATCH} FROM rutbreak_history
   WHERE session = $1 AND last_seq >= $2 AND first_seq >= coalesce(
     (SELECT max(first_seq) FROM rutbreak_history WHERE session = $1 AND first_seq <= $2), 0)
   ORDER BY first_seq LIMIT $3`,
  '"firstSeq"',
  'payload',
);

const WAITS = 'SELECT EXISTS (SELECT 1 FROM rutbreak_outbox) AS waits';

/**
 * Numbers waiting broadcasts. Only one transaction at a time draws numbers, until it commits, so that no
 * reader misses one. A row that another reader moved in the meantime is gone when this statement reaches it.
 */
const NUMBER = `
WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock('rutbreak_broadcasts'::regclass::oid::int, 0)),
waiting AS MATERIALIZED (
  SELECT session, id FROM rutbreak_outbox WHERE (SELECT count(*) FROM turn) > 0 ORDER BY id LIMIT 5000
), moved AS (
  DELETE FROM rutbreak_outbox o USING waiting w WHERE o.session = w.session AND o.id = w.id
  RETURNING o.session, o.id, o.topic, o.at, o.body
)
INSERT INTO rutbreak_broadcasts (session, topic, at, body) SELECT session, topic, at, body FROM moved ORDER BY moved.id`;

const BROADCASTS = page(
  'id, session, topic, at, body',
  'SELECT id, session, topic, at, body FROM rutbreak_broadcasts WHERE id > $1 ORDER BY id LIMIT $2',
  'id',
  'body',
);

/** Waits for transactions that draw outbox ids now: afterwards their entries are visible, or were rolled back. */
const LAST_BROADCAST = `
WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared('rutbreak_broadcasts'::regclass::oid::int, 0))
SELECT CASE WHEN ids.is_called THEN ids.last_value ELSE 0 END AS last
FROM (SELECT count(*) AS many FROM turn) AS waited CROSS JOIN LATERAL (
  SELECT last_value, is_called FROM rutbreak_broadcast_ids WHERE waited.many > 0 OFFSET 0
) AS ids`;
