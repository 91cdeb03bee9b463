import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../gateway-options.js';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';
import { messageOf } from '../testing/messages.js';
import { startReceiver } from '../testing/receiver.js';
import { type Started, startGateway } from '../testing/start.js';
import { mayReach } from './target.js';

let store: Store;
let gateway: Started;
const start = (webhooks: GatewayOptions['webhooks'] = { retryMs: 5 }) => startGateway({ store, webhooks });
let ends: (() => Promise<void>)[] = [];
const receiver = async (...answers: readonly number[]) => {
  const started = await startReceiver(...answers);
  ends.push(started.close);
  return started;
};
beforeEach(async () => {
  store = createMemoryStore();
  gateway = await start();
});
afterEach(async () => {
  await gateway.close();
  for (const end of ends) await end();
  ends = [];
});

const create = (url: string, topics: readonly string[] = ['gateway:messages']) =>
  gateway.post('/v1/webhooks', { operator_id: 'ada', url, topics });
const list = async () => (await gateway.get('/v1/webhooks')).body.webhooks;
const step = (trace: string, session = 'run') =>
  gateway.post('/gateway/messages', messageOf({ session, trace, tool: trace }));

describe('webhooks', () => {
  it('appear in the audit without the path of their address, which may be a secret', async () => {
    const { url } = await receiver();
    await create(`${url}/services/T0001/hunter2-path`);
    const { text } = await gateway.get('/v1/audit');
    expect(text).toContain(new URL(url).host);
    expect(text).not.toContain('hunter2');
  });

  it('deliver the broadcasts on their topics, signed, each with its own id', async () => {
    const { url, received } = await receiver();
    const { body: made } = await create(url);
    await step('one');
    await step('two');
    await expect.poll(() => received).toHaveLength(2);
    const [first, second] = received;
    expect(first?.body).toMatchObject({
      ...{ id: first?.headers['webhook-id'], type: 'gateway:messages', session_id: 'run' },
      data: { meta: { trace_id: 'one' } },
    });
    expect(second?.headers['webhook-id']).not.toBe(first?.headers['webhook-id']);
    const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signed } = first!.headers;
    const key = Buffer.from(String(made.secret).replace('whsec_', ''), 'base64');
    const digest = createHmac('sha256', key)
      .update(`${String(id)}.${String(time)}.${first!.text}`)
      .digest('base64');
    expect(signed).toBe(`v1,${digest}`);
    expect(Math.abs(Number(time) * 1000 - Date.now())).toBeLessThan(60_000);
    await expect.poll(list).toMatchObject([{ state: 'active', delivered: 2, failed: 0, last_error: null }]);
    expect((await gateway.get('/v1/webhooks')).text).not.toContain(made.secret);
    expect((await gateway.get('/v1/audit')).text).not.toContain(made.secret);
  });

  it('are retried with the same id, in order, until the receiver accepts', async () => {
    const { url, received } = await receiver(500, 503, 302, 200);
    await create(url);
    await step('one');
    await step('two');
    await expect.poll(() => received, { timeout: 10_000 }).toHaveLength(5);
    const ids = received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(received.map(({ body }) => body.data.meta.trace_id)).toEqual(['one', 'one', 'one', 'one', 'two']);
    await expect.poll(list).toMatchObject([{ state: 'active', delivered: 2, failed: 3 }]);
    expect(received.every(({ headers }) => headers['webhook-signature'] !== undefined)).toBe(true);
  }, 20_000);

  it('continue after a restart with undelivered entries', async () => {
    const { url, received } = await receiver(500, 200);
    await gateway.close();
    gateway = await start({ retryMs: 60_000 });
    await create(url);
    await step('one');
    await expect
      .poll(list)
      .toMatchObject([{ state: 'failing', failed: 1, last_error: expect.stringContaining('answered 500') }]);
    const keep = { ...store, close: () => Promise.resolve() };
    await gateway.close();
    const [hook] = await store.documents({ kind: 'webhook-delivery', limit: 1 });
    const delivery = JSON.parse(hook!.body) as object;
    const due = JSON.stringify({ ...delivery, nextTryAt: null });
    expect(await store.putDocument(hook!, hook!.version, due)).toBe(true);
    store = keep;
    gateway = await start();
    await expect.poll(() => received).toHaveLength(2);
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
  });

  it.each([
    ['after too many failures', [500], { retryMs: 1, maxFailures: 3 }, 3],
    ['at once if the receiver returns 410', [410], { retryMs: 1 }, 1],
  ])(
    'are disabled %s, and can be enabled again',
    async (_, answers, options, calls) => {
      await gateway.close();
      gateway = await start(options);
      const { url, received } = await receiver(
        ...answers.flatMap((one) => Array<number>(calls).fill(one)),
        200,
      );
      const { body } = await create(url);
      await step('one');
      await expect
        .poll(list, { timeout: 10_000 })
        .toMatchObject([{ state: 'disabled', next_try_at: null, failed: calls }]);
      expect(received).toHaveLength(calls);
      expect((await gateway.get('/v1/audit')).body.entries[0]).toMatchObject({ command: 'disable_webhook' });
      await gateway.post(`/v1/webhooks/${body.id}/enable`, { operator_id: 'ada' });
      await expect.poll(list).toMatchObject([{ state: 'active', delivered: 1 }]);
    },
    20_000,
  );

  it('are delivered by one of several processes', async () => {
    const other = await start();
    const { url, received } = await receiver();
    await create(url);
    for (let i = 0; i < 12; i++) await step(`step-${i}`);
    await expect.poll(() => received).toHaveLength(12);
    await expect.poll(list).toMatchObject([{ delivered: 12 }]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
    await other.close();
  });

  it('deliver an entropy alert once per session', async () => {
    const { url, received } = await receiver();
    await create(url, ['gateway:entropy_alerts']);
    for (const session of ['a', 'b'])
      for (let i = 0; i < 8; i++) await gateway.post('/gateway/messages', messageOf({ session }));
    await expect.poll(() => received.map(({ body }) => body.session_id)).toEqual(['a', 'b']);
  });

  it('stop when they are deleted', async () => {
    const { url, received } = await receiver();
    const { body } = await create(url);
    expect((await gateway.send('DELETE', `/v1/webhooks/${body.id}`)).body).toEqual({ removed: true });
    await step('one');
    expect(await list()).toEqual([]);
    expect(received).toEqual([]);
    expect((await gateway.send('DELETE', `/v1/webhooks/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['ftp://example.com/'],
    ['example.com'],
    ['http://ada:secret@example.com/'],
    ['http://169.254.169.254/latest'],
    ['http://10.0.0.7/'],
    ['http://192.168.1.1/'],
    ['http://0x0a000001/'],
    ['http://[fd00::1]/'],
    ['http://[::ffff:10.0.0.1]/'],
    ['http://0.0.0.0/'],
  ])('are refused for %s', async (url) => {
    expect(await create(url)).toMatchObject({ status: 422, body: { error: { field: 'url' } } });
  });

  it('are refused for topics that do not exist', async () => {
    expect((await create('https://example.com', ['gossip'])).status).toBe(422);
    expect((await create('https://example.com', [])).status).toBe(422);
  });
});

describe('an address', () => {
  it.each([
    ['127.0.0.1', { loopback: false, private: false }, false],
    ['127.0.0.1', { loopback: true, private: false }, true],
    ['::1', { loopback: true, private: false }, true],
    ['::ffff:127.0.0.1', { loopback: false, private: false }, false],
    ['::ffff:7f00:1', { loopback: false, private: false }, false],
    ['10.1.2.3', { loopback: true, private: false }, false],
    ['10.1.2.3', { loopback: false, private: true }, true],
    ['100.64.0.1', { loopback: true, private: false }, false],
    ['fe80::1', { loopback: true, private: false }, false],
    ['64:ff9b::7f00:1', { loopback: true, private: false }, false],
    ['2001:0:7f00:1::1', { loopback: true, private: false }, false],
    ['100::1', { loopback: true, private: false }, false],
    ['2001:4860:4860::8888', { loopback: false, private: false }, true],
    ['93.184.215.14', { loopback: false, private: false }, true],
    ['2606:2800:21f::1', { loopback: false, private: false }, true],
  ])('%s with %j: %s', (address, reach, isFine) => expect(mayReach(address, reach)).toBe(isFine));
});
