import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPostgres, type TestPostgres } from '../../testing/postgres.js';
import { startGateway } from '../../testing/start.js';
import { storeContract } from '../../testing/store-contract.js';
import { updateOf } from '../../testing/updates.js';
import { PartlyWritten } from '../store.js';
import { POSTGRES_MIGRATIONS } from './migrations.js';
import { createPostgresStore } from './store.js';
import { openPostgres } from './open.js';

let postgres: TestPostgres;
let count = 0;
const fresh = (): Promise<string> => postgres.createDatabase(`contract_${++count}`);

beforeAll(async () => {
  // Durability has its own tests; fsync off makes these faster.
  postgres = await startPostgres(['fsync=off']);
});
afterAll(() => postgres.close());

storeContract('PostgreSQL', async () => createPostgresStore(await fresh()));

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('a PostgreSQL database', () => {
  it('serves two replicas: the version detects the late writer, and the other one is woken', async () => {
    const url = await fresh();
    const [one, two] = await Promise.all([createPostgresStore(url), createPostgresStore(url)]);
    let hints = 0;
    two.onHint(() => hints++);
    await expect
      .poll(
        async () => {
          await one.append({ broadcasts: [], audit: [] });
          return hints;
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(1);
    expect((await one.commit([updateOf('a')])).size).toBe(1);
    expect((await two.commit([updateOf('a')])).size).toBe(0);
    expect((await two.commit([updateOf('a', { expected: 1 })])).size).toBe(1);
    expect((await one.load(['a'])).get('a')?.version).toBe(2);
    await Promise.all([one.close(), two.close()]);
  });

  it('announces many commits with few notifications', async () => {
    const url = await fresh();
    const [one, two] = await Promise.all([createPostgresStore(url), createPostgresStore(url)]);
    let hints = 0;
    two.onHint(() => hints++);
    await Promise.all(Array.from({ length: 300 }, (_, i) => one.commit([updateOf(`s${i}`)])));
    await expect.poll(() => hints, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(hints).toBeLessThan(290);
    await Promise.all([one.close(), two.close()]);
  });

  it('never hands out an outbox id after a larger one, with concurrent writers', async () => {
    const url = await fresh();
    const stores = await Promise.all([1, 2, 3].map(() => createPostgresStore(url)));
    const seen: number[] = [];
    const writers = { left: 3 * 8 };
    const reading = (async () => {
      const reader = stores[0]!;
      while (writers.left > 0 || (await reader.broadcasts(seen.at(-1) ?? 0, 1)).length > 0)
        seen.push(...(await reader.broadcasts(seen.at(-1) ?? 0, 7)).map(({ id }) => id));
    })();
    const writing = stores.flatMap((store, s) =>
      Array.from({ length: 8 }, async (_, w) => {
        for (let i = 0; i < 25; i++) {
          const broadcasts = [0, 1, 2].map((n) => ({ topic: 'loops' as const, at: 1, body: `${n}` }));
          await store.commit([updateOf(`s${s}-${w}-${i}`, { broadcasts })]);
        }
        writers.left -= 1;
      }),
    );
    await Promise.all(writing);
    await reading;
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen).toHaveLength(3 * 8 * 25 * 3);
    expect(await stores[1]!.lastBroadcast()).toBe(seen.at(-1));
    await Promise.all(stores.map((store) => store.close()));
  });

  it('does not deadlock when writers update the same sessions in any order', async () => {
    const url = await fresh();
    const stores = await Promise.all([1, 2, 3].map(() => createPostgresStore(url)));
    const ids = Array.from({ length: 20 }, (_, i) => `s${i}`);
    const versions = new Map<string, number>();
    let taken = 0;
    for (let round = 0; round < 15; round++) {
      const results = await Promise.all(
        stores.map((store, s) => {
          const order = s === 1 ? ids.toReversed() : ids;
          return store.commit(
            order.map((id) =>
              updateOf(id, {
                expected: versions.get(id) ?? 0,
                documents: [{ kind: 'k', id: 'x', body: '' }],
              }),
            ),
          );
        }),
      );
      for (const id of ids) {
        const winners = results.filter((result) => result.has(id)).length;
        expect(winners).toBe(1);
        taken += winners;
        versions.set(id, (versions.get(id) ?? 0) + 1);
      }
    }
    expect(taken).toBe(300);
    const rows = await ask<{ deadlocks: string }>(
      url,
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(rows[0]?.deadlocks).toBe('0');
    await Promise.all(stores.map((store) => store.close()));
  });

  it('rolls back a session that fails half-way, and reports which ones were written', async () => {
    const store = await createPostgresStore(await fresh());
    await store.commit([updateOf('a')]);
    const batch = { firstSeq: 0, lastSeq: 0, at: 1, payload: '[]' };
    const updates = [updateOf('c'), updateOf('b', { history: [batch, batch] }), updateOf('a')];
    const error: unknown = await store.commit(updates).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PartlyWritten);
    const { taken, failed } = (error as PartlyWritten).written;
    expect([[...taken], [...failed.keys()]]).toEqual([['c'], ['b']]);
    expect([...(await store.load(['a', 'b', 'c'])).keys()].toSorted()).toEqual(['a', 'c']);
    await expect(store.commit(updates.slice(1, 2))).rejects.not.toBeInstanceOf(PartlyWritten);
    await store.close();
  });

  it('can be sharded: on the hot path, no statement and no transaction covers two sessions', async () => {
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    // The sweep may delete several sessions in one transaction, and a slow machine reaches it.
    const gateway = await startGateway({ store: await createPostgresStore(await fresh()), sweepMs: 600_000 });
    const ids = Array.from({ length: 12 }, (_, n) => `shard-${n}`);
    asked.mockClear();
    const post = (session: string, n: number) =>
      gateway.post('/v1/events', { session, firstSeq: n, events: [{ kind: 'message', text: `${n} done` }] });
    const steps = ids.map((session) => ({
      meta: { trace_id: session, timestamp: 1, session_id: session },
      identity: { agent_id: 'a', agent_type: 'coder', capability_version: '1' },
      ...{ cognition: { intent: 'look' }, action: { tool_call: 'look', status: 'success' } },
    }));
    for (let n = 0; n < 3; n++) await Promise.all(ids.map((session) => post(session, n)));
    expect((await gateway.post('/gateway/messages', steps)).status).toBe(200);
    const sent = (asked.mock.calls as unknown[][]).map(([one]) => one as pg.QueryConfig | string);
    const named = sent.flatMap((one) => (typeof one === 'object' && one.name !== undefined ? [one] : []));
    const commits = named.filter(({ name }) => name === 'commit');
    expect(commits.length).toBeGreaterThanOrEqual(ids.length * 4);
    // Each hot statement names one session at most, in all its parameters together.
    const hot = named.filter(({ name = '' }) => ['commit', 'load', 'history'].includes(name));
    const about = hot.map(({ values = [] }) => ids.filter((id) => values.flat().includes(id)).length);
    expect(Math.max(...about)).toBe(1);
    expect(sent.filter((one) => typeof one === 'string' && /^BEGIN/i.test(one))).toEqual([]);
    asked.mockRestore();
    await gateway.close();
  });

  it('continues after the server was killed and restarted, with all acknowledged data', async () => {
    const own = await startPostgres();
    const store = await createPostgresStore(await own.createDatabase('again'));
    let hints = 0;
    store.onHint(() => hints++);
    await store.commit([updateOf('a')]);
    await own.kill();
    await expect(store.commit([updateOf('b')])).rejects.toThrow();
    await expect(store.ping()).rejects.toThrow();
    const before = hints;
    await own.restart();
    await store.ping();
    expect((await store.load(['a', 'b'])).size).toBe(1);
    expect((await store.commit([updateOf('b')])).size).toBe(1);
    await expect.poll(() => hints, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    await store.close();
    await own.close();
  }, 180_000);

  it('starts every primary key with the session', async () => {
    const url = await fresh();
    await (await createPostgresStore(url)).close();
    const rows = await ask<{ table: string; first: string }>(
      url,
      `SELECT i.indrelid::regclass::text AS table, a.attname AS first FROM pg_index i
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indisprimary AND i.indrelid::regclass::text LIKE 'rutbreak%' ORDER BY 1`,
    );
    expect(rows.map(({ table, first }) => `${table}.${first}`)).toEqual([
      'rutbreak_audit.session',
      'rutbreak_broadcasts.session',
      'rutbreak_documents.session',
      'rutbreak_history.session',
      'rutbreak_outbox.session',
      'rutbreak_sessions.id',
    ]);
  });

  it('is migrated once when replicas start together', async () => {
    const url = await fresh();
    const stores = await Promise.all([1, 2, 3, 4].map(() => createPostgresStore(url)));
    expect(await ask(url, 'SELECT version FROM rutbreak_schema')).toEqual([
      { version: POSTGRES_MIGRATIONS.length },
    ]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('is refused with a code if a newer version wrote it, or if the server is down', async () => {
    const url = await fresh();
    await (await createPostgresStore(url)).close();
    await ask(url, 'UPDATE rutbreak_schema SET version = 999');
    await expect(createPostgresStore(url)).rejects.toThrow(/STORE_NEWER.*999/);
    const nowhere = 'postgres://ada:secret@127.0.0.1:1/none';
    await expect(createPostgresStore(nowhere)).rejects.toThrow(
      /STORE_READ.*127\.0\.0\.1:1\/none.*--database-url/,
    );
    await expect(createPostgresStore(nowhere)).rejects.not.toThrow(/secret/);
    await expect(createPostgresStore('mysql')).rejects.toThrow(/STORE_READ.*postgres:\/\//);
  });

  it('waits for the disk even if the server default is not to', async () => {
    const own = await fresh();
    const name = own.split('/').at(-1)!;
    await ask(own, `ALTER DATABASE ${name} SET synchronous_commit = off`);
    const { pool } = await openPostgres(own, 2);
    expect((await pool.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    await pool.end();
  });
});
