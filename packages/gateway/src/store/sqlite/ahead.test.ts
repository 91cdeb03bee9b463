import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { updateOf } from '../../testing/updates.js';
import type { SessionUpdate, Store } from '../store.js';
import { createSqliteStore } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-ahead-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `${++count}`, 'gateway.db');

const PARTS = 32;
const HOUR = 3_600_000;

/** Four megabytes in history and broadcasts. */
function large(id: string, more: Partial<SessionUpdate> = {}): SessionUpdate {
  const parts = Array.from({ length: PARTS }, (_, n) => n);
  const text = (n: number): string => `${n} ${'x'.repeat(64 * 1024)}`;
  const history = parts.map((n) => ({ firstSeq: n, lastSeq: n, at: 1, payload: text(n) }));
  const broadcasts = parts.map((n) => ({ topic: 'loops' as const, at: 1, body: text(n) }));
  return updateOf(id, { history, broadcasts, ...more });
}

const pages = async (store: Store, id: string) => await store.history(id, { fromSeq: 0, limit: 100 });

/** Without a report of both sides: they are megabytes. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Rows that were written ahead: all, and those without a commit. */
function rows(path: string): readonly number[] {
  const db = new Database(path);
  const counts = ['texts', 'ahead'].map((table) => {
    const [row] = db.prepare(`SELECT count(*) AS many FROM ${table}`).all() as { many: number }[];
    return row?.many ?? 0;
  });
  db.close();
  return counts;
}

describe('a large update of a SQLite store', () => {
  it('lets others write in between, and nobody sees it before it is complete', async () => {
    const path = fresh();
    const store = createSqliteStore(path);
    const commit = store.commit([large('large')]);
    const progress = { isDone: false };
    void commit.then(() => (progress.isDone = true));
    let between = 0;
    for (; !progress.isDone; between++) {
      expect(await pages(store, 'large')).toEqual([]);
      expect((await store.commit([updateOf(`small ${between}`)])).size).toBe(1);
      await new Promise((done) => setImmediate(done));
    }
    expect(between).toBeGreaterThan(10);
    expect([...(await commit)]).toEqual(['large']);
    const { history, broadcasts } = large('large');
    expect(isSame(await pages(store, 'large'), history)).toBe(true);
    const told = (await store.broadcasts(0, 10_000)).filter(({ session }) => session === 'large');
    expect(
      isSame(
        told,
        broadcasts.map(({ body }, n) => ({ ...told[n], body })),
      ),
    ).toBe(true);
    expect(rows(path)).toEqual([2 * PARTS, 0]);
    await store.close();
  });

  it('leaves nothing behind when another writer was first', async () => {
    const path = fresh();
    const store = createSqliteStore(path);
    const commit = store.commit([large('a')]);
    await store.commit([updateOf('a')]);
    expect((await commit).size).toBe(0);
    expect(rows(path)).toEqual([0, 0]);
    await store.close();
  });

  it('leaves nothing behind when its commit fails', async () => {
    const path = fresh();
    const store = createSqliteStore(path);
    const { history } = large('a');
    await expect(
      store.commit([large('a', { history: [...history, ...large('a').history] })]),
    ).rejects.toThrow();
    expect([await store.count(), ...rows(path)]).toEqual([0, 0, 0]);
    await store.close();
  });

  it('survives that the session is deleted while it is written', async () => {
    const store = createSqliteStore(fresh());
    const commit = store.commit([large('a')]);
    await new Promise((done) => setImmediate(done));
    await store.remove('a');
    expect((await commit).size).toBe(1);
    expect((await pages(store, 'a')).every(({ payload }) => payload.length > 64 * 1024)).toBe(true);
    await store.close();
  });

  it('is deleted with its session, and its broadcasts with their age', async () => {
    const path = fresh();
    const store = createSqliteStore(path);
    await store.commit([large('a'), large('b')]);
    expect(rows(path)).toEqual([4 * PARTS, 0]);
    await store.remove('a');
    expect(rows(path)).toEqual([2 * PARTS, 0]);
    await store.prune({ broadcasts: 2 });
    expect(rows(path)).toEqual([PARTS, 0]);
    expect(await pages(store, 'b')).toHaveLength(PARTS);
    await store.close();
  });
});

describe('a process that ends within a large update', () => {
  it('leaves the session as it was, and a later one deletes the rest', async () => {
    const path = fresh();
    let now = 1000;
    const store = createSqliteStore(path, { now: () => now });
    await store.commit([updateOf('a')]);
    const db = new Database(path);
    // As after a crash: written ahead, and no commit.
    db.exec(`INSERT INTO texts (session, body) VALUES ('a', 'lost'), ('a', 'lost');
      INSERT INTO ahead (text, at) SELECT id, 1000 FROM texts`);
    db.close();
    expect(await pages(store, 'a')).toHaveLength(1);
    expect(
      (await store.commit([large('a', { expected: 1, history: large('a').history.slice(1) })])).size,
    ).toBe(1);
    await store.prune({});
    expect(rows(path)).toEqual([2 + 2 * PARTS - 1, 2]);
    now += 2 * HOUR;
    await store.prune({});
    expect(rows(path)).toEqual([2 * PARTS - 1, 0]);
    await store.close();
  });
});
