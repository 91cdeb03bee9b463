// The built program between real clients and real servers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildAll, CLI, EVERYTHING, FAULTY, FILES, MODERN, textOf } from '../testing/mcp-servers.js';
import { folderOf } from '../testing/run-cli.js';

const MINUTE = 60_000;
/** `RUTBREAK_KILLS=100 npm test -- packages/cli/src/commands/mcp.test.ts` for the long form. */
const KILLS = Number(process.env['RUTBREAK_KILLS'] ?? 3);

const folder = folderOf({
  'hello.txt': 'hello',
  'policy.yaml': [
    'default: allow',
    'rules:',
    '  - action: deny',
    '    tool: write_file',
    '    reason: nothing is written here',
    '  - action: ask',
    '    tool: [get-sum, deploy]',
  ].join('\n'),
});
const audit = join(folder.path, 'audit.jsonl');
const policy = join(folder.path, 'policy.yaml');
const proxied = (command: readonly string[], ...flags: string[]) => ({
  command: process.execPath,
  args: [CLI, 'mcp', ...flags, '--', ...command],
  stderr: 'ignore' as const,
});
beforeAll(buildAll, 5 * MINUTE);
afterAll(() => folder.remove());

async function withClient<T>(
  command: readonly string[],
  flags: readonly string[],
  act: (client: Client) => Promise<T>,
  answer?: 'accept' | 'decline',
): Promise<T> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {}, sampling: {}, roots: {} } : {} },
  );
  if (answer) client.setRequestHandler(ElicitRequestSchema, () => ({ action: answer, content: {} }));
  await client.connect(new StdioClientTransport(proxied(command, ...flags)));
  try {
    return await act(client);
  } finally {
    await client.close();
  }
}

// Most of the time they wait for processes to start and to end, so they do it side by side.
describe.concurrent('the v1 client through the proxy', () => {
  it(
    'reaches server-everything as if there were no proxy',
    async () => {
      const direct = new Client({ name: 'test', version: '1' });
      const [command = '', ...args] = EVERYTHING;
      await direct.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
      const expected = {
        tools: await direct.listTools(),
        sum: await direct.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } }),
        image: await direct.callTool({ name: 'get-tiny-image', arguments: {} }),
        prompts: await direct.listPrompts(),
      };
      await direct.close();
      const through = await withClient(EVERYTHING, ['--audit', audit], async (client) => ({
        tools: await client.listTools(),
        sum: await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } }),
        image: await client.callTool({ name: 'get-tiny-image', arguments: {} }),
        prompts: await client.listPrompts(),
      }));
      expect(through).toEqual(expected);
      const lines = readFileSync(audit, 'utf8').trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).type)).toEqual(['call', 'outcome', 'call', 'outcome']);
    },
    MINUTE,
  );

  it(
    'gets progress, and can cancel',
    async () => {
      await withClient(EVERYTHING, [], async (client) => {
        const seen: number[] = [];
        const stop = new AbortController();
        const running = client.callTool(
          { name: 'trigger-long-running-operation', arguments: { duration: 20, steps: 100 } },
          undefined,
          {
            signal: stop.signal,
            onprogress: ({ progress }) => {
              seen.push(progress);
              if (seen.length === 2) stop.abort('enough');
            },
          },
        );
        await expect(running).rejects.toThrow(/enough/);
        expect(seen.length).toBeGreaterThanOrEqual(2);
        expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'still there' } }))).toBe(
          'Echo: still there',
        );
      });
    },
    MINUTE,
  );

  it(
    'reads with server-filesystem, and the policy keeps it from writing',
    async () => {
      const flags = ['--policy', policy, '--name', 'files'];
      await withClient([process.execPath, FILES, folder.path], flags, async (client) => {
        const path = join(folder.path, 'hello.txt');
        expect(textOf(await client.callTool({ name: 'read_text_file', arguments: { path } }))).toBe('hello');
        const refused = await client.callTool({
          name: 'write_file',
          arguments: { path, content: 'changed' },
        });
        expect(refused.isError).toBe(true);
        expect(textOf(refused)).toMatch(/"write_file" was not made: nothing is written here/);
        expect(readFileSync(path, 'utf8')).toBe('hello');
      });
    },
    MINUTE,
  );

  it.each([
    ['accept', /sum of 1 and 2 is 3/],
    ['decline', /did not agree/],
    [undefined, /has no way to ask/],
  ] as const)(
    'asks the user if the policy says so: %s',
    async (answer, expected) => {
      const sum = { name: 'get-sum', arguments: { a: 1, b: 2 } };
      const ask = async (client: Client): Promise<string> => textOf(await client.callTool(sum));
      expect(await withClient(EVERYTHING, ['--policy', policy], ask, answer)).toMatch(expected);
    },
    MINUTE,
  );

  it(
    'a runaway call is stopped, and other calls continue',
    async () => {
      const flags = ['--breaker-calls', '4', '--preset', 'entropy'];
      await withClient(EVERYTHING, flags, async (client) => {
        const echo = async (message: string): Promise<string> =>
          textOf(await client.callTool({ name: 'echo', arguments: { message } }));
        const answers = [];
        for (let i = 0; i < 6; i++) answers.push(await echo('again'));
        expect(answers.map((text) => text.startsWith('Echo'))).toEqual([
          true,
          true,
          true,
          true,
          false,
          false,
        ]);
        expect(answers[4]).toMatch(/passed 4 times in 60 s/);
        expect(await echo('something else')).toBe('Echo: something else');
      });
    },
    MINUTE,
  );

  it(
    'the default preset tells the model about the loop, next to the real result',
    async () => {
      await withClient(EVERYTHING, ['--breaker-calls', '1000'], async (client) => {
        const call = { name: 'get-annotated-message', arguments: { messageType: 'error' } };
        const results = [];
        for (let i = 0; i < 12; i++) results.push(await client.callTool(call));
        const first = (results[0]?.content as unknown[]).length;
        expect(results.some(({ content }) => (content as unknown[]).length > first)).toBe(true);
      });
    },
    MINUTE,
  );
});

