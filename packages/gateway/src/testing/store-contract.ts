import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.js';
import { auditOf, updateOf } from './updates.js';

/** The contract of every store. `open` returns an empty store. */
export function storeContract(name: string, open: () => Promise<Store> | Store): void {
  describe(`a ${name} store`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(async () => {
      await store.close();
    });

    it('returns committed data with a version', async () => {
      expect([...(await store.commit([updateOf('a')]))]).toEqual(['a']);
      expect((await store.load(['a', 'nobody'])).get('a')).toEqual({
        ...{
          id: 'a',
          version: 1,
          nextSeq: 1,
          state: 'active',
          updatedAt: 1000,
          dueAt: null,
          isLooping: 0,
          waste: 0,
        },
        ...{ summary: '{}', record: '{"seen":1}' },
      });
      expect((await store.load(['nobody'])).size).toBe(0);
      expect((await store.load([])).size).toBe(0);
    });

    it('accepts names with NUL and unpaired surrogates, and keeps them distinct', async () => {
      const names = ['a\0b', 'a', 'a\uE0000000b', '\uD800', '\uDC00', '\uE000', 'a\uFFFDb', '\0'];
      const sorted = [...names].sort();
      expect([...(await store.commit(names.map((id) => updateOf(id))))].sort()).toEqual(sorted);
      expect([...(await store.load(names)).keys()].sort()).toEqual(sorted);
      expect((await store.commit([updateOf('a\0b', { expected: 1 })])).size).toBe(1);
      expect((await store.load(['a'])).get('a')?.version).toBe(1);
      expect(await store.remove('a\0b')).toBe(true);
      expect((await store.load(names)).size).toBe(names.length - 1);
    });

    it('limits a page in bytes, and returns the rest on the next pages', async () => {
      const text = 'x'.repeat(3 * 1024 * 1024);
      const history = [0, 1, 2, 3].map((seq) => ({ firstSeq: seq, lastSeq: seq, at: 1, payload: text }));
      const broadcasts = history.map(() => ({ topic: 'loops' as const, at: 1, body: text }));
      await store.commit([updateOf('a', { history, broadcasts })]);
      const first = await store.history('a', { fromSeq: 0, limit: 100 });
      const { lastSeq } = first.at(-1)!;
      const rest = await store.history('a', { fromSeq: lastSeq + 1, limit: 100 });
      expect([first.length < 4, first.length + rest.length]).toEqual([true, 4]);
      const told = await store.broadcasts(0, 100);
      const later = await store.broadcasts(told.at(-1)!.id, 100);
      expect([told.length < 4, told.length + later.length]).toEqual([true, 4]);
      expect(await store.broadcasts(later.at(-1)!.id, 100)).toEqual([]);
    });

    it('skips an update with a stale version completely', async () => {
      await store.commit([updateOf('a')]);
      const stale = updateOf('a', {
        ...{ record: 'stale', audit: [auditOf('pause')] },
        documents: [{ kind: 'loop', id: 'x', body: '1' }],
      });
      const taken = await store.commit([stale, updateOf('b')]);
      expect([...taken]).toEqual(['b']);
      expect((await store.load(['a'])).get('a')?.record).toBe('{"seen":1}');
      expect(await store.history('a', { fromSeq: 0, limit: 10 })).toHaveLength(1);
      expect(await store.audit({ session: 'a', limit: 10 })).toEqual([]);
      expect(await store.document({ session: 'a', kind: 'loop', id: 'x' })).toBeUndefined();
      expect(await store.broadcasts(0, 10)).toHaveLength(2);
    });

    it('lets one of two writers of the same version win', async () => {
      const both = await Promise.all([
        store.commit([updateOf('a', { record: '1' })]),
        store.commit([updateOf('a', { record: '2' })]),
      ]);
      expect(both.map(({ size }) => size).sort()).toEqual([0, 1]);
      const winner = both[0].size === 1 ? '1' : '2';
      expect((await store.load(['a'])).get('a')?.record).toBe(winner);
      expect(await store.history('a', { fromSeq: 0, limit: 10 })).toHaveLength(1);
    });

    it('keeps histories in order and finds the batch that holds a number', async () => {
      const history = [
        { firstSeq: 0, lastSeq: 4, at: 1, payload: '[0]' },
        { firstSeq: 5, lastSeq: 9, at: 2, payload: '[1]' },
      ];
      await store.commit([updateOf('a', { history })]);
      await store.commit([
        updateOf('a', { expected: 1, history: [{ firstSeq: 10, lastSeq: 10, at: 3, payload: '[2]' }] }),
      ]);
      const from = async (fromSeq: number, limit = 10) =>
        (await store.history('a', { fromSeq, limit })).map(({ firstSeq }) => firstSeq);
      expect(await from(0)).toEqual([0, 5, 10]);
      expect(await from(7)).toEqual([5, 10]);
      expect(await from(0, 2)).toEqual([0, 5]);
      expect(await from(11)).toEqual([]);
      expect(await store.history('b', { fromSeq: 0, limit: 1 })).toEqual([]);
    });

    it('numbers broadcasts in ascending order, including those without a session', async () => {
      await store.commit([updateOf('a'), updateOf('b')]);
      await store.append({ broadcasts: [{ topic: 'gateway:violations', at: 2, body: '{}' }], audit: [] });
      const all = await store.broadcasts(0, 10);
      expect(all.map(({ session, topic }) => [session, topic])).toEqual([
        ['a', 'loops'],
        ['b', 'loops'],
        ['', 'gateway:violations'],
      ]);
      const ids = all.map(({ id }) => id);
      expect([...ids].sort((a, b) => a - b)).toEqual(ids);
      expect(await store.lastBroadcast()).toBe(ids[2]);
      expect((await store.broadcasts(ids[0]!, 1)).map(({ id }) => id)).toEqual([ids[1]]);
    });

    it('returns 0 as the last broadcast of an empty outbox', async () => {
      expect(await store.lastBroadcast()).toBe(0);
    });

    it('lists sessions newest first, by state and by name, page by page', async () => {
      await store.commit(
        ['a', 'b', 'c', 'd'].map((id, i) =>
          updateOf(id, { updatedAt: i < 2 ? 1 : 2, state: id === 'd' ? 'paused' : 'active' }),
        ),
      );
      const ids = async (query: object) =>
        (await store.list({ limit: 10, ...query })).map(({ id }) => id).join('');
      expect(await ids({})).toBe('cdab');
      expect(await ids({ limit: 2 })).toBe('cd');
      expect(await ids({ limit: 2, after: { updatedAt: 2, id: 'd' } })).toBe('ab');
      expect(await ids({ state: 'paused' })).toBe('d');
      expect(await ids({ search: 'b' })).toBe('b');
      expect(await ids({ search: '%' })).toBe('');
      expect(await store.count()).toBe(4);
    });

    it('returns the due sessions', async () => {
      await store.commit([
        updateOf('late', { dueAt: 30 }),
        updateOf('soon', { dueAt: 10 }),
        updateOf('never'),
        updateOf('next', { dueAt: 20 }),
      ]);
      expect(await store.due(20, 10)).toEqual(['soon', 'next']);
      expect(await store.due(99, 1)).toEqual(['soon']);
      await store.commit([updateOf('soon', { expected: 1, dueAt: null, isLooping: 0, waste: 0 })]);
      expect(await store.due(20, 10)).toEqual(['next']);
    });

    it('keeps audit lines, newest first', async () => {
      await store.commit([updateOf('a', { audit: [auditOf('pause'), auditOf('unpause')] })]);
      await store.append({ broadcasts: [], audit: [auditOf('kill')] });
      const commands = async (query: object) =>
        (await store.audit({ limit: 10, ...query })).map(({ command }) => command);
      expect(await commands({})).toEqual(['kill', 'unpause', 'pause']);
      expect(await commands({ session: 'a' })).toEqual(['unpause', 'pause']);
      expect(await commands({ session: '' })).toEqual(['kill']);
      const [newest] = await store.audit({ limit: 1 });
      expect(newest).toEqual({ id: newest!.id, session: '', ...auditOf('kill') });
      expect(await commands({ before: newest!.id })).toEqual(['unpause', 'pause']);
    });

    it('changes a document only if its version is current', async () => {
      const key = { session: '', kind: 'config', id: 'main' };
      expect(await store.document(key)).toBeUndefined();
      expect(await store.putDocument(key, 0, 'one')).toBe(true);
      expect(await store.putDocument(key, 0, 'other')).toBe(false);
      expect(await store.putDocument(key, 1, 'two')).toBe(true);
      expect(await store.document(key)).toMatchObject({ ...key, version: 2, body: 'two' });
      expect(await store.removeDocument(key)).toBe(true);
      expect(await store.removeDocument(key)).toBe(false);
    });

    it('overwrites documents together with the session, and lists them', async () => {
      const documents = (body: string) => [{ kind: 'loop', id: 'x', body }];
      await store.commit([
        updateOf('a', { documents: documents('1') }),
        updateOf('b', { documents: documents('b') }),
      ]);
      await store.commit([updateOf('a', { expected: 1, documents: documents('2') })]);
      const bodies = async (query: object) =>
        (await store.documents({ kind: 'loop', limit: 10, ...query })).map(({ body }) => body).sort();
      expect(await bodies({})).toEqual(['2', 'b']);
      expect(await bodies({ session: 'a' })).toEqual(['2']);
      expect(await bodies({ kind: 'other' })).toEqual([]);
      expect((await store.documents({ kind: 'loop', limit: 1, newestFirst: true })).length).toBe(1);
      expect(await store.document({ session: 'a', kind: 'loop', id: 'x' })).toMatchObject({ version: 2 });
    });

    it('deletes all data of a removed session', async () => {
      const documents = [{ kind: 'loop', id: 'x', body: '1' }];
      await store.commit([updateOf('a', { documents, audit: [auditOf('pause')] }), updateOf('b')]);
      expect(await store.remove('a')).toBe(true);
      expect(await store.remove('a')).toBe(false);
      expect((await store.load(['a'])).size).toBe(0);
      expect(await store.history('a', { fromSeq: 0, limit: 9 })).toEqual([]);
      expect(await store.audit({ session: 'a', limit: 9 })).toEqual([]);
      expect(await store.documents({ kind: 'loop', limit: 9 })).toEqual([]);
      expect((await store.broadcasts(0, 9)).map(({ session }) => session)).toEqual(['b']);
    });

    it('prunes sessions and broadcasts by age', async () => {
      await store.commit([updateOf('old', { updatedAt: 10 }), updateOf('new', { updatedAt: 20 })]);
      expect(await store.prune({ sessions: 15 })).toBe(1);
      expect([...(await store.load(['old', 'new'])).keys()]).toEqual(['new']);
      expect(await store.history('old', { fromSeq: 0, limit: 9 })).toEqual([]);
      expect(await store.prune({ broadcasts: 2000 })).toBe(0);
      expect(await store.broadcasts(0, 9)).toEqual([]);
    });

    it('accepts any text as a name', async () => {
      const names = ["'; DROP TABLE sessions; --", '../../etc/passwd', 'ü 🦀 \u0001', '%_', '"', 'a\\b'];
      await store.commit(names.map((id) => updateOf(id)));
      const loaded = await store.load(names);
      expect([...loaded.keys()].sort()).toEqual([...names].sort());
    });

    it('calls hint listeners after a commit, until they unsubscribe', async () => {
      let hints = 0;
      const stop = store.onHint(() => hints++);
      await store.commit([updateOf('a')]);
      await expect.poll(() => hints).toBeGreaterThan(0);
      stop();
      const before = hints;
      await store.commit([updateOf('b')]);
      await store.ping();
      expect(hints).toBe(before);
    });
  });
}
