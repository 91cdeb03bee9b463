import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileName, lockOf } from '../store/files.js';
import type { LocalRecord } from '../store/record.js';
import { chunksOf, folderOf, ioFor } from '../testing/run-cli.js';
import { lastFailed, lastFired } from './fired.js';
import { type HookIo, runHook } from './run.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

const attempt = {
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
};

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function hook(args: readonly string[], input: unknown, around: Partial<HookIo> = {}): Promise<Ran> {
  const text = typeof input === 'string' ? input : JSON.stringify(input);
  const { io, out, err } = ioFor({ stdin: text, dataDir: folder.path });
  const { stdin, stdout, stderr, dataDir } = io;
  const code = await runHook(args, {
    stdin,
    stdout,
    stderr,
    dataDir,
    folder: folder.path,
    env: {},
    deadline: 60_000,
    ...around,
  });
  return { code, out: out.text(), err: err.text() };
}

describe('rutbreak hook', () => {
  it('is silent if there is nothing to say, and leaves a record for the doctor', async () => {
    expect(await hook(['claude-code'], attempt)).toEqual({ code: 0, out: '', err: '' });
    expect(lastFired(folder.path, 'claude-code')).toMatchObject({ event: 'PreToolUse' });
    expect(lastFired(folder.path, 'codex')).toBeUndefined();
    expect(existsSync(join(folder.path, 'sessions', fileName('claude-code/s')))).toBe(true);
  });

  it('reacts once the calls loop', async () => {
    const outs: string[] = [];
    for (let i = 0; i < 3; i++) {
      const call = {
        ...attempt,
        tool_use_id: `t${i}`,
        hook_event_name: 'PostToolUseFailure',
        error: 'no such file',
      };
      outs.push((await hook(['claude-code'], call)).out);
    }
    expect(outs.slice(0, 2)).toEqual(['', '']);
    expect(outs[2]).toMatch(/"additionalContext":"\[rutbreak\] /);
  });

  it.each([
    ['gpt-small', 2],
    ['gpt-large', 6],
    ['gpt-off', undefined],
  ])('the limits of %s apply if the agent names its model', async (model, expected) => {
    const models = { 'gpt-small': { 'repeated-call': { limit: 2, failures: 2 } } };
    const off = { model_overrides: { 'gpt-off': { enabled: false } } };
    const config = {
      options: { 'repeated-call': { limit: 6, failures: 6 } },
      models,
      loop_detection: off,
    };
    writeFileSync(join(folder.path, 'rutbreak.config.json'), JSON.stringify(config));
    let spokeAt: number | undefined;
    for (let i = 1; i <= 7 && spokeAt === undefined; i++) {
      const done = {
        ...attempt,
        hook_event_name: 'PostToolUse',
        tool_use_id: `t${i}`,
        tool_response: 'same',
      };
      const { out, err } = await hook(['codex'], { ...done, model });
      expect(err).toBe('');
      if (out !== '') spokeAt = i;
    }
    expect(spokeAt).toBe(expected);
  });

  it.each<[string, string]>([
    ['no JSON', 'standard input is not JSON'],
    ['', 'nothing came on standard input'],
    ['{"hello": 1}', 'not what a hook of Claude Code receives'],
    ['[1]', 'not what a hook of Claude Code receives'],
  ])('fails open on %j, with one line', async (input, why) => {
    const { code, out, err } = await hook(['claude-code'], input);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/^rutbreak: the hook failed, and the agent goes on unguarded: .*\n$/);
    expect(err).toContain(why);
    expect(lastFailed(folder.path, 'claude-code')?.why).toContain(why);
  });

  it('fails open if nothing can be written', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const { code, out, err } = await hook(['claude-code', '--data', join(folder.path, 'file')], attempt);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/^rutbreak: the hook failed.*STORE_WRITE.*\n$/);
  });

  it('fails open if another hook holds the session too long', async () => {
    const sessions = join(folder.path, 'sessions');
    mkdirSync(sessions);
    // A living process on this machine, and a fresh lock.
    const { hostname } = await import('node:os');
    writeFileSync(lockOf(join(sessions, fileName('claude-code/s'))), `${process.pid} ${hostname()} x`);
    const { code, out, err } = await hook(['claude-code'], attempt, { deadline: 150 });
    expect([code, out]).toEqual([0, '']);
    // The event waits for the next hook; on a slow machine the timeout may come first.
    expect(err).toMatch(/^$|no answer within 150 ms/);
  });

  it('loses no event if its input came late and another hook holds the session', async () => {
    const { hostname } = await import('node:os');
    mkdirSync(join(folder.path, 'sessions'));
    const file = join(folder.path, 'sessions', fileName('claude-code/s'));
    writeFileSync(lockOf(file), `${process.pid} ${hostname()} x`);
    const late = async function* (): AsyncGenerator<Uint8Array> {
      await new Promise((done) => setTimeout(done, 250));
      yield* chunksOf(JSON.stringify({ ...attempt, tool_use_id: 'late' }));
    };
    expect((await hook(['claude-code'], '', { stdin: late(), deadline: 400 })).code).toBe(0);
    rmSync(lockOf(file));
    await hook(['claude-code'], { ...attempt, tool_use_id: 'next' });
    const { hook: memory } = JSON.parse(readFileSync(file, 'utf8')) as LocalRecord;
    expect(memory?.seen).toHaveLength(2);
  });

  it('a blocked call stays blocked while others hold the session', async () => {
    for (let i = 0; i < 5; i++)
      await hook(['claude-code'], {
        ...{ ...attempt, tool_use_id: `t${i}`, hook_event_name: 'PostToolUseFailure', error: 'no' },
      });
    const { hostname } = await import('node:os');
    const file = join(folder.path, 'sessions', fileName('claude-code/s'));
    writeFileSync(lockOf(file), `${process.pid} ${hostname()} x`);
    const { out, err } = await hook(['claude-code'], { ...attempt, tool_use_id: 't6' }, { deadline: 400 });
    expect(out).toContain('"permissionDecision":"deny"');
    expect(err).toBe('');
  });

  it('fails open if the input does not end in time', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      yield* chunksOf('{');
      await new Promise(() => undefined);
    };
    const { code, out, err } = await hook(['claude-code'], '', { stdin: endless(), deadline: 50 });
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('no answer within 50 ms');
  });

  it('continues if a session file is unreadable, and says so', async () => {
    const sessions = join(folder.path, 'sessions');
    mkdirSync(sessions);
    writeFileSync(join(sessions, fileName('claude-code/s')), '{"version": 1, "id"');
    const { code, err } = await hook(['claude-code'], attempt);
    expect(code).toBe(0);
    expect(err).toMatch(/^rutbreak: .*could not be read.*starts afresh\.\n$/);
  });

  it.each<[string, string[], RegExp]>([
    ['no agent', [], /name one agent: claude-code, codex, gemini, opencode/],
    ['an unknown agent', ['emacs'], /name one agent/],
    ['an unknown option', ['codex', '--loud'], /--loud/],
    ['a wrong number', ['codex', '--max-interventions', 'x'], /whole number/],
  ])('%s is reported, and never becomes a veto', async (_, args, message) => {
    const { code, err } = await hook(args, attempt);
    expect(code).toBe(1);
    expect(err).toMatch(message);
  });

  it('a person who starts it by hand learns its purpose', async () => {
    const { io } = ioFor({ isTerminal: true });
    const { code, err } = await hook(['gemini'], '', { stdin: io.stdin });
    expect([code, err]).toEqual([1, expect.stringContaining('rutbreak init gemini')]);
  });

  it('is switched off by the environment', async () => {
    const outs: string[] = [];
    for (let i = 0; i < 6; i++) {
      const call = { ...attempt, tool_use_id: `t${i}`, hook_event_name: 'PostToolUseFailure', error: 'no' };
      outs.push((await hook(['codex'], call, { env: { LOOP_DETECTION_ENABLED: 'false' } })).out);
    }
    expect(outs.join('')).toBe('');
  });

  describe('reads the configuration of its working folder', () => {
    /** The number of equal failures before it reacted; 0: never. */
    const spokeAfter = async (config: string, args: readonly string[] = []): Promise<number> => {
      writeFileSync(join(folder.path, 'rutbreak.config.yaml'), config);
      for (let i = 1; i <= 8; i++) {
        const call = { ...attempt, tool_use_id: `t${i}`, hook_event_name: 'PostToolUseFailure', error: 'no' };
        if ((await hook(['claude-code', ...args], call)).out !== '') return i;
      }
      return 0;
    };

    it.each<[string, string, readonly string[], number]>([
      ['nothing said', '', [], 3],
      ['a limit', 'options:\n  repeated-call: { failures: 4 }', [], 4],
      [
        'a flag above a limit',
        'options:\n  repeated-call: { failures: 4 }',
        ['--set', 'repeated-call.failures=2'],
        2,
      ],
      ['shadow', 'mode: shadow', [], 0],
      ['off, and a flag that does not switch it on', 'mode: off', ['--shadow'], 0],
    ])('%s', async (_, config, args, expected) => {
      expect(await spokeAfter(config, args)).toBe(expected);
    });

    it.each([
      ['options:\n  repeated-call: { failurs: 5 }', /failurs.*rutbreak\.config\.yaml/],
      ['preset: [', /CONFIG_FILE.*line 1/],
    ])('fails open if it is broken, and says so in one line: %j', async (config, message) => {
      writeFileSync(join(folder.path, 'rutbreak.config.yaml'), config);
      const { code, out, err } = await hook(['claude-code'], attempt);
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/^rutbreak: the hook failed, and the agent goes on unguarded: [^\n]*\n$/);
      expect(err).toMatch(message);
      expect(lastFailed(folder.path, 'claude-code')).toBeDefined();
    });
  });

  it('concurrent hooks of one session lose nothing', async () => {
    const calls = Array.from({ length: 12 }, (_, i) => ({ ...attempt, tool_use_id: `t${i}` }));
    const ran = await Promise.all(calls.map((call) => hook(['claude-code'], call)));
    expect(ran.map(({ err }) => err).join('')).toBe('');
    const stored = readFileSync(join(folder.path, 'sessions', fileName('claude-code/s')), 'utf8');
    const { hook: memory, revision } = JSON.parse(stored) as LocalRecord;
    expect([memory?.seen.length, memory?.open.length, revision]).toEqual([12, 12, 12]);
    expect(new Set(memory?.open.map(({ round }) => round)).size).toBe(1);
  });

  it('keeps no secrets', async () => {
    const key = `sk-ant-api03-${'a1B2'.repeat(22)}`;
    const call = { ...attempt, tool_input: { command: `curl -H "x-api-key: ${key}" localhost` } };
    for (let i = 0; i < 4; i++)
      await hook(['claude-code'], {
        ...call,
        tool_use_id: `t${i}`,
        hook_event_name: 'PostToolUse',
        tool_response: key,
      });
    expect(readFileSync(join(folder.path, 'sessions', fileName('claude-code/s')), 'utf8')).not.toContain(key);
  });
});
