import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway, createSqliteStore } from '@rutbreak/gateway';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGatewayClient, type GatewayClientOptions, type GatewayTrouble } from './index.js';

const TOKEN = 'rbt_client-test';
const folder = mkdtempSync(join(tmpdir(), 'rutbreak-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A gateway that can stop and restart at the same address. */
function gatewayAt(file: string) {
  let port = 0;
  let gateway: ReturnType<typeof createGateway> | undefined;
  const start = async (): Promise<string> => {
    gateway = createGateway({ store: createSqliteStore(join(folder, file)), token: TOKEN });
    const url = await gateway.listen({ port });
    port = Number(new URL(url).port);
    return url;
  };
  return { start, stop: async () => gateway?.close() };
}

const shared = gatewayAt('shared.db');
let url = '';
beforeAll(async () => {
  url = await shared.start();
});
afterAll(() => shared.stop());

let count = 0;
const nextSession = (): string => `run-${++count}`;

function clientOf(options: Partial<GatewayClientOptions> = {}) {
  const session = options.session ?? nextSession();
  const troubles: GatewayTrouble[] = [];
  const actions: string[] = [];
  const client = createGatewayClient({
    ...{ url, token: TOKEN, session, lingerMs: 1, maxBackoffMs: 20 },
    onOrder: ({ action }) => actions.push(action),
    onTrouble: (trouble) => troubles.push(trouble),
    ...options,
  });
  return { ...client, session, troubles, actions, codes: () => troubles.map(({ code }) => code) };
}

const call = (n: number): object => ({
  ...{ kind: 'call', tool: 'Read', args: { path: `${n}.ts` }, result: `what is in ${n}` },
});
const failing = { kind: 'call', tool: 'Bash', args: { command: 'npm test' }, result: 'boom', isError: true };

/** The events that the gateway has stored for a session: their numbers and contents. */
async function seen(session: string, at = url): Promise<readonly unknown[]> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const reply = await fetch(`${at}/v1/sessions/${session}/events?limit=500`, { headers });
  const { events = [] } = (await reply.json()) as { events?: { body: { args?: { path?: string } } }[] };
  return events.map(({ body }) => body.args?.path);
}
const paths = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `${from + i}.ts`);

describe('a client with a gateway', () => {
  it('sends events in order, and returns the order of each acknowledgement', async () => {
    const client = clientOf({ agent: { id: 'coder', model: 'some-model' } });
    for (let n = 0; n < 500; n++) client.send(call(n));
    expect(await client.flush(20_000)).toBe(true);
    expect(await seen(client.session)).toEqual(paths(0, 500));
    expect(client.order()).toMatchObject({ action: 'continue' });
    for (let n = 0; n < 3; n++) client.send(failing);
    expect(await client.close({ isEnd: true, timeoutMs: 20_000 })).toBe(true);
    expect(client.actions).toContain('nudge');
    const reply = await fetch(`${url}/v1/sessions/${client.session}`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(await reply.json()).toMatchObject({ state: 'ended', agent_id: 'coder', events: 503 });
    client.send(call(1));
    expect(client.waiting()).toBe(0);
  });

  it('sends derived events right after their call, with their own numbers', async () => {
    const client = clientOf();
    client.send({ kind: 'call', tool: 'Write', args: { path: 'a.ts', content: 'x' }, result: 'ok' });
    client.send(call(1));
    expect(await client.close({ timeoutMs: 20_000 })).toBe(true);
    expect(await seen(client.session)).toEqual(['a.ts', undefined, '1.ts']);
  });

  it('continues a session that another client started', async () => {
    const session = nextSession();
    for (const n of [0, 1]) {
      const client = clientOf({ session });
      client.send(call(n));
      expect(await client.close({ timeoutMs: 20_000 })).toBe(true);
    }
    expect(await seen(session)).toEqual(paths(0, 2));
  });

  it('redacts secrets before sending, and reports events that the gateway cannot read', async () => {
    const client = clientOf({ spoolDir: join(folder, 'secrets') });
    const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789';
    const cyclic: Record<string, unknown> = { kind: 'call' };
    cyclic['self'] = 10n;
    client.send({ ...failing, args: { key: secret } });
    client.send(cyclic);
    client.send(undefined);
    client.send({ kind: 'nonsense' });
    expect(await client.close({ timeoutMs: 20_000 })).toBe(true);
    expect(client.codes()).toContain('EVENT');
    const [file = ''] = readdirSync(join(folder, 'secrets'));
    expect(readFileSync(join(folder, 'secrets', file), 'utf8')).not.toContain(secret);
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'secrets', file)).mode & 0o777).toBe(0o600);
  });

  it('survives a callback that throws', async () => {
    const client = clientOf({
      onOrder: () => {
        throw new Error('mine');
      },
    });
    client.send(call(0));
    expect(await client.close({ timeoutMs: 20_000 })).toBe(true);
    expect(client.codes()).toContain('CALLBACK');
  });
});

