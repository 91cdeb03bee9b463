import { SNAPSHOT_VERSION } from '@rutbreak/core/edge';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory.js';
import type { Store } from '../../store/store.js';
import { startGateway } from '../../testing/start.js';
import { updateOf } from '../../testing/updates.js';
import { newRecord } from '../../session/record.js';

const CALL = { kind: 'call', tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' };

const recordWith = (id: string, version: number, state: unknown): string =>
  JSON.stringify({ ...newRecord(id, 1), core: { events: { version, preset: 'default', state } } });

it('an unreadable record fails its own session only', async () => {
  const store = createMemoryStore();
  const bad = (id: string, version: number, state: unknown) =>
    updateOf(id, { record: recordWith(id, version, state) });
  await store.commit([bad('broken', 1, { session: 7 }), bad('newer', SNAPSHOT_VERSION + 1, {})]);
  const gateway = await startGateway({ store });
  try {
    const send = (session: string) => gateway.post('/v1/events', { session, events: [CALL] });
    const answers = await Promise.all(['broken', 'sound', 'newer', 'other'].map(send));
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 503, 200]);
  } finally {
    await gateway.close();
  }
});

describe('a store that fails while it reads a session is unavailable; the session is not damaged', () => {
  const lost = () => Promise.reject(new Error('The connection was lost.'));
  it.each<[string, (store: Store) => Partial<Store>]>([
    ['the state', (store) => ({ document: (key) => (key.kind === 'core' ? lost() : store.document(key)) })],
    ['the events', () => ({ history: lost })],
  ])('%s', async (_, broken) => {
    const store = createMemoryStore();
    expect(await sendTo(store)).toBe(200);
    expect(await sendTo({ ...store, ...broken(store) })).toBe(503);
    expect(await sendTo(store)).toBe(200);
  });

  async function sendTo(store: Store): Promise<number> {
    const gateway = await startGateway({ store });
    try {
      return (await gateway.post('/v1/events', { session: 's', events: [CALL] })).status;
    } finally {
      await gateway.close();
    }
  }
});

describe('a request that changes nothing', () => {
  const ask = { session: 's', events: [] };

  it('does not read the state of its session again', async () => {
    const store = createMemoryStore();
    let reads = 0;
    const history: Store['history'] = (...given) => {
      reads++;
      return store.history(...given);
    };
    const gateway = await startGateway({ store: { ...store, history } });
    try {
      await gateway.post('/v1/events', { session: 's', events: [CALL] });
      const { body } = await gateway.post('/v1/events', ask);
      expect([body, reads]).toMatchObject([{ accepted: 0, nextSeq: 1, version: 1 }, 0]);
    } finally {
      await gateway.close();
    }
  });

  it('learns what another replica has written', async () => {
    const store = createMemoryStore();
    const [one, other] = [await startGateway({ store }), await startGateway({ store })];
    try {
      await one.post('/v1/events', { session: 's', events: [CALL] });
      await other.post('/v1/events', { session: 's', events: [CALL] });
      expect((await one.post('/v1/events', ask)).body).toMatchObject({ nextSeq: 2, version: 2 });
    } finally {
      await one.close();
      await other.close();
    }
  });
});
