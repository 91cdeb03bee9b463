// The built program as an HTTP server in front of real MCP servers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll, CLI, EVERYTHING, FILES, MODERN, textOf } from '../testing/mcp-servers.js';
import { folderOf } from '../testing/run-cli.js';

const MINUTE = 60_000;
const folder = folderOf({
  'policy.yaml': ['default: allow', 'rules:', '  - action: ask', '    tool: get-sum'].join('\n'),
});
const policy = join(folder.path, 'policy.yaml');

beforeAll(buildAll, 5 * MINUTE);
afterAll(() => folder.remove());

describe('servers by HTTP', () => {
  /** Starts it and waits for its addresses. */
  async function serving(...flags: string[]): Promise<{ child: ChildProcess; addresses: string[] }> {
    const child = spawn(process.execPath, [CLI, 'mcp', ...flags, '--port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, XDG_STATE_HOME: folder.path },
    });
    const addresses: string[] = [];
    const count = flags.includes('--config') ? 2 : 1;
    let text = '';
    for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
      text += String(chunk);
      addresses.splice(0, addresses.length, ...(text.match(/http:\S+/g) ?? []));
      if (addresses.length >= count) break;
    }
    child.stderr.resume();
    return { child, addresses };
  }

  const token = (): string => readFileSync(join(folder.path, 'rutbreak', 'mcp-token'), 'utf8').trim();
  const requestInit = (): RequestInit => ({ headers: { 'x-rutbreak-token': token() } });

  /** A client's connection with the token from the proxy. */
  function withToken(address: string): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(new URL(address), { requestInit: requestInit() });
  }

  it(
    '--http forwards a real server with sessions and event streams',
    async () => {
      const [program = '', script = ''] = EVERYTHING;
      const port = 20_000 + (process.pid % 20_000);
      const server = spawn(program, [script, 'streamableHttp'], {
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await once(server.stderr, 'data');
      const { child, addresses } = await serving(
        '--http',
        `http://127.0.0.1:${port}/mcp`,
        '--policy',
        policy,
      );
      const client = new Client({ name: 'test', version: '1' });
      const bare = await fetch(addresses[0] ?? '', {
        ...{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      });
      expect(bare.status).toBe(401);
      await client.connect(withToken(addresses[0] ?? ''));
      let progress = 0;
      const slow = { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } };
      const done = await client.callTool(slow, undefined, { onprogress: () => progress++ });
      expect(textOf(done)).toMatch(/completed/);
      expect(progress).toBeGreaterThan(0);
      const refused = await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } });
      expect(textOf(refused)).toMatch(/a person has to agree/);
      await client.close();
      child.kill('SIGTERM');
      server.kill('SIGKILL');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    MINUTE,
  );

  it(
    '--config serves each server of a client, and ends them',
    async () => {
      const [command = '', ...args] = EVERYTHING;
      const config = {
        mcpServers: {
          all: { command, args },
          files: { command, args: [FILES, '.'], cwd: folder.path },
        },
      };
      writeFileSync(join(folder.path, 'mcp.json'), JSON.stringify(config));
      const { child, addresses } = await serving('--config', join(folder.path, 'mcp.json'));
      const names = [];
      for (const address of addresses) {
        const client = new Client(
          { name: 'test', version: '1' },
          { capabilities: { elicitation: {}, roots: {} } },
        );
        await client.connect(withToken(address));
        names.push((await client.listTools()).tools.length);
        if (address.endsWith('/all')) {
          let progress = 0;
          const slow = { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } };
          await client.callTool(slow, undefined, { onprogress: () => progress++ });
          expect(progress).toBeGreaterThan(0);
        }
        await client.close();
      }
      expect(addresses.map((address) => new URL(address).pathname)).toEqual(['/all', '/files']);
      expect(names.every((count) => count > 3)).toBe(true);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    MINUTE,
  );

  it(
    'the loop of one client stops no other, where the protocol has no sessions',
    async () => {
      const [program = '', script = ''] = MODERN;
      const server = spawn(program, [script, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [url] = (await once(server.stdout, 'data')) as [Buffer];
      const { child, addresses } = await serving('--http', url.toString('utf8').trim());
      const open = async (): Promise<ClientV2> => {
        const client = new ClientV2(
          { name: 'agent', version: '1' },
          { versionNegotiation: { mode: 'auto' } },
        );
        await client.connect(new HttpV2(new URL(addresses[0] ?? ''), { requestInit: requestInit() }));
        return client;
      };
      const echo = async (client: ClientV2, message: string): Promise<string> =>
        textOf(await client.callTool({ name: 'echo', arguments: { message } }));
      const [looping, other] = [await open(), await open()];
      expect(looping.getNegotiatedProtocolVersion()).toBe('2026-07-28');
      // Both begin alike, in turn; then one of them repeats itself.
      for (let i = 0; i < 4; i++)
        for (const client of [looping, other]) expect(await echo(client, `part ${i}`)).toBe(`part ${i}`);
      let said = '';
      for (let i = 0; i < 12; i++) {
        said = await echo(looping, 'again');
        if (i % 3 === 0) expect(await echo(other, `page ${i}`)).toBe(`page ${i}`);
      }
      expect(said).toMatch(/the loop guard blocked it|LOOP_DETECTED/);
      expect(await echo(other, 'again')).toBe('again');
      // A client that comes later is another one, too.
      const late = await open();
      expect(await echo(late, 'again')).toBe('again');
      for (const client of [looping, other, late]) await client.close();
      child.kill('SIGTERM');
      server.kill('SIGKILL');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    2 * MINUTE,
  );
});