/** What Claude Code and Codex show of a result: its structured part, if it has one. */
const shownOf = (result: unknown): string => {
  const { structuredContent } = result as { structuredContent?: unknown };
  return structuredContent === undefined ? textOf(result) : JSON.stringify(structuredContent);
};

describe.concurrent('advice about a tool with structured results', () => {
  /** Repeats a call; returns what the client shows of each result. Clients check it against the tool's schema. */
  async function repeated(client: Pick<Client, 'listTools' | 'callTool'>): Promise<readonly string[]> {
    await client.listTools();
    const shown: string[] = [];
    for (let i = 0; i < 7; i++)
      shown.push(
        shownOf(
          await client.callTool({ name: 'get-structured-content', arguments: { location: 'Chicago' } }),
        ),
      );
    return shown;
  }

  it.each<[string, () => Promise<readonly string[]>]>([
    ['v1', () => withClient(EVERYTHING, [], repeated)],
    [
      'v2',
      async () => {
        const client = new ClientV2({ name: 'v2', version: '1' });
        await client.connect(new StdioV2(proxied(EVERYTHING)));
        const shown = await repeated(client as unknown as Client);
        await client.close();
        return shown;
      },
    ],
  ])(
    'stands where the %s client shows it, and before the first refusal',
    async (_, play) => {
      const shown = await play();
      const advised = shown.findIndex((text) => text.includes('[rutbreak]'));
      const refused = shown.findIndex((text) => !text.includes('"temperature"'));
      expect(advised).toBeGreaterThan(1);
      expect(JSON.parse(shown[advised] ?? '')).toMatchObject({ temperature: 36, humidity: 82 });
      if (refused !== -1) expect(advised).toBeLessThan(refused);
    },
    MINUTE,
  );
});

