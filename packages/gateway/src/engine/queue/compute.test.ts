import { SNAPSHOT_VERSION } from '@rutbreak/core/edge';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../store/memory.js';
import { startGateway } from '../../testing/start.js';
import { updateOf } from '../../testing/updates.js';
import { newRecord } from '../../session/record.js';

const recordWith = (id: string, version: number, state: unknown): string =>
  JSON.stringify({ ...newRecord(id, 1), core: { events: { version, preset: 'default', state } } });

it('an unreadable record fails its own session only', async () => {
  const store = createMemoryStore();
  const bad = (id: string, version: number, state: unknown) =>
    updateOf(id, { record: recordWith(id, version, state) });
  await store.commit([bad('broken', 1, { session: 7 }), bad('newer', SNAPSHOT_VERSION + 1, {})]);
  const gateway = await startGateway({ store });
  try {
    const events = [{ kind: 'call', tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' }];
    const send = (session: string) => gateway.post('/v1/events', { session, events });
    const answers = await Promise.all(['broken', 'sound', 'newer', 'other'].map(send));
    expect(answers.map(({ status }) => status)).toEqual([500, 200, 503, 200]);
  } finally {
    await gateway.close();
  }
});
