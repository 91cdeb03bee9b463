import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Audit } from '../../audit/audit-file.js';
import { listenOn } from '../../../testing/loopback.js';
import { upstreamHandler } from './upstream.js';
import { readPolicy } from '../../policy/read-policy.js';
import { createRelay } from '../../session/relay.js';
import type { RelayOptions } from '../../session/relay-types.js';
import { serveHttp } from './serve-http.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

async function listen(server: Server): Promise<number> {
  const { port, close } = await listenOn(server);
  closing.push(close);
  return port;
}

async function readAll(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}

/** A proxy in front of a server with this behaviour. */
async function before(answer: Answer | string, given: Partial<RelayOptions> & { policyText?: string } = {}) {
  const { policyText, ...options } = given;
  const seen: { body: string; headers: IncomingMessage['headers']; url: string | undefined }[] = [];
  const url =
    typeof answer === 'string'
      ? answer
      : `http://127.0.0.1:${await listen(
          createServer((request, response) => {
            void readAll(request).then((body) => {
              seen.push({ body, headers: request.headers, url: request.url });
              answer(request, response, body);
            });
          }),
        )}/base?x=1`;
  const audited: Record<string, unknown>[] = [];
  const audit: Audit = { write: (line) => audited.push(JSON.parse(line)) > 0, close: () => undefined };
  const policy = policyText === undefined ? {} : { policy: readPolicy(policyText, 'p') };
  const relay = createRelay({ server: 'demo', audit, ...policy, ...options });
  const serving = await serveHttp(new Map([['/mcp', upstreamHandler({ url, relay })]]), {
    ...{ port: 0, token: null },
  });
  closing.push(serving.close);
  const address = `http://127.0.0.1:${serving.port}/mcp`;
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(address, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
  return { address, post, seen, audited, port: serving.port };
}

const call = (id: number | string, tool = 'echo', args: unknown = { a: 1 }): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}","arguments":${JSON.stringify(args)}}}`;
const result = (id: number | string, text = 'done'): string =>
  `{"jsonrpc":"2.0","id":${id}, "result":{"content":[{"type":"text","text":"${text}"}]}}`;
const json: Answer = (_, response, body) => {
  const { id } = JSON.parse(body);
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's1' }).end(result(id));
};
const DENY = 'rules: [{ action: deny, tool: danger }]';