describe.concurrent('the v2 client through the proxy', () => {
  const open = async (command: readonly string[], flags: readonly string[] = []): Promise<ClientV2> => {
    const client = new ClientV2(
      { name: 'v2', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler('elicitation/create', () =>
      Promise.resolve({ action: 'accept', content: { ok: true } }),
    );
    await client.connect(new StdioV2(proxied(command, ...flags)));
    return client;
  };

  it.each([
    ['2026-07-28', MODERN],
    ['2025-11-25', EVERYTHING],
  ])(
    'agrees on %s with the server behind it',
    async (version, command) => {
      const client = await open(command);
      expect(client.getNegotiatedProtocolVersion()).toBe(version);
      expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'hi' } }))).toMatch(/hi$/);
      await client.close();
    },
    MINUTE,
  );

  it(
    'a question of the server is answered by repeating the call, which does not count as a repetition',
    async () => {
      const client = await open(MODERN, ['--breaker-calls', '1']);
      const deployed = await client.callTool({ name: 'deploy', arguments: { env: 'prod' } });
      expect(textOf(deployed)).toMatch(/^deployed to prod: .*"action":"accept"/);
      await client.close();
    },
    MINUTE,
  );

  it(
    'a policy question is answered the same way, before the question of the server',
    async () => {
      const client = await open(MODERN, ['--policy', policy, '--audit', join(folder.path, 'asked.jsonl')]);
      const deployed = await client.callTool({ name: 'deploy', arguments: { env: 'prod' } });
      expect(textOf(deployed)).toMatch(/^deployed to prod/);
      await client.close();
      const lines = readFileSync(join(folder.path, 'asked.jsonl'), 'utf8').trim().split('\n');
      expect(
        lines
          .map((line) => JSON.parse(line))
          .map(({ type, policy: said, outcome }) => said ?? outcome ?? type),
      ).toEqual(['ask', 'input-required', 'ask', 'ok']);
    },
    MINUTE,
  );
});