describe('a client whose gateway becomes unreachable', () => {
  it('keeps events in memory and sends each once when the gateway is back', async () => {
    const gateway = gatewayAt('away.db');
    const at = await gateway.start();
    const client = clientOf({ url: at, timeoutMs: 2000 });
    client.send(call(0));
    expect(await client.flush(20_000)).toBe(true);
    await gateway.stop();
    for (let n = 1; n < 300; n++) client.send(call(n));
    expect(await client.flush(50)).toBe(false);
    expect(client.waiting()).toBe(299);
    await vi.waitFor(() => expect(client.codes()).toEqual(['UNREACHABLE']), 20_000);
    await gateway.start();
    expect(await client.flush(20_000)).toBe(true);
    expect(await seen(client.session, at)).toEqual(paths(0, 300));
    await client.close();
    await gateway.stop();
  });

  it('leaves events in a file, and the next process sends them without duplicates, also those whose acknowledgement was lost', async () => {
    const gateway = gatewayAt('spool.db');
    const at = await gateway.start();
    const spoolDir = join(folder, 'spool');
    const session = nextSession();
    const first = clientOf({ url: at, session, spoolDir });
    for (let n = 0; n < 5; n++) first.send(call(n));
    expect(await first.flush(20_000)).toBe(true);
    await gateway.stop();
    for (let n = 5; n < 9; n++) first.send(call(n));
    expect(await first.close({ timeoutMs: 300 })).toBe(false);
    await gateway.start();
    // The gateway had accepted two of them, but the acknowledgement was lost.
    await fetch(`${at}/v1/events`, {
      ...{ method: 'POST', body: JSON.stringify({ session, firstSeq: 5, events: [call(5), call(6)] }) },
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
    const second = clientOf({ url: at, session, spoolDir });
    second.send(call(9));
    expect(await second.close({ timeoutMs: 20_000 })).toBe(true);
    expect(await seen(session, at)).toEqual(paths(0, 10));
    await gateway.stop();
  });

  it('reports a gap if the gateway has lost its state or the queue overflowed', async () => {
    const [before, after] = [gatewayAt('full.db'), gatewayAt('empty.db')];
    const at = await before.start();
    const spoolDir = join(folder, 'gap');
    const session = nextSession();
    const client = clientOf({ url: at, session, spoolDir, maxEvents: 10 });
    for (let n = 0; n < 5; n++) client.send(call(n));
    await client.flush(20_000);
    await before.stop();
    for (let n = 5; n < 25; n++) client.send(call(n));
    expect(client.waiting()).toBe(10);
    expect(client.codes()).toContain('DROPPED');
    await client.close({ timeoutMs: 300 });
    const other = await after.start();
    const next = clientOf({ url: other, session, spoolDir, maxEvents: 10 });
    expect(await next.close({ timeoutMs: 20_000 })).toBe(true);
    expect(await seen(session, other)).toEqual(paths(15, 25));
    await after.stop();
  });
});

/** Another server at the address of a gateway. */
async function strange(listener: RequestListener, work: (at: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a client in unusual conditions', () => {
  it.each<[string, RequestListener, string]>([
    ['never answers', () => undefined, 'UNREACHABLE'],
    ['hangs up', (request) => request.destroy(), 'UNREACHABLE'],
    ['is overloaded', (_, reply) => reply.writeHead(429).end(), 'UNREACHABLE'],
    [
      'does not know the key',
      (_, reply) => reply.writeHead(401).end('{"error":{"message":"no"}}'),
      'REFUSED',
    ],
    ['is no gateway', (_, reply) => reply.end('<html>'), 'REFUSED'],
  ])('continues and keeps its events if it %s', (what, listener, code) =>
    strange(listener, async (at) => {
      const client = clientOf({ url: at, timeoutMs: what === 'never answers' ? 20 : 20_000 });
      const start = performance.now();
      client.send(call(0));
      expect(performance.now() - start).toBeLessThan(1000);
      expect(await client.flush(20)).toBe(false);
      await vi.waitFor(() => expect(client.codes()).toEqual([code]), 20_000);
      expect(client.waiting()).toBe(1);
      expect(await client.close({ timeoutMs: 10 })).toBe(false);
    }),
  );

  it('finds the rejected event, and sends the others', async () => {
    const taken: unknown[] = [];
    await strange(
      (request, reply) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          const { events, firstSeq = 0 } = JSON.parse(Buffer.concat(chunks).toString()) as {
            events: { n: number }[];
            firstSeq?: number;
          };
          if (events.some(({ n }) => n === 3)) reply.writeHead(413).end();
          else {
            taken.push(...events.map(({ n }) => n));
            reply.end(JSON.stringify({ nextSeq: firstSeq + events.length, action: 'dance' }));
          }
        });
      },
      async (at) => {
        const client = clientOf({ url: at });
        for (let n = 0; n < 6; n++) client.send({ n });
        expect(await client.flush(20_000)).toBe(true);
        expect(taken).toEqual([0, 1, 2, 4, 5]);
        expect(client.codes()).toEqual(['EVENT']);
        expect(client.order().action).toBe('continue');
        await client.close();
      },
    );
  });

  it('sends from memory if the spool cannot be written, from the start or later', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const bad = clientOf({ spoolDir: join(folder, 'a-file') });
    bad.send(call(0));
    expect(await bad.close({ timeoutMs: 20_000 })).toBe(true);
    expect(bad.codes()).toEqual(['SPOOL']);
    const spoolDir = join(folder, 'breaks');
    const later = clientOf({ spoolDir });
    later.send(call(0));
    expect(await later.flush(20_000)).toBe(true);
    const [file = ''] = readdirSync(spoolDir);
    rmSync(join(spoolDir, file));
    mkdirSync(join(spoolDir, file));
    later.send(call(1));
    expect(await later.close({ timeoutMs: 20_000 })).toBe(true);
    expect(later.codes()).toEqual(['SPOOL']);
    expect(await seen(later.session)).toEqual(paths(0, 2));
  });

  it('skips a partial line, and ignores events of another session', async () => {
    const spoolDir = join(folder, 'torn');
    const session = nextSession();
    const first = clientOf({ url: 'http://127.0.0.1:9', session, spoolDir });
    for (const n of [0, 1]) first.send(call(n));
    await first.close({ timeoutMs: 300 });
    const [file = ''] = readdirSync(spoolDir);
    writeFileSync(join(spoolDir, file), '{"e":{"kind":"call","too', { flag: 'a' });
    const second = clientOf({ session, spoolDir });
    expect(await second.close({ timeoutMs: 20_000 })).toBe(true);
    expect(await seen(session)).toEqual(paths(0, 2));
  });

  it('keeps its spool file small', async () => {
    const spoolDir = join(folder, 'small');
    const client = clientOf({ spoolDir });
    for (let turn = 0; turn < 4; turn++) {
      for (let n = 0; n < 100; n++) client.send({ ...call(n), result: `${turn} ${'x'.repeat(1000)}` });
      expect(await client.flush(20_000)).toBe(true);
    }
    await client.close();
    const [file = ''] = readdirSync(spoolDir);
    expect(statSync(join(spoolDir, file)).size).toBeLessThan(400_000);
  });

  it('throws immediately on an invalid address', () => {
    expect(() => clientOf({ url: 'nowhere' })).toThrow();
  });
});
