// The way back from a block inside a running proxy: another process of the same user lists, shows and lifts
// it.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { startMockLlm } from '@rutbreak/proxy/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { serveLlm } from '../commands/llm.js';
import { serveMcp } from '../mcp/serve-mcp.js';
import { openStore } from '../store/store.js';
import { FAULTY } from '../testing/mcp-servers.js';
import { folderOf, ioFor, type Ran, runCli } from '../testing/run-cli.js';
import { serveControl } from './control-socket.js';
import { liveSessions } from './live-sessions.js';

let folder: ReturnType<typeof folderOf>;
const closing: (() => unknown)[] = [];
beforeEach(() => void (folder = folderOf({})));
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  folder.remove();
});

const cli = (args: readonly string[], agent?: string): Promise<Ran> =>
  runCli(['session', ...args], { home: folder.path, ...(agent !== undefined && { agent }) });
const commandsIn = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/rutbreak session ((?:reset|override) \S+(?: --for \S+)?)/g)].map(
      ([, one = '']) => one,
    ),
  ),
];
const split = (command: string): readonly string[] => command.split(' ');

interface Door {
  readonly id: RegExp;
  /** One turn of the loop: returns the agent's result. */
  readonly turn: () => Promise<string>;
  /** Turns until the loop is refused. */
  readonly untilHeld: () => Promise<void>;
  readonly isHeld: (answer: string) => boolean;
  readonly said: () => string;
  /** Runs a command as the agent of the session. */
  readonly asAgent: (command: string) => Promise<string>;
}

function doorOf(door: Omit<Door, 'untilHeld'>): Door {
  return {
    ...door,
    async untilHeld() {
      for (let i = 0; i < 30; i++) if (door.isHeld(await door.turn())) return;
      throw new Error('the loop was never refused');
    },
  };
}

function mcpDoor(dataDir = folder.path, flags = {}): Promise<Door> {
  const { io, err } = ioFor({ home: folder.path, dataDir });
  const input = new PassThrough();
  const output = new PassThrough();
  const [command = '', ...args] = FAULTY;
  const task = { kind: 'stdio', command, args, env: {}, name: 'files' } as const;
  const ended = serveMcp(task, flags, { ...io, pipes: { input, output } });
  closing.push(() => (input.end(), ended));
  let received = '';
  output.on('data', (chunk: Buffer) => (received += chunk.toString()));
  let calls = 0;
  const call = async (args: object): Promise<string> => {
    const id = ++calls;
    const params = { name: 'echo', arguments: args };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    await vi.waitUntil(() => received.includes(`"id":${id},`), { timeout: 15_000, interval: 5 });
    return received.split('\n').find((line) => line.includes(`"id":${id},`)) ?? '';
  };
  const door = doorOf({
    id: new RegExp(`mcp:files/${process.pid}`),
    turn: () => call({ message: 'the same' }),
    isHeld: (answer) => answer.includes('"isError":true'),
    said: err.text,
    asAgent: (command) => call({ message: 'x', command: `rutbreak ${command}` }),
  });
  return Promise.resolve(door);
}

async function llmDoor(dataDir = folder.path, flags = {}): Promise<Door> {
  let command = 'git status';
  let calls = 0;
  const mock = await startMockLlm(() => ({
    calls: [{ id: `c${++calls}`, name: 'bash', args: { command } }],
  }));
  const { io, err } = ioFor({ home: folder.path, dataDir });
  let stop = (): void => undefined;
  const stopped = new Promise<void>((done) => (stop = done));
  const given = { upstream: mock.url, port: 0, host: '127.0.0.1', onLoop: 'halt' } as const;
  const ended = serveLlm({ ...given, ...flags }, io, stopped);
  closing.push(mock.close, () => (stop(), ended));
  await vi.waitUntil(() => err.text().includes('Ctrl-C'), { timeout: 15_000 });
  const url = /http:\S+/.exec(err.text())?.[0] ?? '';
  const messages: object[] = [{ role: 'user', content: 'Mend the build.' }];
  const ask = async (isStream: boolean): Promise<string> => {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm', messages, ...(isStream && { stream: true }) }),
    });
    return response.text();
  };
  const turn = async (): Promise<string> => {
    const text = await ask(false);
    const { message } = JSON.parse(text).choices[0];
    if (text.includes('LOOP_DETECTED')) return text;
    messages.push(message);
    for (const { id } of message.tool_calls ?? [])
      messages.push({ role: 'tool', tool_call_id: id, content: 'nothing to commit' });
    return text;
  };
  return doorOf({
    id: /llm:\d+\/conversation-1/,
    turn,
    isHeld: (answer) => answer.includes('LOOP_DETECTED'),
    said: err.text,
    /** The model asks for the command, and the agent runs it before it sends the result. */
    async asAgent(wanted) {
      command = `rutbreak ${wanted}`;
      messages.push({ role: 'user', content: 'Go on.' });
      await ask(true);
      const { err: said } = await runCli(wanted.split(' '), { home: folder.path });
      return said;
    },
  });
}

