import { RutbreakError } from '@rutbreak/core';
import type { Client, ClientBase, ClientConfig, Pool, PoolClient } from 'pg';
import { POSTGRES_MIGRATIONS } from './migrations.js';
import { StoreError } from '../error.js';

const OLDEST = 14;
/** An arbitrary fixed number for the advisory lock: replicas that start together wait for the one that migrates. */
const MIGRATION_LOCK = 727_883_001;

/** Connection options for the pool and for the listening connection. */
interface Postgres {
  readonly pool: Pool;
  readonly connectAlone: () => Client;
  /** The address for error messages, without the password. */
  readonly place: string;
}

/** Opens, checks and migrates the database. Throws a RutbreakError with a hint. */
export async function openPostgres(url: string, connections: number): Promise<Postgres> {
  const place = placeOf(url);
  // Loaded on demand: other stores need not wait for the driver.
  const { default: pg } = await import('pg');
  const config: ClientConfig = {
    ...{ connectionString: url, application_name: 'rutbreak', keepAlive: true },
    // A database that hangs counts as down: requests fail after a timeout, without an acknowledgement.
    ...{ connectionTimeoutMillis: 5_000, query_timeout: 20_000, statement_timeout: 15_000 },
    types: {
      getTypeParser: wholeNumbers(pg.types.getTypeParser as ParserOf) as typeof pg.types.getTypeParser,
    },
  };
  const pool = new pg.Pool({
    ...{ ...config, max: connections },
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- The pool waits; its types do not say so.
    onConnect: makeDurable,
  });
  // The next query replaces a broken idle connection; without this listener the error would end the process.
  pool.on('error', ignore);
  try {
    const client = await connect(pool);
    try {
      await checkServer(client, place);
      await migrate(client, place);
    } finally {
      client.release();
    }
    return { pool, place, connectAlone: () => new pg.Client(config) };
  } catch (error) {
    await pool.end();
    if (error instanceof RutbreakError) throw error;
    throw new StoreError('STORE_READ', {
      ...{ place, why: whyOf(error) },
      hint: 'Check that the server runs and that this user may create tables. See --database-url.',
    });
  }
}

/** Runs several statements on one connection. The pool does not watch lent connections; the next query reports a break. */
export async function connect(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
  return client;
}

const ignore = (): void => undefined;

type ParserOf = (oid: number, format?: string) => unknown;

const BIGINT = 20;

/** Counts and times are far below 2^53, so numbers are safe. */
function wholeNumbers(others: ParserOf): ParserOf {
  return (oid, format) => (oid === BIGINT ? Number : others(oid, format));
}

/** An acknowledgement means "on disk", even if the server's default for other clients is weaker. */
async function makeDurable(client: ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') IN ('off', 'local')`,
  );
}

async function checkServer(client: PoolClient, place: string): Promise<void> {
  const { rows } = await client.query<{ version: number; standby: boolean }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, pg_is_in_recovery() AS standby`,
  );
  const { version = 0, standby = true } = rows[0] ?? {};
  if (version < OLDEST)
    throw new StoreError('STORE_READ', {
      ...{ place, version, hint: `PostgreSQL ${OLDEST} or newer is required.` },
    });
  if (standby)
    throw new StoreError('STORE_READ', {
      ...{ place, hint: 'This server is a standby: use the primary in --database-url.' },
    });
}

async function migrate(client: PoolClient, place: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('CREATE TABLE IF NOT EXISTS rutbreak_schema (version int NOT NULL)');
    const { rows } = await client.query<{ version: number }>('SELECT version FROM rutbreak_schema');
    const version = rows[0]?.version ?? 0;
    if (version > POSTGRES_MIGRATIONS.length)
      throw new StoreError('STORE_NEWER', {
        ...{ place, version, hint: `This version reads up to ${POSTGRES_MIGRATIONS.length}: upgrade.` },
      });
    for (const sql of POSTGRES_MIGRATIONS.slice(version)) await client.query(sql);
    await client.query('DELETE FROM rutbreak_schema');
    await client.query('INSERT INTO rutbreak_schema VALUES ($1)', [POSTGRES_MIGRATIONS.length]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgres://${host}${pathname}`;
  } catch {
    throw new StoreError('STORE_READ', {
      ...{ why: 'the address is malformed', hint: 'Use postgres://user:password@host:5432/database.' },
    });
  }
}

/** A refused connection to several addresses yields an AggregateError with an empty message. */
function whyOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(whyOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