describe('the HTTP proxy', () => {
  it('forwards bytes and headers in both directions, and records the call', async () => {
    const { post, seen, audited } = await before(json);
    const headers = { 'mcp-session-id': 's1', 'mcp-method': 'tools/call', authorization: 'Bearer x' };
    const reply = await post(call(1), headers);
    expect(await reply.text()).toBe(result(1));
    expect(reply.headers.get('mcp-session-id')).toBe('s1');
    expect(seen[0]).toMatchObject({ body: call(1), url: '/base?x=1', headers });
    expect(audited).toMatchObject([
      { type: 'call', session: 's1', tool: 'echo' },
      { type: 'outcome', outcome: 'ok' },
    ]);
  });

  const DANGER = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"danger"}}';

  it.each<[string, Buffer, Record<string, string>]>([
    ['gzip', gzipSync(DANGER), { 'content-encoding': 'gzip' }],
    ['deflate', deflateSync(DANGER), { 'content-encoding': 'deflate' }],
    ['br', brotliCompressSync(DANGER), { 'content-encoding': 'br' }],
    ['two encodings', gzipSync(DANGER), { 'content-encoding': 'identity, gzip' }],
    ['UTF-16', Buffer.from(DANGER, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
    ['UTF-16 without saying so', Buffer.from(DANGER, 'utf16le'), {}],
    ['UTF-7', Buffer.from(DANGER), { 'content-type': 'application/json; charset=utf-7' }],
    ['another kind of JSON', Buffer.from(DANGER), { 'content-type': 'application/json-patch+json' }],
    ['a byte order mark', Buffer.from(`\ufeff${DANGER}`), {}],
    ['two messages', Buffer.from(`${DANGER.replace('danger', 'echo')}\n${DANGER}`), {}],
    ['the name twice', Buffer.from(DANGER.replace('"danger"', '"danger","name":"echo"')), {}],
    ['a header that names another method', Buffer.from(call(1)), { 'mcp-method': 'tools/list' }],
    ['a header that names another tool', Buffer.from(call(1)), { 'mcp-name': 'danger' }],
    [
      'a batch where the version has none',
      Buffer.from(`[${call(1)}]`),
      { 'mcp-protocol-version': '2025-06-18' },
    ],
  ])('a body that the server may read differently is refused: %s', async (_, body, headers) => {
    const { address, seen } = await before(json, { policyText: DENY });
    const reply = await fetch(address, {
      ...{ method: 'POST', body: new Uint8Array(body) },
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(await reply.json()).toMatchObject({ error: { message: expect.any(String) } });
    expect(seen).toEqual([]);
  });

  it('answers a refused call itself', async () => {
    const { post, seen } = await before(json, { policyText: DENY });
    const reply = await post(call(7, 'danger'));
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ id: 7, result: { isError: true } });
    expect(seen).toEqual([]);
  });

  it('removes a refused call from a batch and adds its response to the others', async () => {
    const { post, seen } = await before(
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(`[${result(2)}]`),
      { policyText: DENY },
    );
    const reply = (await (await post(`[${call(1, 'danger')},${call(2)}]`)).json()) as { id: number }[];
    expect(reply.map(({ id }) => id)).toEqual([2, 1]);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject([{ id: 2 }]);
  });

  it('events pass unchanged, whatever the chunk boundaries, and are inspected', async () => {
    const events = [
      ': hello\n\n',
      'id: 1\nretry: 10\ndata:\n\n',
      'event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"grüße":1}}\r\n\r\n',
      `event: message\nid: 2\ndata: ${result(1)}\n\n`,
    ].join('');
    const { post, audited } = await before((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const bytes = Buffer.from(events);
      let at = 0;
      const next = (): void => {
        response.write(bytes.subarray(at, at + 7));
        at += 7;
        if (at < bytes.length) setImmediate(next);
        else response.end();
      };
      next();
    });
    const reply = await post(call(1));
    expect(reply.headers.get('content-type')).toBe('text/event-stream');
    expect(await reply.text()).toBe(events);
    expect(audited.at(-1)).toMatchObject({ type: 'outcome', outcome: 'ok' });
  });

  it('advice is added to an event, and the rest of it stays', async () => {
    const { post } = await before(
      (_, response, body) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`id: 9\nevent: message\ndata: ${result(JSON.parse(body).id, 'same')}\n\n`);
      },
      { preset: 'votes' },
    );
    let text = '';
    for (let id = 1; id <= 3; id++) text = await (await post(call(id))).text();
    const [, data = ''] = /^id: 9\nevent: message\ndata: (\{.*\})\n\n$/.exec(text) ?? [];
    expect(JSON.parse(data).result.content).toHaveLength(2);
  });

  it('sessions are told apart by the session id, or else by the credentials', async () => {
    const { post, audited } = await before(json, { breaker: { calls: 1 } });
    const isRefused = async (headers: Record<string, string>): Promise<boolean> =>
      (await (await post(call(1), headers)).text()).includes('isError');
    expect(await isRefused({ 'mcp-session-id': 'a' })).toBe(false);
    expect(await isRefused({ 'mcp-session-id': 'b' })).toBe(false);
    expect(await isRefused({ authorization: 'Bearer one' })).toBe(false);
    expect(await isRefused({ authorization: 'Bearer two' })).toBe(false);
    expect(await isRefused({ 'mcp-session-id': 'a' })).toBe(true);
    expect(JSON.stringify(audited)).not.toContain('Bearer');
  });

  it('calls to an unreachable server are answered, and after some failures not even sent', async () => {
    const { post } = await before('http://127.0.0.1:1/mcp');
    const texts: string[] = [];
    for (let id = 1; id <= 6; id++) texts.push(await (await post(call(id, 'echo', { id }))).text());
    expect(texts[0]).toMatch(/"id":1,.*could not be reached.*"isError":true/);
    expect(texts[5]).toMatch(/could not be reached several times in a row/);
    const other = await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
    expect(other.status).toBe(502);
  });

  it.each([401, 404, 500])('the client receives status %i of the server', async (status) => {
    const { post, audited } = await before(
      (_, response) => void response.writeHead(status, { 'www-authenticate': 'Bearer' }).end('no'),
    );
    const reply = await post(call(1));
    expect([reply.status, reply.headers.get('www-authenticate'), await reply.text()]).toEqual([
      status,
      'Bearer',
      'no',
    ]);
    expect(audited.at(-1)).toMatchObject({ outcome: status === 500 ? 'transport' : 'detached' });
  });

  it('a client that disconnects cancels its request', async () => {
    const { address, audited } = await before((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': working\n\n');
    });
    const stop = new AbortController();
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(address, { method: 'POST', body: call(1), headers, signal: stop.signal });
    stop.abort();
    await reply.text().catch(() => undefined);
    await expect.poll(() => audited.at(-1)).toMatchObject({ type: 'outcome', outcome: 'cancelled' });
  });

  it('GET streams and DELETE pass', async () => {
    const { address } = await before((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-method': request.method ?? '' });
      response.end('data: {"jsonrpc":"2.0","method":"hello"}\n\n');
    });
    for (const method of ['GET', 'DELETE']) {
      const reply = await fetch(address, { method });
      expect([reply.headers.get('x-method'), await reply.text()]).toEqual([
        method,
        'data: {"jsonrpc":"2.0","method":"hello"}\n\n',
      ]);
    }
  });
});

