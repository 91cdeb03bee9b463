import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, it } from 'vitest';
import { storeContract } from '../../testing/store-contract.js';
import { updateOf } from '../../testing/updates.js';
import { createSqliteStore } from './store.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const fresh = (): string => join(folder, `${++count}`, 'gateway.db');

storeContract('SQLite', () => createSqliteStore(fresh()));

describe('a SQLite file', () => {
  it('survives a restart, and only its owner can read it', async () => {
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

  it('contains no text of a deleted session, neither in the file nor in the log beside it', async () => {
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

  it('counts sessions by state without reading them, including moves and removals', async () => {
    const store = createSqliteStore(fresh());
    await store.commit(['a', 'b', 'c'].map((id) => updateOf(id, { isLooping: 1 })));
    await store.commit([updateOf('b', { expected: 1, state: 'ended', isLooping: 0 })]);
    await store.commit([updateOf('c', { expected: 1, state: 'paused' })]);
    await store.remove('c');
    expect([await store.count(), await store.counts(0)]).toEqual([
      2,
      [
        { state: 'active', many: 1, looping: 1 },
        { state: 'ended', many: 1, looping: 0 },
      ],
    ]);
    await store.close();
  });

  const names = ['run "7" of ada', 'RUN 7', 'größe-ß-日本語', 'a\0b\0c', "it's", 'x*y AND z', 'deleted-one'];
  it.each([
    ['"7"', 'run "7" of ada'],
    ['RUN', 'RUN 7'],
    ['ß-日本', 'größe-ß-日本語'],
    ['a\0b', 'a\0b\0c'],
    ["t's", "it's"],
    ['*y AND', 'x*y AND z'],
    ['deleted', undefined],
    ['nowhere', undefined],
    ['日', 'größe-ß-日本語'],
  ])('finds %j as part of a name', async (search, expected) => {
    const store = createSqliteStore(fresh());
    await store.commit(names.map((id) => updateOf(id)));
    await store.remove('deleted-one');
    expect((await store.list({ search, limit: 10 })).map(({ id }) => id)).toEqual(expected ? [expected] : []);
    await store.close();
  });

  it('finds a part that most names contain, in order and page by page', async () => {
    const store = createSqliteStore(fresh());
    const many = Array.from({ length: 1500 }, (_, n) => updateOf(`run-${n}`, { updatedAt: n }));
    await store.commit(many);
    const first = await store.list({ search: 'run-', limit: 2 });
    expect(first.map(({ id }) => id)).toEqual(['run-1499', 'run-1498']);
    const rare = await store.list({ search: 'run-149', limit: 3 });
    expect(rare.map(({ id }) => id)).toEqual(['run-1499', 'run-1498', 'run-1497']);
    await store.close();
  });

  it('of an older version gets its counts and names when it is opened', async () => {
    const path = fresh();
    const old = createSqliteStore(path);
    await old.commit([updateOf('one-before'), updateOf('two-before', { state: 'ended' })]);
    await old.close();
    const db = new Database(path);
    db.exec(`DROP TRIGGER session_added; DROP TRIGGER session_moved; DROP TRIGGER session_removed; DROP TABLE tally;
      DROP TABLE names; DROP TABLE name_parts; DROP INDEX sessions_looping; DROP TABLE texts; DROP TABLE ahead;
      ALTER TABLE history DROP COLUMN text; ALTER TABLE broadcasts DROP COLUMN text;
      CREATE INDEX sessions_to_count ON sessions (state, is_looping, updated_at); PRAGMA user_version = 2`);
    db.close();
    const store = createSqliteStore(path);
    expect(await store.count()).toBe(2);
    expect((await store.list({ search: 'two-', limit: 5 })).map(({ id }) => id)).toEqual(['two-before']);
    await store.close();
  });
});
