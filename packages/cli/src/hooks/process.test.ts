// The hook as agents run it: many processes, on a machine with faults.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandFor } from '../agents/command.js';
import { AGENT_IDS, AGENTS, type AgentId } from '../agents/index.js';
import { fileName, lockOf } from '../store/files.js';
import { openStore } from '../store/store.js';
import { bundle } from '../testing/bundle.js';

const MINUTE = 60_000;
/** They end a hook themselves: shown by the matrix of real agents, except for VS Code, which shares a file with Copilot. */
const ENDS_HOOKS: readonly AgentId[] = ['claude-code', 'codex', 'copilot', 'vscode'];
const PARALLEL = 20;
const folder = mkdtempSync(join(tmpdir(), 'rutbreak-process-'));
let script = '';
let data = '';

beforeAll(async () => {
  await bundle('packages/cli/src/hook-main.ts', folder);
  script = join(folder, 'start.mjs');
  writeFileSync(
    script,
    `import { hookMain } from './child.mjs';\nprocess.exit((await hookMain(process.argv.slice(3))).code);\n`,
  );
}, 2 * MINUTE);
beforeEach(() => void (data = mkdtempSync(join(folder, 'data-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function ended(child: ChildProcess, input: object): Promise<Ended> {
  return new Promise((resolve) => {
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
    child.stdin?.on('error', () => undefined);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin?.end(JSON.stringify(input));
  });
}

const hookOf = (agent: AgentId, input: object, ...flags: string[]): Promise<Ended> =>
  ended(spawn(process.execPath, [script, 'hook', agent, '--data', data, ...flags]), input);
const hook = (input: object, ...flags: string[]): Promise<Ended> => hookOf('claude-code', input, ...flags);

const call = (name: 'PreToolUse' | 'PostToolUse', id: string, command: string): object => ({
  ...{ session_id: 's', hook_event_name: name, tool_use_id: id, tool_name: 'Bash', tool_input: { command } },
  tool_response: 'cat: missing: No such file or directory',
});

const ids = Array.from({ length: PARALLEL }, (_, i) => `call-${i}`);
const seenEvents = async (): Promise<number> =>
  (await openStore(data).load('claude-code/s'))?.hook?.seen.length ?? 0;

describe('concurrent hooks', () => {
  it(
    'no event is lost: the next hook records what a busy session could not',
    async () => {
      const done = await Promise.all(ids.map((id) => hook(call('PostToolUse', id, `echo ${id}`))));
      expect(done.map(({ code }) => code)).toEqual(ids.map(() => 0));
      await hook(call('PostToolUse', 'last', 'echo last'));
      expect(await seenEvents()).toBe(PARALLEL + 1);
    },
    2 * MINUTE,
  );

  it(
    'a known block applies to all of them',
    async () => {
      for (let step = 0; step < 8; step++) await hook(call('PostToolUse', `loop-${step}`, 'cat missing'));
      expect((await hook(call('PreToolUse', 'first', 'cat missing'))).out).toContain('"deny"');
      const done = await Promise.all(ids.map((id) => hook(call('PreToolUse', id, 'cat missing'))));
      expect(done.filter(({ out }) => out.includes('"deny"'))).toHaveLength(PARALLEL);
    },
    2 * MINUTE,
  );

  it(
    'an event that waits longer than the hook may is recorded by the next hook',
    async () => {
      mkdirSync(join(data, 'sessions'), { recursive: true });
      const lock = lockOf(join(data, 'sessions', fileName('claude-code/s')));
      // This process is alive, so the lock counts until it is too old.
      writeFileSync(lock, `${process.pid} ${hostname()} test`);
      const { code, out } = await hook(call('PostToolUse', 'late', 'echo late'));
      expect([code, out]).toEqual([0, '']);
      rmSync(lock, { force: true });
      await hook(call('PostToolUse', 'next', 'echo next'));
      expect(await seenEvents()).toBe(2);
      expect(readdirSync(join(data, 'late'))).toEqual([]);
    },
    MINUTE,
  );
});

describe('the input of a hook', () => {
  it.each([
    ['is read whole, however long it is', 1_000_000],
    ['is read whole where it has letters of several bytes at every place', 70_001],
  ])('%s', async (_, length) => {
    const { code, err } = await hook({
      ...call('PostToolUse', 'long', 'cat long.txt'),
      tool_response: 'Grüße '.repeat(length / 6),
    });
    expect([code, err]).toEqual([0, '']);
    expect(await seenEvents()).toBe(1);
  });
});

describe('a broken guard replies like no guard: nothing, and exit code 0', () => {
  const shell = (command: string): Promise<Ended> =>
    ended(spawn('sh', ['-c', command]), call('PreToolUse', '1', 'ls'));
  const nodeThat = (name: string, does: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${does}\n`, { mode: 0o755 });
    return file;
  };
  const brokenNode = (): string =>
    nodeThat('broken', 'echo "node: cannot open shared object file" >&2\nexit 127');
  const waiting = AGENT_IDS.filter((agent) => !ENDS_HOOKS.includes(agent));
  let hanging: Promise<readonly Ended[]>;
  // They take many seconds, and the other tests need not wait for that.
  beforeAll(() => {
    const node = nodeThat('hanging', 'sleep 600 & wait');
    hanging = Promise.all(waiting.map((agent) => shell(commandFor(node, script, agent))));
  });
  const configOf = (text: string): string => {
    writeFileSync(join(folder, 'broken.yaml'), text);
    return join(folder, 'broken.yaml');
  };
  const configPipe = (): string => {
    execFileSync('mkfifo', [join(data, 'pipe.yaml')]);
    return join(data, 'pipe.yaml');
  };
  it.each<[name: string, run: () => Promise<Ended>]>([
    ...AGENT_IDS.flatMap((agent): [string, () => Promise<Ended>][] => [
      [`${agent}: Node is gone`, () => shell(commandFor('/gone/node', script, agent))],
      [`${agent}: Node is broken`, () => shell(commandFor(brokenNode(), script, agent))],
      [`${agent}: the program is gone`, () => shell(commandFor(process.execPath, '/gone/cli.js', agent))],
      [
        `${agent}: the store cannot be written`,
        () => hookOf(agent, AGENTS[agent].trial(1, 's'), '--data', '/dev/null/x'),
      ],
      [
        `${agent}: the configuration is broken`,
        () => hookOf(agent, AGENTS[agent].trial(1, 's'), '--config', configOf('preset: [')),
      ],
    ]),
    ['the configuration is gone', () => hook(call('PreToolUse', '1', 'ls'), '--config', '/gone.yaml')],
    // A pipe without a writer: reading it never ends.
    ['the configuration is a pipe', () => hook(call('PreToolUse', '1', 'ls'), '--config', configPipe())],
    [
      'the configuration is too large',
      () => hook(call('PreToolUse', '1', 'ls'), '--config', configOf('# words\n'.repeat(200_000))),
    ],
    [
      'the disk is full',
      () => shell(`ulimit -f 0; exec ${process.execPath} ${script} hook codex --data ${data}`),
    ],
    ['the input is nothing that the agent sends', () => hook({ hello: 'world' })],
  ])('%s', async (_, run) => {
    const { code, out } = await run();
    expect([code, out]).toEqual([0, '']);
  });

  it.runIf(process.platform === 'linux')(
    'Node hangs at its start: the hook of an agent that would wait for ever ends by itself',
    async () => {
      const ends = await hanging;
      expect(ends.map(({ code, out }) => [code, out])).toEqual(waiting.map(() => [0, '']));
    },
    MINUTE,
  );

  it.each(AGENT_IDS)(
    '%s: where the system has no program that limits time, as macOS, the hook runs',
    async (agent) => {
      const command = commandFor(process.execPath, script, agent, ['--data', data], null);
      expect(command).not.toContain('timeout');
      const { code, err } = await ended(spawn('sh', ['-c', command]), AGENTS[agent].trial(1, 's'));
      expect([code, err]).toEqual([0, '']);
      expect(await openStore(data).list()).toHaveLength(1);
    },
  );

  it('a broken session is moved aside, and the agent continues', async () => {
    mkdirSync(join(data, 'sessions'), { recursive: true });
    writeFileSync(join(data, 'sessions', fileName('claude-code/s')), '{"version": 1');
    const { code, out, err } = await hook(call('PreToolUse', '1', 'ls'));
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('could not be read');
  });
});
