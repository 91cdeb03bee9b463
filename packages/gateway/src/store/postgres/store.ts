import type { Pool } from 'pg';
import { postgresWriters } from './commit.js';
import { postgresDocuments } from './documents.js';
import { createHints } from './hints.js';
import { connect, openPostgres } from './open.js';
import { createPing } from './ping.js';
import { postgresReaders } from './readers.js';
import { toText, toWhole } from '../stored-text.js';
import type { Store } from '../store.js';

export interface PostgresOptions {
  /** Maximum number of connections, besides the listening one. */
  readonly connections?: number;
  readonly now?: () => number;
}

/**
 * One database for many replicas, PostgreSQL 14 or newer. A connection pooler must use session mode
 * (`pool_mode = session`), because replicas listen for notifications.
 */
export async function createPostgresStore(
  url: string,
  { connections = 10, now = Date.now }: PostgresOptions = {},
): Promise<Store> {
  const { pool, connectAlone } = await openPostgres(url, connections);
  const hints = createHints(connectAlone);
  const { ping, writeFailed } = createPing(pool, now);
  return {
    kind: 'postgres',
    ...postgresWriters(pool, now, { hint: hints.tell, writeFailed }),
    ...postgresReaders(pool),
    ...postgresDocuments(pool, now),
    ...removers(pool),
    onHint: hints.onHint,
    ping,
    async close() {
      await hints.close();
      await pool.end();
    },
  };
}

/**
 * In two steps, because a statement sees the snapshot from its start: the first statement locks the session's row, and the
 * following ones see everything written before that.
 */
async function removing(pool: Pool, choose: string, value: unknown): Promise<number> {
  const client = await connect(pool);
  let broken = true;
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>(choose, [value]);
    const ids = rows.map(({ id }) => id);
    for (const table of ids.length > 0 ? ['history', 'outbox', 'broadcasts', 'audit', 'documents'] : [])
      await client.query(`DELETE FROM rutbreak_${table} WHERE session = ANY($1::text[])`, [ids]);
    await client.query('COMMIT');
    broken = false;
    return ids.length;
  } finally {
    // Drops the connection in the middle of the transaction; the server rolls it back.
    client.release(broken);
  }
}

const ONE = 'DELETE FROM rutbreak_sessions WHERE id = $1 RETURNING id';

/** Skips locked rows: a session in use is not old. */
const OLD = `DELETE FROM rutbreak_sessions WHERE id IN (
  SELECT id FROM rutbreak_sessions WHERE updated_at < $1 ORDER BY updated_at LIMIT 1000 FOR UPDATE SKIP LOCKED
) RETURNING id`;

const OLD_BROADCASTS = `DELETE FROM rutbreak_broadcasts WHERE (session, id) IN (
  SELECT session, id FROM rutbreak_broadcasts WHERE at < $1 ORDER BY at LIMIT 10000)`;

const OLD_OUTBOX = 'DELETE FROM rutbreak_outbox WHERE at < $1';

function removers(pool: Pool): Pick<Store, 'remove' | 'prune'> {
  return {
    remove: async (session) => (await removing(pool, ONE, toText(session))) > 0,
    async prune({ sessions, broadcasts }) {
      for (const sql of broadcasts === undefined ? [] : [OLD_BROADCASTS, OLD_OUTBOX])
        await pool.query(sql, [toWhole(broadcasts ?? 0)]);
      return sessions === undefined ? 0 : removing(pool, OLD, toWhole(sessions));
    },
  };
}
