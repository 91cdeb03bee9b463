import { request as httpRequest } from 'node:http';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { listenOn } from '../../../testing/loopback.js';
import { createRelay } from '../../session/relay.js';
import type { Child } from '../stdio/child-process.js';
import { pacedWriter } from './back-pressure.js';
import { serveHttp } from './serve-http.js';
import { bridgeHandler } from './stdio-bridge.js';
import { upstreamHandler } from './upstream.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const TOKEN = 'rbt_0123456789abcdef';
const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{}}}';

/** A proxy with a token in front of a server that answers every request. */
async function guarded(token: string | null) {
  const seen: IncomingMessage['headers'][] = [];
  const { port, close } = await listenOn(
    createServer((request, response) => {
      seen.push(request.headers);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}');
    }),
  );
  const relay = createRelay({ server: 'demo' });
  const handler = upstreamHandler({ url: `http://127.0.0.1:${port}/`, relay });
  const serving = await serveHttp(new Map([['/mcp', handler]]), { port: 0, token });
  closing.push(serving.close, close);
  const post = (headers: Record<string, string>): Promise<Response> =>
    fetch(`http://127.0.0.1:${serving.port}/mcp`, {
      ...{ method: 'POST', body: CALL, headers: { 'content-type': 'application/json', ...headers } },
    });
  return { post, seen };
}

describe('the token of the HTTP proxy', () => {
  it.each<[string, Record<string, string>, number]>([
    ['a request without a token is refused', {}, 401],
    ['a wrong token is refused', { authorization: 'Bearer rbt_wrong' }, 401],
    ['the beginning of the token is refused', { 'x-rutbreak-token': TOKEN.slice(0, -1) }, 401],
    [
      'a page that another program of this machine serves is refused',
      { origin: 'http://localhost:3000' },
      401,
    ],
    ['the token in Authorization opens the door', { authorization: `Bearer ${TOKEN}` }, 200],
    ['the token in its own header opens the door', { 'x-rutbreak-token': TOKEN }, 200],
  ])('%s', async (_, headers, status) => {
    const { post, seen } = await guarded(TOKEN);
    expect((await post(headers)).status).toBe(status);
    expect(seen).toHaveLength(status === 200 ? 1 : 0);
  });

  it('never reaches the server, and credentials for the server do', async () => {
    const { post, seen } = await guarded(TOKEN);
    await post({ authorization: `Bearer ${TOKEN}` });
    await post({ authorization: 'Bearer for-the-server', 'x-rutbreak-token': TOKEN });
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, 'Bearer for-the-server']);
    expect(JSON.stringify(seen)).not.toContain(TOKEN);
  });

  it('is not required if it is null', async () => {
    const { post } = await guarded(null);
    expect((await post({})).status).toBe(200);
  });
});

/** A stdio server that the test controls. */
function played(input: Writable): { readonly child: Child; readonly output: PassThrough } {
  const output = new PassThrough();
  const nothing = (): void => undefined;
  return { output, child: { input, output, ended: new Promise(nothing), endInput: nothing, stop: nothing } };
}

async function bridged(child: Child) {
  const audited: { type: string; session?: string }[] = [];
  const audit = { write: (line: string) => audited.push(JSON.parse(line)) > 0, close: () => undefined };
  const relay = createRelay({ server: 'demo', audit });
  const serving = await serveHttp(new Map([['/mcp', bridgeHandler(child, relay)]]), { port: 0, token: null });
  closing.push(serving.close);
  return { port: serving.port, audited };
}

describe('a stdio server behind HTTP', () => {
  const post = (port: number, body: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/mcp`, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json', ...more } },
    });

  it('waits for a slow client', async () => {
    const { child, output } = played(new PassThrough());
    const { port } = await bridged(child);
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
    );
    await new Promise((done) => socket.once('data', done));
    socket.pause();
    const line = `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${'x'.repeat(60_000)}"}}\n`;
    let written = 0;
    while (written < 2000 && output.write(line)) written++;
    for (let i = 0; i < 100 && !output.isPaused(); i++) {
      output.write(line);
      await new Promise((done) => setImmediate(done));
    }
    expect(output.isPaused()).toBe(true);
    socket.resume();
    await expect.poll(() => output.isPaused()).toBe(false);
    socket.destroy();
  });

  it('reads no more requests while the server does not read its input', async () => {
    const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
    const { child } = played(stuck);
    const { port } = await bridged(child);
    await post(port, '{"jsonrpc":"2.0","method":"notifications/initialized"}');
    const sent = httpRequest({
      port,
      path: '/mcp',
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    sent.on('error', () => undefined);
    sent.end(`{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"${'x'.repeat(100_000)}"}}`);
    await new Promise((done) => setTimeout(done, 100));
    expect(stuck.writableLength).toBeLessThan(1000);
    sent.destroy();
  });

  it('each client is its own session, and gets the responses to its calls', async () => {
    const input = new PassThrough();
    const { child, output } = played(input);
    input.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString().split('\n').filter(Boolean)) {
        const { id } = JSON.parse(line) as { id?: number };
        if (id !== undefined) output.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}\n`);
      }
    });
    const { port, audited } = await bridged(child);
    for (let client = 0; client < 2; client++) {
      const hello = await post(port, '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
      await hello.text();
      const session = hello.headers.get('mcp-session-id') ?? '';
      expect(await text((await post(port, CALL, { 'mcp-session-id': session })).body!)).toContain('"id":1');
    }
    const sessions = audited.filter(({ type }) => type === 'call').map(({ session }) => session);
    expect(new Set(sessions).size).toBe(2);
  });

  it('drops a client that reads nothing at all', async () => {
    const source = new PassThrough();
    const { port, close } = await listenOn(
      createServer((_, response) => {
        const { write } = pacedWriter(source, 50);
        for (let i = 0; i < 200; i++) write(response, Buffer.alloc(100_000));
        expect(source.isPaused()).toBe(true);
      }),
    );
    closing.push(close);
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    ).pause();
    await expect.poll(() => source.isPaused(), { timeout: 2000 }).toBe(true);
    await expect.poll(() => source.isPaused(), { timeout: 2000 }).toBe(false);
    socket.destroy();
  });
});
