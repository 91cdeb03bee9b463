import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';
import { createHub } from './hub.js';

const MEGABYTE = 1024 * 1024;

/** A hub with one listener after this many broadcasts of a megabyte, and how often it read the store. */
async function afterLarge(count: number) {
  const store = createMemoryStore();
  const large = { topic: 'gateway:messages' as const, at: 1, body: JSON.stringify('x'.repeat(MEGABYTE)) };
  let reads = 0;
  const counting: Store = {
    ...store,
    broadcasts(...args) {
      reads++;
      return store.broadcasts(...args);
    },
  };
  const hub = createHub(counting);
  const stop = hub.onMore(() => undefined);
  await store.append({ broadcasts: [large], audit: [] });
  await hub.after(0);
  for (let i = 1; i < count; i++) {
    await store.append({ broadcasts: [large], audit: [] });
    await new Promise((done) => setImmediate(done));
  }
  const close = (): void => {
    stop();
    hub.close();
  };
  return { hub, last: await store.lastBroadcast(), reads: () => reads, close };
}

describe('the latest broadcasts in memory', () => {
  it('are bounded in bytes, not only in number: older ones are read from the store', async () => {
    const { hub, last, reads, close } = await afterLarge(60);
    const isRead = async (id: number): Promise<boolean> => {
      const before = reads();
      await hub.after(id);
      return reads() > before;
    };
    expect([await isRead(last - 5), await isRead(last - 20), await isRead(1)]).toEqual([false, true, true]);
    close();
  });

  it('reach a client in pieces of about a megabyte', async () => {
    const { hub, last, close } = await afterLarge(12);
    for (let place = last - 10; place < last;) {
      const entries = await hub.after(place);
      const size = entries.reduce((sum, { body }) => sum + body.length, 0);
      expect([entries.length > 0, size < 2.5 * MEGABYTE]).toEqual([true, true]);
      place = entries.at(-1)?.id ?? last;
    }
    close();
  });
});
