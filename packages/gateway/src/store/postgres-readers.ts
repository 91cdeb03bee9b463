import type { Pool } from 'pg';
import { fromText, toText, toWhole } from './postgres-text.js';
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

const LISTED = 'id, version, state, updated_at AS "updatedAt", due_at AS "dueAt", summary';

export function postgresReaders(pool: Pool): StoreReaders {
  const read = async <Row extends object>(name: string, text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ name, text, values })).rows.map(spelt);
  return {
    async load(ids) {
      if (ids.length === 0) return new Map();
      const rows = await read<StoredSession>('load', LOAD, [ids.map(toText)]);
      return new Map(rows.map((row) => [row.id, row]));
    },
    list: (query) => list(pool, query),
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
    audit: (query) => audit(pool, query),
  };
}

const LOAD = `SELECT ${LISTED}, next_seq AS "nextSeq", record FROM rutbreak_sessions WHERE id = ANY($1::text[])`;

const DUE = 'SELECT id FROM rutbreak_sessions WHERE due_at <= $1 ORDER BY due_at LIMIT $2';

const HISTORY = `
SELECT first_seq AS "firstSeq", last_seq AS "lastSeq", at, payload FROM rutbreak_history
WHERE session = $1 AND last_seq >= $2 AND first_seq >= coalesce(
  (SELECT max(first_seq) FROM rutbreak_history WHERE session = $1 AND first_seq <= $2), 0)
ORDER BY first_seq LIMIT $3`;

const BROADCASTS =
  'SELECT id, session, topic, at, body FROM rutbreak_broadcasts WHERE id > $1 ORDER BY id LIMIT $2';

/** Behind those that draw numbers right now: what they drew is either there afterwards or never will be. */
const LAST_BROADCAST = `
WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared('rutbreak_broadcasts'::regclass::oid::int, 0))
SELECT CASE WHEN ids.is_called THEN ids.last_value ELSE 0 END AS last
FROM (SELECT count(*) AS many FROM turn) AS waited CROSS JOIN LATERAL (
  SELECT last_value, is_called FROM rutbreak_broadcast_ids WHERE waited.many > 0 OFFSET 0
) AS ids`;

async function list(pool: Pool, { state, search, after, limit }: ListQuery): Promise<ListedSession[]> {
  const values: unknown[] = [];
  const use = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    ...(state === undefined ? [] : [`state = ${use(state)}`]),
    ...(search === undefined ? [] : [`strpos(id, ${use(toText(search))}) > 0`]),
    ...(after === undefined ? [] : [isAfter(use(toWhole(after.updatedAt)), use(toText(after.id)))]),
  ];
  const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  const sql = `SELECT ${LISTED} FROM rutbreak_sessions ${filter} ORDER BY updated_at DESC, id LIMIT ${use(limit)}`;
  return (await pool.query<ListedSession>(sql, values)).rows.map(spelt);
}

function isAfter(updatedAt: string, id: string): string {
  return `(updated_at <= ${updatedAt} AND (updated_at < ${updatedAt} OR id > ${id}))`;
}

async function audit(pool: Pool, { session, before, limit }: AuditQuery): Promise<AuditEntry[]> {
  const values: unknown[] = [];
  const use = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    ...(session === undefined ? [] : [`session = ${use(toText(session))}`]),
    ...(before === undefined ? [] : [`id < ${use(before)}`]),
  ];
  const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : '';
  const fields = 'id, session, at, operator, command, before, after, detail';
  const sql = `SELECT ${fields} FROM rutbreak_audit ${filter} ORDER BY id DESC LIMIT ${use(limit)}`;
  return (await pool.query<AuditEntry>(sql, values)).rows.map(spelt);
}

/** Every text of a row as it was before it was kept. */
export function spelt<Row extends object>(row: Row): Row {
  const entries = Object.entries(row) as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? fromText(value) : value]),
  ) as Row;
}
