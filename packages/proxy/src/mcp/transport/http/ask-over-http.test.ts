// The SDK's client and server of a protocol version with sessions, and a proxy between them that asks a person.
import { randomUUID } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listenOn } from '../../../testing/loopback.js';
import { upstreamHandler } from './upstream.js';
import { readPolicy } from '../../policy/read-policy.js';
import { createRelay } from '../../session/relay.js';
import { serveHttp } from './serve-http.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function listen(server: HttpServer): Promise<string> {
  const { port, close } = await listenOn(server);
  closing.push(close);
  return `http://127.0.0.1:${port}/mcp`;
}

/** A server with one tool, which answers with JSON or a stream. */
async function legacyServer(enableJsonResponse: boolean): Promise<{ url: string; called: string[] }> {
  const called: string[] = [];
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, enableJsonResponse });
  const server = new McpServer({ name: 'legacy', version: '1' });
  for (const name of ['deploy', 'look'])
    server.registerTool(name, {}, () => {
      called.push(name);
      return { content: [{ type: 'text', text: `${name} done` }] };
    });
  await server.connect(transport);
  closing.push(() => server.close());
  const url = await listen(
    createServer((request, response) => void transport.handleRequest(request, response)),
  );
  return { url, called };
}

async function proxied(url: string, policy = 'rules: [{ action: ask, tool: deploy }]') {
  const audited: Record<string, unknown>[] = [];
  const audit = { write: (line: string) => audited.push(JSON.parse(line)) > 0, close: () => undefined };
  const relay = createRelay({ server: 'demo', audit, policy: readPolicy(policy, 'p') });
  const serving = await serveHttp(new Map([['/mcp', upstreamHandler({ url, relay })]]), {
    ...{ port: 0, token: null },
  });
  closing.unshift(serving.close);
  const ends = (): unknown[] =>
    audited.filter(({ type }) => type === 'outcome').map(({ outcome, by }) => outcome ?? by);
  return { address: `http://127.0.0.1:${serving.port}/mcp`, ends };
}

async function clientOf(address: string, answer?: () => Promise<'accept' | 'decline'>): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer)
    client.setRequestHandler(ElicitRequestSchema, async () => ({ action: await answer(), content: {} }));
  const transport = new StreamableHTTPClientTransport(new URL(address));
  await client.connect(transport);
  closing.unshift(() => client.close());
  return client;
}

const call = async (client: Client, name: string): Promise<string> =>
  ((await client.callTool({ name, arguments: {} })).content as { text: string }[])
    .map(({ text }) => text)
    .join('\n');
const accept = (): Promise<'accept'> => Promise.resolve('accept');
const decline = (): Promise<'decline'> => Promise.resolve('decline');

describe('a person is asked over HTTP before 2026-07-28', () => {
  it.each([
    ['who agrees: the server answers in JSON', true, accept, /^deploy done$/, ['ok', 'ok']],
    ['who agrees: the server answers with a stream', false, accept, /^deploy done$/, ['ok', 'ok']],
    ['who does not agree', false, decline, /did not agree/, ['person', 'ok']],
    ['but the client cannot ask', false, undefined, /has no way to ask/, ['policy', 'ok']],
  ] as const)('%s', async (_, isJson, answer, expected, outcomes) => {
    const { url, called } = await legacyServer(isJson);
    const { address, ends } = await proxied(url);
    const client = await clientOf(address, answer);
    expect(await call(client, 'deploy')).toMatch(expected);
    expect(await call(client, 'look')).toBe('look done');
    expect(called).toEqual(answer === accept ? ['deploy', 'look'] : ['look']);
    expect(ends()).toEqual(outcomes);
  });

  it('if the server is gone when the person agrees, the client gets an error result', async () => {
    const { url } = await legacyServer(true);
    const { address, ends } = await proxied(url);
    const client = await clientOf(address, async () => {
      await closing.pop()?.();
      return 'accept';
    });
    expect(await call(client, 'deploy')).toMatch(/There is no result of "deploy"/);
    expect(ends()).toEqual(['transport']);
  });

  it('if the client disconnects, the call is never made', async () => {
    const { url, called } = await legacyServer(false);
    const { address, ends } = await proxied(url);
    const stop = new AbortController();
    const client = await clientOf(address, () => {
      stop.abort('enough');
      return accept();
    });
    const running = client.callTool({ name: 'deploy', arguments: {} }, undefined, { signal: stop.signal });
    await expect(running).rejects.toThrow(/enough/);
    await vi.waitFor(() => expect(ends()).toEqual(['cancelled']));
    expect(await call(client, 'look')).toBe('look done');
    expect(called).toEqual(['look']);
  });

  it('a cancellation by another client with the same id has no effect', async () => {
    const { url } = await legacyServer(false);
    const { address } = await proxied(url);
    const client = await clientOf(address, async () => {
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const headers = { 'content-type': 'application/json', 'mcp-session-id': 'of another' };
      await fetch(address, { method: 'POST', headers, body: JSON.stringify(cancel) });
      return 'accept';
    });
    expect(await call(client, 'deploy')).toBe('deploy done');
  });
});

describe('a resumed stream', () => {
  it('delivers the result of a call whose own stream ended first', async () => {
    const event = (line: string): string => `id: 1\ndata: ${line}\n\n`;
    const answer = '{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"late"}]}}';
    const url = await listen(
      createServer((request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(request.method === 'GET' ? event(answer) : event(''));
      }),
    );
    const { address, ends } = await proxied(url, 'default: allow');
    const headers = { 'content-type': 'application/json', 'mcp-session-id': 's1' };
    const body =
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"slow","arguments":{"n":1}}}';
    await (await fetch(address, { method: 'POST', headers, body })).text();
    expect(ends()).toEqual(['detached']);
    const other = { 'mcp-session-id': 's2', 'last-event-id': '1' };
    await (await fetch(address, { headers: other })).text();
    expect(ends(), 'of another session').toEqual(['detached']);
    const resumed = await fetch(address, { headers: { ...other, 'mcp-session-id': 's1' } });
    expect(await resumed.text()).toBe(event(answer));
    expect(ends()).toEqual(['detached', 'ok']);
  });
});