describe.concurrent('faults of the server and the client', () => {
  const start = (flags: readonly string[] = [], extra: readonly string[] = []): ChildProcess =>
    spawn(process.execPath, [CLI, 'mcp', ...flags, '--', ...FAULTY, ...extra], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
  const call = (id: number, name: string, args: object = {}): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`;

  /** All output until it ends or has answered this id. */
  async function until(child: ChildProcess, id: number): Promise<string[]> {
    let text = '';
    for await (const chunk of child.stdout ?? []) {
      text += String(chunk);
      if (text.includes(`"id":${id},`) && text.endsWith('\n')) break;
    }
    return text.trim().split('\n');
  }

  it(
    'a server that dies in the middle of a line: the call gets an error, and the exit code is the server’s',
    async () => {
      const child = start();
      child.stdin?.write(call(1, 'die'));
      const said = await until(child, 1);
      const [code] = child.exitCode === null ? ((await once(child, 'close')) as [number]) : [child.exitCode];
      expect(JSON.parse(said.at(-1) ?? '')).toMatchObject({
        id: 1,
        result: { isError: true, content: [{ text: expect.stringMatching(/by SIGKILL/) }] },
      });
      expect(code).toBe(128 + 9);
    },
    MINUTE,
  );

  it(
    'a call that the server never answers gets an error after the timeout',
    async () => {
      const child = start(['--timeout', '0.3']);
      child.stdin?.write(call(1, 'never'));
      const said = await until(child, 1);
      expect(said.at(-1)).toMatch(/did not answer in 1 s/);
      child.stdin?.end();
      await once(child, 'close');
    },
    MINUTE,
  );

  it(
    'a flood of 60 MB passes through a slow reader without filling the memory',
    async () => {
      const child = start();
      child.stdin?.write(call(1, 'flood', { lines: 60_000 }));
      let bytes = 0;
      let most = 0;
      let tail = '';
      for await (const chunk of child.stdout ?? []) {
        bytes += (chunk as Buffer).length;
        tail = (tail + String(chunk)).slice(-200);
        if (bytes % 7 === 0) most = Math.max(most, residentMb(child.pid));
        if (tail.includes('flooded')) break;
      }
      expect(bytes).toBeGreaterThan(60e6);
      expect(most).toBeLessThan(200);
      child.kill('SIGKILL');
    },
    2 * MINUTE,
  );

  it(
    'an answer of 100 MB is refused with a clear error, in bounded memory, and the next call works',
    async () => {
      const child = start();
      child.stdin?.write(call(1, 'huge', { bytes: 100 << 20 }));
      const iterator = (child.stdout ?? ([] as unknown as NodeJS.ReadableStream))[Symbol.asyncIterator]();
      const first = String((await iterator.next()).value);
      expect(JSON.parse(first)).toMatchObject({
        id: 1,
        result: { isError: true, content: [{ text: expect.stringMatching(/larger than 16 MiB/) }] },
      });
      expect(residentMb(child.pid)).toBeLessThan(300);
      child.stdin?.write(call(2, 'echo', { message: 'fine' }));
      expect(String((await iterator.next()).value)).toMatch(/"id":2,.*fine/);
      child.stdin?.end();
      await once(child, 'close');
    },
    2 * MINUTE,
  );

  it(
    'input that ends at once still gets a reply',
    async () => {
      const child = start();
      child.stdin?.end(call(1, 'echo', { message: 'last' }));
      expect((await until(child, 1)).at(-1)).toMatch(/last/);
      expect(await once(child, 'close')).toEqual([0, null]);
    },
    MINUTE,
  );

  it.each([
    ['its input ends', (child: ChildProcess) => child.stdin?.end()],
    ['it is told to end', (child: ChildProcess) => child.kill('SIGTERM')],
    ['it is interrupted', (child: ChildProcess) => child.kill('SIGINT')],
  ])(
    'a server that refuses to end is killed when %s',
    async (_, act) => {
      const child = start([], ['--stubborn']);
      child.stdin?.write(call(1, 'pid'));
      const [line = ''] = await until(child, 1);
      const pid = Number(textOf(JSON.parse(line).result));
      expect(isAlive(pid)).toBe(true);
      child.stdout?.resume();
      act(child);
      await once(child, 'exit');
      expect(isAlive(pid)).toBe(false);
    },
    MINUTE,
  );

  it(
    'a killed client leaves neither the proxy nor a stubborn server behind',
    async ({ expect }) => {
      const args = JSON.stringify([CLI, 'mcp', '--', ...FAULTY, '--stubborn']);
      const code = `const { spawn } = require('node:child_process');
        const proxy = spawn(process.execPath, ${args}, { stdio: ['pipe', 'pipe', 'ignore'] });
        proxy.stdout.once('data', (line) => console.log(proxy.pid + ' ' + JSON.parse(line).result.content[0].text));
        proxy.stdin.write(${JSON.stringify(call(1, 'pid'))});`;
      const kill = async (): Promise<void> => {
        const client = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
        const [line] = (await once(client.stdout, 'data')) as [Buffer];
        const pids = String(line).trim().split(' ').map(Number);
        expect(pids.map(isAlive)).toEqual([true, true]);
        client.kill('SIGKILL');
        await expect.poll(() => pids.some(isAlive), { timeout: 20_000, interval: 100 }).toBe(false);
      };
      for (let done = 0; done < KILLS; done += 5)
        await Promise.all(Array.from({ length: Math.min(5, KILLS - done) }, kill));
    },
    KILLS * MINUTE,
  );

  it('a missing program is one sentence and exit code 2', () => {
    const done = spawnSync(process.execPath, [CLI, 'mcp', '--', 'no-such-program-here'], {
      encoding: 'utf8',
    });
    expect(done.stderr).toMatch(/^error: The MCP server could not be started: no-such-program-here\. Check/);
    expect(done.status).toBe(2);
  });
});

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    // Only Linux reports it; elsewhere the test still shows that everything arrives.
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
