import type { Pool } from 'pg';
import { PAGE_BYTES } from '../page.js';
import { fromRow, toText, toWhole } from '../stored-text.js';
import { auditQuery, BATCH, listQuery, SESSION } from '../queries.js';
import type { Broadcast, HistoryBatch, StateCount, StoredSession, StoreReaders } from '../store.js';
import { POSTGRES, runQuery } from './dialect.js';

export function postgresReaders(pool: Pool): StoreReaders {
  const read = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows.map(fromRow);
  return {
    async load(ids) {
      if (ids.length === 0) return new Map();
      const rows = await read<StoredSession>('load', LOAD, [ids.map(toText)]);
      return new Map(rows.map((row) => [row.id, row]));
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
    broadcasts: (after, limit) => read<Broadcast>('broadcasts', BROADCASTS, [after, limit]),
    async lastBroadcast() {
      const [row] = await read<{ last: number }>('last', LAST_BROADCAST, []);
      return row?.last ?? 0;
    },
    audit: (query) => runQuery(pool, auditQuery(POSTGRES, query)),
  };
}

const LOAD = `SELECT ${SESSION} FROM rutbreak_sessions WHERE id = ANY($1::text[])`;

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
