import { request } from 'node:https';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../gateway-options.js';
import { createMemoryStore } from '../store/memory.js';
import type { Store } from '../store/store.js';
import { selfSigned } from '../testing/certificate.js';
import { listen, messageOf } from '../testing/messages.js';
import { type Started, startGateway, TOKEN } from '../testing/start.js';
import { createLog } from '../log.js';

const DAY = 86_400_000;
let clock = Date.UTC(2026, 1, 1);
let store: Store;
let gateway: Started;
let lines: string[];
const start = async (options: Partial<GatewayOptions> = {}): Promise<void> => {
  const log = createLog(
    (line) => lines.push(line),
    'debug',
    () => clock,
  );
  gateway = await startGateway({ store, now: () => clock, sweepMs: 5, log, ...options });
};
beforeEach(() => {
  lines = [];
  clock = Date.UTC(2026, 1, 1);
  store = createMemoryStore({ now: () => clock });
});
afterEach(() => gateway.close());

const put = (config: object) =>
  gateway.send('PUT', '/v1/config', JSON.stringify({ operator_id: 'ada', config }), {
    'content-type': 'application/json',
  });
const loop = async (session: string) => {
  for (let i = 0; i < 5; i++) await gateway.post('/gateway/messages', messageOf({ session }));
  return (await gateway.get(`/v1/sessions/${session}/loops`)).body.loops[0];
};
const sessions = async () => (await gateway.get('/v1/sessions')).body.total;
const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the log', () => {
  it('is lines of JSON with the route, but without tokens, names or texts', async () => {
    await start();
    await loop('secret-run');
    await gateway.post('/session', { token: TOKEN }, { authorization: '' });
    await gateway.get('/v1/nothing');
    await expect.poll(logged).toContainEqual(
      expect.objectContaining({
        level: 'debug',
        message: 'request',
        route: '/v1/sessions/:id/loops',
        status: 200,
      }),
    );
    expect(logged()[0]).toMatchObject({
      level: 'info',
      message: 'listening',
      time: '2026-02-01T00:00:00.000Z',
    });
    expect(lines.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n'))).toBe(true);
    for (const word of [TOKEN, 'secret-run', 'npm test']) expect(lines.join('')).not.toContain(word);
  });

  it('reports internal errors, without secrets', async () => {
    const secret = `sk-ant-api03-${'Ab1'.repeat(30)}`;
    await start({ store: { ...store, audit: () => Promise.reject(new Error(`no: ${secret}`)) } });
    expect((await gateway.get('/v1/audit')).status).toBe(500);
    await expect.poll(logged).toContainEqual(expect.objectContaining({ level: 'error', route: '/v1/audit' }));
    expect(lines.join('')).not.toContain(secret);
  });

  it.each([
    ['error', 1],
    ['warn', 2],
    ['info', 3],
    ['debug', 4],
  ] as const)('at the level %s contains %i of four lines', async (level, count) => {
    await start();
    const some: string[] = [];
    const log = createLog((line) => some.push(line), level);
    for (const each of ['error', 'warn', 'info', 'debug'] as const) log(each, 'x');
    expect(some).toHaveLength(count);
  });
});

describe('limits on clients and sessions', () => {
  it('return 429 with a retry time', async () => {
    await start({ stream: { maxClients: 1 }, limits: { sessions: 2 } });
    const first = await listen(gateway, TOKEN);
    const refused = await gateway.get('/v1/stream');
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_CLIENTS' } } });
    expect(refused.headers['retry-after']).toBe('10');
    first.close();
    await expect.poll(async () => (await gateway.get('/v1/stats')).body.stream_clients).toBe(0);
    for (const session of ['a', 'b']) await gateway.post('/gateway/messages', messageOf({ session }));
    const third = await gateway.post('/gateway/messages', messageOf({ session: 'c' }));
    expect(third).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_SESSIONS' } } });
    expect((await gateway.post('/gateway/messages', messageOf({ session: 'a' }))).status).toBe(200);
  });
});