describe('checks of the HTTP proxy', () => {
  const raw = (
    port: number,
    headers: Record<string, string>,
    method = 'POST',
    path = '/mcp',
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? call(1) : undefined);
    });
  const type = { 'content-type': 'application/json' };

  it.each<[string, (port: number) => Record<string, string>, number]>([
    ['its own address', (port) => ({ ...type, host: `127.0.0.1:${port}` }), 200],
    ['its own name', (port) => ({ ...type, host: `localhost:${port}` }), 200],
    ['a name of the web', (port) => ({ ...type, host: `evil.example:${port}` }), 403],
    ['a name that only looks like ours', (port) => ({ ...type, host: `127.0.0.1.nip.io:${port}` }), 403],
    ['a name with a dot at its end', (port) => ({ ...type, host: `localhost.:${port}` }), 403],
    ['another port', () => ({ ...type, host: '127.0.0.1:1' }), 403],
    [
      'a page of this machine',
      (port) => ({ ...type, host: `localhost:${port}`, origin: 'http://localhost:3000' }),
      200,
    ],
    [
      'a page of the web',
      (port) => ({ ...type, host: `localhost:${port}`, origin: 'https://evil.example' }),
      403,
    ],
    ['a page of nowhere', (port) => ({ ...type, host: `localhost:${port}`, origin: 'null' }), 403],
    [
      'a type that browsers send unasked',
      (port) => ({ 'content-type': 'text/plain', host: `localhost:${port}` }),
      415,
    ],
  ])('%s', async (_, headers, status) => {
    const { port, seen } = await before(json);
    expect(await raw(port, headers(port))).toBe(status);
    expect(seen).toHaveLength(status === 200 ? 1 : 0);
  });

  it('other methods and paths are not found', async () => {
    const { port } = await before(json);
    expect(await raw(port, type, 'OPTIONS')).toBe(405);
    expect(await raw(port, type, 'POST', '/other')).toBe(404);
  });

  it('a body that is too large is rejected before it is read', async () => {
    const { post } = await before(json);
    const reply = await post(call(1, 'echo', 'x'.repeat(17 << 20)));
    expect(reply.status).toBe(413);
  });

  it.each(['ftp://x/mcp', 'javascript:1', 'example.com/mcp', ''])('%j is not a server address', (url) => {
    const relay = createRelay({ server: 'x' });
    expect(() => upstreamHandler({ url, relay })).toThrow(/MCP_UPSTREAM/);
  });
});

describe('a real client and a real server without sessions', () => {
  async function modern(policyText?: string): Promise<ClientV2> {
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 'modern', version: '1' });
      const schema = { inputSchema: z.object({ message: z.string() }) };
      server.registerTool('echo', schema, ({ message }) => ({ content: [{ type: 'text', text: message }] }));
      return server;
    });
    const { address } = await before(
      (request, response, body) => {
        const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
        const asked = new Request('http://127.0.0.1/mcp', {
          method: request.method ?? 'GET',
          headers: Object.fromEntries(headers) as Record<string, string>,
          ...(body !== '' && { body }),
        });
        void handler.fetch(asked).then(async (reply) => {
          response.writeHead(reply.status, Object.fromEntries(reply.headers));
          response.end(await reply.text());
        });
      },
      policyText === undefined ? {} : { policyText },
    );
    const client = new ClientV2(
      { name: 'v2', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', () => Promise.resolve({ action: 'accept', content: {} }));
    await client.connect(new HttpV2(new URL(address)));
    closing.unshift(() => client.close());
    return client;
  }
  const textOf = (result: unknown): string =>
    (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n');

  it('communicate through the proxy', async () => {
    const client = await modern();
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'hi' } }))).toBe('hi');
  });

  it('a person can be asked', async () => {
    const client = await modern('default: ask');
    expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'hi' } }))).toBe('hi');
  });

  it('a refusal is a result', async () => {
    const client = await modern('default: deny');
    const refused = await client.callTool({ name: 'echo', arguments: { message: 'hi' } });
    expect(refused.isError).toBe(true);
  });
});
