import { mkdtempSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresStore } from './store/postgres/store.js';
import { createSqliteStore } from './store/sqlite/store.js';
import type { Store } from './store/store.js';
import { attacksOn, halfRequest, neverReading, sendCall } from './testing/hostile/attacks.js';
import { startNeighbour } from './testing/hostile/neighbour.js';
import { listen } from './testing/messages.js';
import { startPostgres, type TestPostgres } from './testing/postgres.js';
import { type Started, startGateway, TOKEN } from './testing/start.js';
import { updateOf } from './testing/updates.js';

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-hostile-'));
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres(['fsync=off']);
}, 120_000);
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
});

/** 100 kB, as exporters of spans send it. */
const LARGE_BATCH = Array.from({ length: 10 }, (_, i) => ({
  ...{ kind: 'call', tool: 'Read', args: { path: `${i}.md` }, result: `line ${i}\n`.repeat(1200) },
}));

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

describe.each([
  ['SQLite', () => Promise.resolve(createSqliteStore(join(folder, 'gateway.db')))],
  ['PostgreSQL', async () => createPostgresStore(await postgres.createDatabase('hostile'))],
] as const)('during an attack on %s', (_, open) => {
  let store: Store;
  let gateway: Started;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    store = await open();
    await store.commit([updateOf('damaged', { record: '{"core":7}', dueAt: 1 })]);
    gateway = await startGateway({ store, requestMs: 1500 });
  }, 60_000);
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await gateway.close();
  });

  const target = () => ({ url: gateway.url, token: TOKEN });

  it('a healthy client loses no request', async () => {
    const alone = startNeighbour(gateway, 'alone');
    await sleep(700);
    const before = await alone();
    for (let i = 0; i < 3; i++) await neverReading(target(), sockets);
    const listener = await listen(gateway, TOKEN, '/v1/stream?topics=gateway:messages');
    const halves = [halfRequest(target(), sockets), halfRequest(target(), sockets)];
    const beside = startNeighbour(gateway, 'beside');
    const large = startNeighbour(gateway, 'beside, large', { events: LARGE_BATCH });
    for (const { run } of attacksOn(target())) await run();
    const after = await beside();
    expect((await large()).failed).toEqual([]);
    listener.close();
    expect([before.failed, after.failed]).toEqual([[], []]);
    expect(after.times.length).toBeGreaterThan(10);
    // Limits on slow requests hold within a second or so, not after half a minute.
    expect(Math.max(...(await Promise.all(halves)))).toBeLessThan(6000);
  }, 180_000);

  it('the traces of the attacks are bounded and can be deleted', async () => {
    expect((await gateway.get('/v1/sessions/gates')).body.open_gates).toBe(20);
    expect((await gateway.get('/v1/sessions/sums')).body).toMatchObject({ tokens: 1e15, cost: 1e15 });
    for (const id of ['huge', 'damaged', 'a\0b', 'gates'])
      expect((await gateway.send('DELETE', `/v1/sessions/${encodeURIComponent(id)}`)).status).toBe(200);
    expect((await sendCall(gateway, 'damaged')).status).toBe(200);
    expect((await sendCall(gateway, 'huge')).status).toBe(200);
  });

  it('a batch of 1,000 invalid messages is one write', async () => {
    const before = await store.lastBroadcast();
    const begun = performance.now();
    const { status } = await gateway.post('/gateway/messages', { messages: Array(1000).fill({}) });
    expect([status, (await store.lastBroadcast()) - before]).toEqual([422, 1000]);
    expect(performance.now() - begun).toBeLessThan(3000);
  });

  it('a body of millions of values is refused before it is parsed', async () => {
    const body = `{"session":"values","events":[${'0,'.repeat(2_000_000)}`;
    const { body: answer } = await gateway.send('POST', '/v1/events', body, {
      'content-type': 'application/json',
    });
    expect(answer).toMatchObject({ error: { code: 'TOO_MANY_VALUES' } });
  });
});
