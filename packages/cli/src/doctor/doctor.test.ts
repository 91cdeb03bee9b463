import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createGateway, createMemoryStore } from '@rutbreak/gateway';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AGENT_IDS } from '../agents/index.js';
import { noteFailed, noteFired } from '../hooks/fired.js';
import { folderOf, type Ran, runCli } from '../testing/run-cli.js';
import { type Check } from './check.js';
import { checkCodexTrust } from './codex-trust.js';
import { examine } from './examine.js';
import { tryCommand } from './trial.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

const at = (...names: string[]): string => join(folder.path, ...names);
const cli = (...args: string[]): Promise<Ran> => runCli(args, { home: folder.path, dataDir: at('data') });

/** A program with this source, and the command that starts it. */
function program(name: string, body: string): string {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), `#!${process.execPath}\n${body}\n`);
  chmodSync(at(name), 0o755);
  return `"${process.execPath}" "${at(name)}" rutbreak hook`;
}

/** Sets up the agent with a hook that does this. */
async function setUp(agent: string, body: string): Promise<void> {
  const done = await cli(
    'init',
    agent,
    '--yes',
    '--command',
    program('rutbreak.cjs', body).replace(/ hook$/, ''),
  );
  expect(done.err).toBe('');
}
const SPEAKS =
  'process.stdin.resume().on(\'end\', () => console.log(\'{"additionalContext": "[rutbreak] …"}\'));';

