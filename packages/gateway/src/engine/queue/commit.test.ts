import { expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory.js';
import { PartlyWritten, type Store } from '../../store/store.js';
import { startGateway } from '../../testing/start.js';

/** Fails for the session `bad`, and writes the others. */
function halfBroken(): Store {
  const store = createMemoryStore();
  return {
    ...store,
    async commit(updates) {
      const good = updates.filter(({ id }) => id !== 'bad');
      const taken = await store.commit(good);
      if (good.length === updates.length) return taken;
      throw new PartlyWritten({ taken, failed: new Map([['bad', new Error('The shard is away.')]]) });
    },
  };
}

it('if a store writes only some sessions, exactly the others are asked to retry', async () => {
  const gateway = await startGateway({ store: halfBroken() });
  const post = async (session: string) =>
    (await gateway.post('/v1/events', { session, events: [{ kind: 'message', text: 'hello' }] })).status;
  expect(await Promise.all(['one', 'bad', 'two'].map(post))).toEqual([200, 503, 200]);
  expect((await gateway.get('/v1/sessions/one')).body.events).toBe(1);
  expect((await gateway.get('/v1/sessions/bad')).status).toBe(404);
  expect(await post('one')).toBe(200);
  expect((await gateway.get('/v1/sessions/one')).body.events).toBe(2);
  await gateway.close();
});