const DOORS: readonly (readonly [string, typeof mcpDoor, object])[] = [
  ['MCP proxy, default', mcpDoor, {}],
  ['MCP proxy, matrix (M3)', mcpDoor, { preset: 'matrix' }],
  ['MCP proxy, cycles (C4)', mcpDoor, { preset: 'cycles' }],
  ['MCP proxy, votes (R10)', mcpDoor, { preset: 'votes' }],
  ['LLM proxy, default', llmDoor, {}],
  ['LLM proxy, matrix (M3)', llmDoor, { preset: 'matrix' }],
  ['LLM proxy, cycles (C4)', llmDoor, { preset: 'cycles' }],
  ['LLM proxy, votes (R10)', llmDoor, { preset: 'votes' }],
];

describe.each(DOORS)('%s', (_, start, flags) => {
  it('a person lists and shows the session by a unique prefix, and each printed command lifts the block', async () => {
    const door = await start(folder.path, flags);
    await door.untilHeld();
    expect((await cli(['list'])).out).toMatch(door.id);
    const [id = ''] = door.id.exec((await cli(['list'])).out) ?? [];
    const { out } = await cli(['show', id.slice(0, 6)]);
    expect(out).toContain(`${id}\n1 detected loop`);
    const named = commandsIn(out);
    expect(named).toEqual([`override ${id} --for 30m`, `reset ${id}`]);
    expect(commandsIn(door.said())).toEqual(named);
    for (const command of named.toReversed()) {
      expect(await cli(split(command))).toMatchObject({ code: 0, err: '' });
      expect(door.isHeld(await door.turn())).toBe(false);
      expect(commandsIn((await cli(['show', id])).out)).toEqual([]);
      if (command.startsWith('reset')) await door.untilHeld();
    }
    const overrides = (await openStore(folder.path).load(id))?.overrides;
    expect(overrides).toMatchObject([{ session: id }]);
  });

  it.each(['reset', 'override'])(
    '%s by the agent of the session is refused and recorded',
    async (command) => {
      const door = await start(folder.path, flags);
      await door.untilHeld();
      const [id = ''] = door.id.exec((await cli(['list'])).out) ?? [];
      expect(await door.asAgent(`session ${command} ${id}`)).toMatch(/only a person can lift/);
      expect((await cli(['show', id])).out).toMatch(
        new RegExp(`Refused\n.*${command}, the agent of this session`),
      );
    },
  );

  it('a command in the shell of a coding agent is refused and recorded', async () => {
    const door = await start(folder.path, flags);
    await door.untilHeld();
    const [id = ''] = door.id.exec((await cli(['list'])).out) ?? [];
    const { code, err } = await cli(['reset', id], 'Claude Code');
    expect([code, err]).toEqual([2, expect.stringContaining('only a person can lift a block')]);
    expect(door.isHeld(await door.turn())).toBe(true);
    expect((await cli(['show', id])).out).toMatch(/Refused\n.*reset, Claude Code/);
  });
});

describe('the socket of a proxy', () => {
  it('only its user can open it, and it answers nobody without the token', async () => {
    const door = await mcpDoor();
    await door.turn();
    const home = join(folder.path, 'proxies');
    const names = readdirSync(home);
    expect(names).toHaveLength(2);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    for (const name of names) expect(statSync(join(home, name)).mode & 0o777).toBe(0o600);
    const file = names.find((name) => name.endsWith('.json')) ?? '';
    const { path } = JSON.parse(readFileSync(join(home, file), 'utf8')) as { path: string };
    const answer = await new Promise<string>((done) => {
      let text = '';
      const socket = connect(path, () => socket.end('{"ask":"list","token":"guess"}'));
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', () => undefined).on('close', () => done(text));
    });
    expect(answer).toBe('');
  });

  it('is removed with the proxy', async () => {
    const close = await serveControl(folder.path, liveSessions(), () => undefined);
    expect(readdirSync(join(folder.path, 'proxies'))).toHaveLength(2);
    close();
    expect(readdirSync(join(folder.path, 'proxies'))).toEqual([]);
  });

  it('of a killed proxy is removed by the next command', async () => {
    const home = join(folder.path, 'proxies');
    mkdirSync(home);
    const address = { pid: 1, path: join(home, '1-x.sock'), token: 'x' };
    writeFileSync(join(home, '1-x.json'), JSON.stringify(address));
    writeFileSync(address.path, '');
    expect(await cli(['list'])).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(home)).toEqual([]);
  });

  it('works if the path of the data folder is too long for a socket', async () => {
    const deep = join(folder.path, 'a-long-name-of-a-folder'.repeat(5));
    const door = await mcpDoor(deep);
    await door.turn();
    expect((await cli(['list', '--data', deep])).out).toMatch(door.id);
  });

  it('a proxy that cannot open it works without it and says so', async () => {
    writeFileSync(join(folder.path, 'proxies'), 'a file is in the way');
    const door = await mcpDoor();
    expect(await door.turn()).toContain('the same');
    expect(door.said()).toContain('`rutbreak session` cannot reach the sessions of this proxy');
  });
});
