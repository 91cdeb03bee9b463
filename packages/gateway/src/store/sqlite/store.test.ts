import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { storeContract, updateOf } from '../../testing/store-contract.js';
import { createSqliteStore } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `${++count}`, 'gateway.db');

storeContract('SQLite', () => createSqliteStore(fresh()));

describe('a SQLite file', () => {
  it('is there again after a restart, and belongs to its owner alone', async () => {
    const path = fresh();
    const before = createSqliteStore(path);
    await before.commit([updateOf('a')]);
    await before.close();
    const after = createSqliteStore(path);
    expect((await after.load(['a'])).get('a')).toMatchObject({ version: 1, record: '{"seen":1}' });
    await after.close();
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('may be open twice: the version detects the late writer', async () => {
    const path = fresh();
    const [one, two] = [createSqliteStore(path), createSqliteStore(path)];
    expect((await one.commit([updateOf('a')])).size).toBe(1);
    expect((await two.commit([updateOf('a')])).size).toBe(0);
    expect((await two.commit([updateOf('a', { expected: 1 })])).size).toBe(1);
    expect((await one.load(['a'])).get('a')?.version).toBe(2);
    await one.close();
    await two.close();
  });

  it('rolls back a transaction that fails half-way', async () => {
    const store = createSqliteStore(fresh());
    await store.commit([updateOf('a')]);
    const twice = updateOf('b', {
      history: [
        { firstSeq: 0, lastSeq: 0, at: 1, payload: '[]' },
        { firstSeq: 0, lastSeq: 0, at: 1, payload: '[]' },
      ],
    });
    await expect(store.commit([updateOf('c'), twice])).rejects.toThrow();
    expect(await store.count()).toBe(1);
    expect((await store.commit([updateOf('c')])).size).toBe(1);
    await store.close();
  });

  it('has no text of a deleted session in it, in the file or in the log beside it', async () => {
    const path = fresh();
    const store = createSqliteStore(path);
    const secret = 'zanzibar-'.repeat(2000);
    const history = [{ firstSeq: 0, lastSeq: 0, at: 1, payload: secret }];
    const one = (id: string) => updateOf(id, { record: secret, history });
    const isIn = () => ['', '-wal'].some((end) => readFileSync(path + end).includes('zanzibar'));
    await store.commit([one('gone')]);
    expect(isIn()).toBe(true);
    await store.remove('gone');
    expect(isIn()).toBe(false);
    await store.commit([one('old')]);
    await store.prune({ sessions: Infinity, broadcasts: Infinity });
    expect(isIn()).toBe(false);
    await store.close();
  });

  it('waits for the write lock of another process without blocking this one', async () => {
    const path = fresh();
    const store = createSqliteStore(path);
    const other = new Database(path);
    other.exec('BEGIN IMMEDIATE');
    let isDone = false;
    const commit = store.commit([updateOf('a')]).then(() => (isDone = true));
    const began = Date.now();
    await new Promise((done) => setTimeout(done, 50));
    expect([isDone, Date.now() - began < 1000]).toEqual([false, true]);
    other.exec('COMMIT');
    await commit;
    expect(await store.count()).toBe(1);
    other.close();
    await store.close();
  });

  it('keeps the order and the texts of hundreds of broadcasts in one write', async () => {
    const store = createSqliteStore(fresh());
    const broadcasts = Array.from({ length: 300 }, (_, at) => ({
      ...{ topic: 'gateway:violations' as const, at, body: JSON.stringify({ at, text: '"\0\uE000 ü' }) },
    }));
    await store.append({ broadcasts, audit: [] });
    const told = await store.broadcasts(0, 500);
    expect(told.map(({ topic, at, body }) => ({ topic, at, body }))).toEqual(broadcasts);
    await store.close();
  });

  it('never reuses an outbox id', async () => {
    const store = createSqliteStore(fresh());
    await store.commit([updateOf('a')]);
    const last = await store.lastBroadcast();
    await store.prune({ broadcasts: Infinity });
    expect(await store.lastBroadcast()).toBe(last);
    await store.commit([updateOf('b')]);
    expect(await store.lastBroadcast()).toBe(last + 1);
    await store.close();
  });

  it('is refused with a code if a newer version wrote it, or if it is not a database', () => {
    const newer = fresh();
    createSqliteStore(newer);
    new Database(newer).exec('PRAGMA user_version = 999');
    expect(() => createSqliteStore(newer)).toThrow(/STORE_NEWER.*999/);
    const broken = join(folder, 'broken.db');
    writeFileSync(broken, 'no database '.repeat(500));
    expect(() => createSqliteStore(broken)).toThrow(/STORE_READ/);
  });
});