describe('stored data', () => {
  it('is deleted after the configured retention', async () => {
    await start();
    await loop('old');
    await put({ retention: { sessionDays: 2, broadcastHours: 1 } });
    clock += DAY;
    await loop('new');
    const old = async () =>
      (await store.broadcasts(0, 500)).filter(
        ({ topic, session }) => topic === 'gateway:messages' && session === 'old',
      );
    await expect.poll(old).toEqual([]);
    expect(await sessions()).toBe(2);
    clock += DAY + 60_001;
    await expect.poll(sessions).toBe(1);
    expect((await gateway.get('/v1/sessions/old')).status).toBe(404);
    expect(await store.documents({ kind: 'loop', session: 'old', limit: 9 })).toEqual([]);
  });

  it('of one session can be exported and deleted as a whole', async () => {
    await start();
    await loop('mine');
    await gateway.post('/gateway/sessions/mine/pause', { operator_id: 'ada' });
    const copy = (await gateway.get('/v1/sessions/mine/export')).body;
    expect(copy).toMatchObject({
      format: 'rutbreak-session',
      version: 1,
      session: { id: 'mine', state: 'paused' },
    });
    expect([copy.events, copy.loops, copy.audit].map(({ length }) => length as number)).toEqual([5, 1, 1]);
    expect((await gateway.send('DELETE', '/v1/sessions/mine')).body).toEqual({ removed: true });
    const left = await Promise.all([
      store.history('mine', { fromSeq: 0, limit: 9 }),
      store.documents({ kind: 'loop', session: 'mine', limit: 9 }),
      store.audit({ session: 'mine', limit: 9 }),
    ]);
    expect(left).toEqual([[], [], []]);
    expect((await store.broadcasts(0, 500)).filter(({ session }) => session === 'mine')).toEqual([]);
    expect((await gateway.send('DELETE', '/v1/sessions/mine')).status).toBe(404);
    expect((await gateway.get('/v1/audit')).body.entries[0]).toMatchObject({ command: 'delete_session' });
  });
});

describe('personal patterns', () => {
  it('are stored with consent only, and are deleted when it is withdrawn', async () => {
    await start();
    const own = async (id: string): Promise<unknown[]> => {
      const path = `/v1/archive?like=${encodeURIComponent(id)}&user=agent-7`;
      const { patterns } = (await gateway.get(path)).body as { patterns: { is_own: boolean }[] };
      return patterns.filter(({ is_own }) => is_own);
    };
    const { id } = await loop('one');
    await expect.poll(async () => (await gateway.get('/v1/archive')).body.patterns).toHaveLength(1);
    expect(await own(id)).toEqual([]);
    await put({ archive: { consent: true } });
    await loop('two');
    await expect.poll(() => own(id)).toMatchObject([{ seen: 1 }]);
    expect((await gateway.get('/v1/archive')).body.patterns).toMatchObject([{ seen: 2, is_own: false }]);
    await put({ archive: { consent: false } });
    expect(await own(id)).toEqual([]);
    expect(JSON.stringify(await store.documents({ kind: 'pattern', limit: 9 }))).not.toContain('agent-7');
  });
});

describe('limits of a model', () => {
  it('adapt automatically after many false alarms, if configured', async () => {
    await start();
    await put({ archive: { adapt: 'apply' } });
    const event = { kind: 'call', tool: 'Bash', args: { command: 'x' }, result: 'no', isError: true };
    const ids: string[] = [];
    for (let i = 0; i < 24; i++) {
      const session = `s${i}`;
      const agent = { id: 'a', model: 'odd-model' };
      await gateway.post('/v1/events', { session, agent, events: Array<object>(8).fill(event), end: true });
      ids.push((await gateway.get(`/v1/sessions/${session}/loops`)).body.loops[0].id as string);
    }
    const figures = async () => (await gateway.get('/v1/proposals')).body.proposals;
    await expect.poll(figures).toHaveLength(1);
    for (const id of ids)
      await gateway.post(`/v1/loops/${id}/feedback`, { operator_id: 'ada', verdict: 'false-positive' });
    const { models } = (await gateway.get('/v1/config')).body.config.events;
    expect(Object.keys(models as object)).toEqual(['odd-model']);
  });
});

describe('TLS', () => {
  it('is enabled with a key and a certificate, and marks the cookie as secure', async () => {
    const tls = selfSigned();
    await start({ tls });
    expect(gateway.url).toMatch(/^https:/);
    const body = JSON.stringify({ token: TOKEN });
    const ask = (method: string, path: string): Promise<{ status: number; cookie: string }> =>
      new Promise((done, fail) => {
        const headers = { 'content-type': 'application/json' };
        const asked = request(
          gateway.url + path,
          { method, headers, ca: tls.cert, agent: false },
          (reply) => {
            reply.resume();
            done({ status: reply.statusCode ?? 0, cookie: String(reply.headers['set-cookie']) });
          },
        );
        asked.on('error', fail).end(method === 'POST' ? body : undefined);
      });
    expect(await ask('GET', '/healthz')).toMatchObject({ status: 200 });
    expect((await ask('POST', '/session')).cookie).toContain('Secure');
  });
});