describe('the test run of a hook', () => {
  it.each<[string, string, Partial<Check>]>([
    [
      'one that speaks',
      SPEAKS,
      { state: 'ok', text: expect.stringMatching(/answers \(\d+ ms; Node alone: /) as string },
    ],
    ['one that is silent', '', { state: 'wrong', text: expect.stringContaining('does not react') as string }],
    [
      'one that ends badly',
      'process.exit(3)',
      { state: 'wrong', text: expect.stringContaining('ends with 3') as string },
    ],
    [
      'one that complains',
      "console.error('no room')",
      { text: expect.stringContaining('no room') as string },
    ],
  ])('%s', async (_, body, expected) => {
    expect(await tryCommand('codex', program('hook.cjs', body))).toMatchObject(expected);
  });

  it('one that is missing', async () => {
    const check = await tryCommand('codex', `"${at('nowhere')}" hook codex`);
    expect(check).toMatchObject({ state: 'wrong', todo: expect.stringContaining('rutbreak init') as string });
  });
});

/** A Codex that lists these hooks. */
const codexWith = (hooks: readonly object[]): string[] => {
  program(
    'codex.cjs',
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (method === 'initialize') console.log(JSON.stringify({ id, result: {} }));
      if (method === 'hooks/list') console.log(JSON.stringify({ id, result: { data: [{ hooks: ${JSON.stringify(hooks)} }] } }));
    });`,
  );
  return [process.execPath, at('codex.cjs')];
};

describe('what Codex reports about the hook', () => {
  const ours = { command: 'node /x/rutbreak/dist/cli.js hook codex', eventName: 'preToolUse', enabled: true };
  it.each<[string, object[], boolean, RegExp]>([
    ['trusted', [{ ...ours, trustStatus: 'trusted' }], true, /trusts the hook/],
    [
      'not trusted',
      [{ ...ours, trustStatus: 'untrusted' }],
      false,
      /does not trust the hook yet.*preToolUse/,
    ],
    ['changed since', [{ ...ours, trustStatus: 'modified' }], false, /does not trust/],
    ['switched off', [{ ...ours, enabled: false, trustStatus: 'trusted' }], false, /switched off/],
    [
      'not there',
      [{ command: 'lint.sh', eventName: 'preToolUse', trustStatus: 'trusted' }],
      false,
      /does not know/,
    ],
  ])('%s', async (_, hooks, isFine, text) => {
    const check = await checkCodexTrust({ cwd: folder.path, env: {} }, codexWith(hooks));
    expect(check).toMatchObject({
      state: isFine ? 'ok' : 'wrong',
      text: expect.stringMatching(text) as string,
    });
  });

  it.each<[string, string, RegExp]>([
    ['is not there', '/nowhere/codex', /not on the PATH/],
    ['ends without a word', process.platform === 'win32' ? 'cmd' : 'true', /without an answer/],
  ])('%s', async (_, codex, text) => {
    const env = { PATH: '/usr/bin:/bin' };
    expect((await checkCodexTrust({ cwd: folder.path, env }, [codex])).text).toMatch(text);
  });
});

describe('rutbreak doctor', () => {
  it('accepts a hook that has fired', async () => {
    await setUp('claude-code', SPEAKS);
    noteFired(at('data'), 'claude-code', { at: Date.now() + 5, event: 'PreToolUse', took: 7 });
    const { code, out } = await cli('doctor');
    expect(out).toMatch(
      /^Claude Code\n {2}ok {4}the hook stands in .*settings\.json\n {2}ok {4}the command answers/,
    );
    expect(out).toContain('it last fired less than a minute ago (PreToolUse, 7 ms)');
    expect(code).toBe(0);
  });

  // opencode loads a plugin, and Codex is asked about its trust: both have tests of their own.
  it.each(AGENT_IDS.filter((id) => id !== 'opencode' && id !== 'codex'))(
    '22: %s: before its first event it is waiting, not broken',
    async (agent) => {
      await setUp(agent, SPEAKS);
      const { code, out } = await cli('doctor', agent);
      expect(out).toMatch(/ok {4}the hook stands in .*\n {2}ok {4}the command answers/);
      expect(out).toMatch(/WAIT {2}waiting for the first event of the agent\n {8}→ \w/);
      expect(code).toBe(0);
    },
  );

  it.each(['copilot', 'vscode', 'cline', 'kiro', 'qwen'])(
    '%s: a hook whose program is gone is found, although init would write a better one now',
    async (agent) => {
      await setUp(agent, SPEAKS);
      rmSync(at('rutbreak.cjs'));
      const { code, out } = await cli('doctor', agent);
      expect(out).toMatch(/WRONG the command .*\n {8}→ Run: rutbreak init/);
      expect(code).toBe(1);
    },
  );

  it('an earlier firing proves nothing about settings that changed since', async () => {
    await setUp('gemini', SPEAKS);
    noteFired(at('data'), 'gemini', { at: Date.now() - 60_000, event: 'BeforeTool', took: 7 });
    expect((await cli('doctor')).out).toContain('waiting for the first event');
    const old = Date.now() / 1000 - 3600;
    utimesSync(at('.gemini/settings.json'), old, old);
    expect((await cli('doctor')).out).toContain('it last fired 1 minute ago');
  });

  it('reports the last failure', async () => {
    await setUp('claude-code', SPEAKS);
    noteFailed(at('data'), 'claude-code', { at: Date.now() - 7_200_000, why: 'the disk is full' });
    const { code, out } = await cli('doctor');
    expect([code, out]).toEqual([1, expect.stringContaining('it failed 2 hours ago: the disk is full')]);
  });

  it.each<[string, string, object, RegExp]>([
    [
      'claude-code',
      '.claude/settings.json',
      { disableAllHooks: true },
      /all hooks are turned off\n.*disableAllHooks/,
    ],
    ['gemini', '.gemini/settings.json', { hooksConfig: { enabled: false } }, /all hooks.*off\n.*hooksConfig/],
    [
      'gemini',
      '.gemini/settings.json',
      { hooksConfig: { disabled: ['rutbreak'] } },
      /the hook is turned off/,
    ],
  ])('%s: notices a setting that turns it off (%s)', async (agent, file, settings, message) => {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), JSON.stringify(settings));
    await setUp(agent, SPEAKS);
    expect((await cli('doctor')).out).toMatch(message);
  });

  it('asks the codex on the PATH', async () => {
    await setUp('codex', SPEAKS);
    program('bin/codex', 'process.exit(0)');
    const around = { home: folder.path, folder: folder.path };
    const env = { PATH: [at('bin'), '/usr/bin', '/bin'].join(delimiter) };
    const patient = {
      agent: 'codex' as const,
      around,
      dataDir: at('data'),
      script: '',
      env,
      now: Date.now(),
    };
    const checks = await examine(patient);
    expect(checks.map(({ what }) => what)).toEqual(['settings', 'trust', 'trial', 'fired']);
    expect(checks[1]).toMatchObject({ state: 'wrong', todo: expect.stringContaining('/hooks') as string });
  });

  it('a gateway that is not running guards nothing', async () => {
    await cli('init', 'claude-code', '--yes', '--gateway', 'http://127.0.0.1:9');
    expect((await cli('doctor')).out).toMatch(/nobody answers at http:\/\/127\.0\.0\.1:9/);
  });

  it('a gateway receives a loop, replies, deletes it, and knows whether the agent itself has called', async () => {
    const gateway = createGateway({ store: createMemoryStore(), token: 'rbt_doctor' });
    const url = await gateway.listen({ port: 0 });
    try {
      await cli('init', 'claude-code', '--yes', '--gateway', url);
      const look = async (token: string): Promise<readonly Check[]> =>
        examine({
          ...{
            agent: 'claude-code',
            around: { home: folder.path, folder: folder.path },
            dataDir: at('data'),
          },
          ...{ script: '', env: {}, token, now: Date.now() },
        });
      const says = (text: string): string => expect.stringContaining(text) as string;
      expect((await look('wrong'))[1]).toMatchObject({ state: 'wrong', text: says('refuses the key') });
      expect((await look('rbt_doctor')).slice(1)).toMatchObject([
        { what: 'trial', state: 'ok', text: says(`the gateway answers at ${url}/v1/hooks/claude-code (`) },
        { what: 'fired', state: 'waiting', text: says('waiting for the first event') },
      ]);
      // The exact bytes that Claude Code posts, except for paths.
      await fetch(`${url}/v1/hooks/claude-code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer rbt_doctor' },
        body: JSON.stringify({
          ...{ session_id: '0f3c', transcript_path: '/x.jsonl', cwd: '/', permission_mode: 'default' },
          ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'toolu_1' },
          tool_input: { command: 'ls', description: 'List' },
        }),
      });
      expect((await look('rbt_doctor')).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
      const sessions = await fetch(`${url}/v1/sessions`, { headers: { authorization: 'Bearer rbt_doctor' } });
      expect(await sessions.json()).toMatchObject({ total: 1, sessions: [{ id: 'claude-code/0f3c' }] });
    } finally {
      await gateway.close();
    }
  });

  it('waits for the hook to fire', async () => {
    await setUp('claude-code', SPEAKS);
    setTimeout(() => noteFired(at('data'), 'claude-code', { at: Date.now(), event: 'Stop', took: 1 }), 300);
    const { code, err } = await cli('doctor', '--wait', '60');
    expect([code, err]).toEqual([0, expect.stringContaining('let Claude Code run one command')]);
  });

  it.each<[string, string[], RegExp]>([
    ['5: nothing is set up', [], /^error: No coding agent is set up\. Run: rutbreak init$/m],
    ['an unknown agent', ['emacs'], /Use one of/],
  ])('%s', async (_, args, message) => {
    const { code, err } = await cli('doctor', ...args);
    expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('prints JSON, and reports an agent that is not guarded', async () => {
    const { code, out } = await cli('doctor', 'codex', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ agent: 'codex', what: 'settings', state: 'wrong' });
  });
});
