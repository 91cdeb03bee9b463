import { Client as ClientV2, InMemoryTransport as MemoryV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { readPolicy } from '@rutbreak/proxy/mcp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { wrapTransport, type WrapOptions } from './mcp-transport.js';

const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n');

/** A real server with a tool that counts its runs. */
function countingServer(): { readonly server: McpServer; readonly runs: () => number } {
  let runs = 0;
  const server = new McpServer({ name: 'demo', version: '1' });
  server.registerTool('echo', { inputSchema: { message: z.string() } }, ({ message }) => {
    runs++;
    return { content: [{ type: 'text', text: message }] };
  });
  return { server, runs: () => runs };
}

async function connect(options: WrapOptions, answer?: 'accept' | 'decline') {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const { server, runs } = countingServer();
  await server.connect(far);
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  );
  if (answer) client.setRequestHandler(ElicitRequestSchema, () => ({ action: answer, content: {} }));
  await client.connect(wrapTransport(near, options));
  const echo = (message: string): Promise<string> =>
    client.callTool({ name: 'echo', arguments: { message } }).then(textOf);
  return { client, echo, runs };
}

describe('a wrapped transport', () => {
  it('everything works as before', async () => {
    const { client, echo } = await connect({});
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo']);
    expect(await echo('hi')).toBe('hi');
    await client.close();
  });

  it('a policy refuses calls before they run', async () => {
    const { echo, runs, client } = await connect({ policy: readPolicy('default: deny', 'p') });
    expect(await echo('hi')).toMatch(/was not made/);
    expect(runs()).toBe(0);
    await client.close();
  });

  it('a runaway call is stopped', async () => {
    const { echo, runs, client } = await connect({ breaker: { calls: 3 }, preset: 'entropy' });
    for (let i = 0; i < 6; i++) await echo('again');
    expect(runs()).toBe(3);
    await client.close();
  });

  it('advice is added to the result', async () => {
    const { echo, client } = await connect({ preset: 'votes' });
    const texts = [];
    for (let i = 0; i < 3; i++) texts.push(await echo('again'));
    expect(texts.slice(0, 2)).toEqual(['again', 'again']);
    expect(texts[2]).toMatch(/^again\n.*echo/s);
    await client.close();
  });

  it.each([
    ['another call alone does not lift a block', 1, /was not run/, 0],
    ['new content, call after call, lifts it', 3, /^the same/, 1],
  ])('%s', async (_, others, expected, ran) => {
    const { echo, runs, client } = await connect({});
    const texts: string[] = [];
    for (let i = 0; i < 12; i++) texts.push(await echo('the same'));
    expect(texts.at(-1)).toMatch(/was not run/);
    for (let i = 1; i <= others; i++) await echo(`page ${i}: ${'abc'[i - 1]} is new`);
    const before = runs();
    expect(await echo('the same')).toMatch(expected);
    expect(runs() - before).toBe(ran);
    await client.close();
  });

  it.each([
    ['accept', /^hi$/, 1],
    ['decline', /did not agree/, 0],
    [undefined, /no way to ask/, 0],
  ] as const)('a person can be asked: %s', async (answer, expected, count) => {
    const { echo, runs, client } = await connect({ policy: readPolicy('default: ask', 'p') }, answer);
    expect(await echo('hi')).toMatch(expected);
    expect(runs()).toBe(count);
    await client.close();
  });

  it('calls that are open when the connection ends are recorded', async () => {
    const audited: Record<string, unknown>[] = [];
    const audit = { write: (line: string) => audited.push(JSON.parse(line)) > 0, close: () => undefined };
    const [near] = InMemoryTransport.createLinkedPair();
    const wrapped = wrapTransport(near, { audit });
    wrapped.onmessage = () => undefined;
    wrapped.onclose = () => undefined;
    const params = { name: 'echo', arguments: {} };
    await wrapped.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await wrapped.close();
    expect(audited.at(-1)).toMatchObject({ type: 'outcome', outcome: 'transport' });
  });

  it('a transport of the SDK’s second version works too', async () => {
    const [near, far] = MemoryV2.createLinkedPair();
    const { server, runs } = countingServer();
    await server.connect(far);
    const client = new ClientV2({ name: 'v2', version: '1' });
    await client.connect(wrapTransport(near, { breaker: { calls: 1 } }));
    const call = { name: 'echo', arguments: { message: 'hi' } };
    expect(textOf(await client.callTool(call))).toBe('hi');
    expect(textOf(await client.callTool(call))).toMatch(/was not made/);
    expect(runs()).toBe(1);
    await client.close();
  });
});
