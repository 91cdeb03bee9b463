import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandFor } from '../../agents/command.js';
import { isOwnHook } from '../../agents/settings.js';
import { settingsIn } from '../../init/json-hooks.js';
import { folderOf, type Ran, runCli } from '../../testing/run-cli.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

const at = (...names: string[]): string => join(folder.path, ...names);
const run = (...args: string[]): Promise<Ran> =>
  runCli(['init', ...args], { home: folder.path, dataDir: at('data') });
const text = (file: string): string => readFileSync(at(file), 'utf8');
function put(file: string, content: string): void {
  mkdirSync(dirname(at(file)), { recursive: true });
  writeFileSync(at(file), content);
}
const commandsIn = (file: string): string[] =>
  Object.entries(
    settingsIn(text(file).replace(/^\ufeff/, ''), file)['hooks'] as Record<
      string,
      { hooks: { command: string }[] }[]
    >,
  ).flatMap(([event, list]) =>
    list.flatMap(({ hooks }) => hooks.map(({ command }) => `${event}: ${command}`)),
  );

const CLAUDE = '.claude/settings.json';
const GEMINI = '.gemini/settings.json';
const CODEX = '.codex/hooks.json';
const OPENCODE = '.config/opencode/plugins/rutbreak.js';
const OURS = `${process.execPath} /opt/rutbreak/dist/hook.cjs hook`;

/** Realistic settings: comments, tabs, trailing commas, other hooks, unknown keys. */
const SETTINGS: readonly [string, string, string][] = [
  ['nothing but braces', CLAUDE, '{}'],
  ['other settings', CLAUDE, '{\n  "model": "opus",\n  "permissions": { "allow": ["Bash(ls:*)"] }\n}\n'],
  [
    'hooks of others',
    CLAUDE,
    '{\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "lint.sh" }] }\n    ]\n  }\n}\n',
  ],
  [
    'comments and trailing commas',
    GEMINI,
    '// mine\n{\n\t"theme": "dark", // not light\n\t"hooks": {\n\t\t/* before */ "BeforeTool": [\n\t\t\t{"matcher": "x", "hooks": [],},\n\t\t],\n\t},\n}\n',
  ],
  ['Windows line ends', CLAUDE, '{\r\n    "a": 1,\r\n    "hooks": {}\r\n}\r\n'],
  ['a byte order mark', CLAUDE, '\ufeff{"a": 1}'],
  ['an empty file', CODEX, ''],
  [
    'one line without an end',
    CODEX,
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}',
  ],
];

describe('rutbreak init', () => {
  it.each(SETTINGS)('%s: is added, recognised, and removed byte for byte', async (_, file, before) => {
    put(file, before);
    const first = await run('--yes');
    expect([first.code, first.err]).toEqual([0, '']);
    const after = text(file);
    expect(after).not.toBe(before);
    expect(commandsIn(file).filter((one) => one.includes(OURS)).length).toBeGreaterThanOrEqual(5);
    const again = await run('--yes');
    expect(again.out).toContain('guarded already');
    expect(text(file)).toBe(after);
    expect((await run('--remove', '--yes')).code).toBe(0);
    expect(text(file)).toBe(before);
  });

  it.each(SETTINGS)('22: %s: everything else stays', async (_, file, before) => {
    put(file, before);
    await run('--yes');
    const old = settingsIn(before.replace(/^\ufeff/, ''), file);
    const now = settingsIn(text(file).replace(/^\ufeff/, ''), file);
    expect(now).toMatchObject({ ...old, hooks: expect.anything() as unknown });
    for (const comment of before.match(/\/\/.*$|\/\*.*?\*\//gm) ?? [])
      expect(text(file)).toContain(comment.trim());
    for (const command of before.match(/"(?:lint\.sh|say done)"/g) ?? [])
      expect(text(file)).toContain(command);
  });

  it.each(SETTINGS)('%s: can be removed even if the file has changed since', async (_, file, before) => {
    put(file, before);
    await run('--yes');
    const marked = text(file).replace('{', '{"later": true,');
    put(file, marked);
    await run('--remove', '--yes');
    expect(text(file)).not.toContain(OURS);
    const old = settingsIn(before.replace(/^\ufeff/, ''), file);
    const { hooks, ...left } = settingsIn(text(file).replace(/^\ufeff/, ''), file);
    const { hooks: oldHooks = {}, ...oldRest } = old;
    expect(left).toEqual({ ...oldRest, later: true });
    expect(hooks ?? {}).toEqual(oldHooks);
  });

  it('a hook whose program is missing ends with 0, because agents treat a failure as a veto', () => {
    const command = commandFor('/gone/node', '/gone/rutbreak/dist/cli.js', 'gemini');
    expect(spawnSync(command, { shell: true, input: '{}' }).status).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('a path is never a shell command, whatever it contains', () => {
    const script = at("it's $(touch stolen) `touch stolen`/cli.js");
    put("it's $(touch stolen) `touch stolen`/hook.cjs", 'console.log(process.argv.slice(2).join())');
    const ran = spawnSync(commandFor(process.execPath, script, 'codex'), { shell: true, cwd: folder.path });
    expect(ran.stdout.toString()).toBe('hook,codex\n');
    expect(readdirSync(folder.path)).not.toContain('stolen');
    expect(isOwnHook({ command: commandFor(process.execPath, script, 'codex') })).toBe(true);
  });

  it('settings behind a dangling link are written to its target', async () => {
    mkdirSync(at('.claude'));
    mkdirSync(at('dotfiles'));
    symlinkSync(at('dotfiles/claude.json'), at(CLAUDE));
    expect((await run('--yes')).code).toBe(0);
    expect(lstatSync(at(CLAUDE)).isSymbolicLink()).toBe(true);
    expect(text('dotfiles/claude.json')).toContain('hook claude-code');
    expect((await run('--remove', '--yes')).code).toBe(0);
    expect(lstatSync(at(CLAUDE)).isSymbolicLink()).toBe(true);
    expect(existsSync(at('dotfiles/claude.json'))).toBe(false);
  });

  it('settings with two keys for hooks are left alone, because agents read only the last one', async () => {
    const twice = '{"hooks": {}, "a": 1, "hooks": {"Stop": []}}';
    put(CLAUDE, twice);
    const { code, err } = await run('--yes');
    expect([code, text(CLAUDE)]).toEqual([2, twice]);
    expect(err).toMatch(/"hooks" stands there twice.*Keep one of them/);
  });

  it('shows the change, and writes nothing without a yes', async () => {
    put(CLAUDE, '{"a": 1}\n');
    const { code, out, err } = await run();
    expect([code, text(CLAUDE)]).toEqual([2, '{"a": 1}\n']);
    expect(out).toMatch(/^--- .*settings\.json\n\+\+\+ .*settings\.json\n/);
    expect(out).toMatch(/"command": ".*node \/opt\/rutbreak\/dist\/hook\.cjs hook claude-code \|\| exit 0"/);
    expect(err).toContain('Add --yes');
    expect((await run('--dry-run')).code).toBe(0);
    expect(text(CLAUDE)).toBe('{"a": 1}\n');
    expect(existsSync(at('data'))).toBe(false);
  });

  it.each([
    ['y\n', 0, true],
    ['n\n', 2, false],
    ['\n', 2, false],
  ])('asks in a terminal: %j', async (stdin, code, isWritten) => {
    put(CLAUDE, '{}');
    const around = { home: folder.path, dataDir: at('data'), isTerminal: true, stdin };
    expect((await runCli(['init'], around)).code).toBe(code);
    expect(text(CLAUDE) !== '{}').toBe(isWritten);
  });

  it('finds the agents in use, and creates files only for named ones', async () => {
    mkdirSync(at('.codex'));
    expect((await run('--yes')).out).toMatch(/Codex CLI: guarded.*\n.*\/hooks/);
    expect(existsSync(at(CODEX))).toBe(true);
    expect(existsSync(at('.claude'))).toBe(false);
    await run('claude-code', 'opencode', '--yes');
    expect(commandsIn(CLAUDE)).toHaveLength(7);
    expect(text(OPENCODE)).toContain('file:///opt/rutbreak/dist/opencode.js');
  });

  it('removes the files and folders that it created', async () => {
    await run('claude-code', 'codex', 'gemini', 'opencode', '--yes');
    expect((await run('--undo', '--yes')).code).toBe(0);
    expect(readdirSync(folder.path)).toEqual(['data']);
  });

  it('may apply to one project: in its unshared settings, if the agent has them', async () => {
    await run('claude-code', '--project', '--yes');
    expect(existsSync(at('.claude/settings.local.json'))).toBe(true);
    // The hook is already there, in any place: it must not fire twice.
    expect((await run('claude-code', '--home', '--yes')).out).toContain('guarded already');
  });

  it('replaces an older command of ours, and still restores the file to the last byte', async () => {
    put(CLAUDE, '{ "a": 1 }\n');
    await run('--yes', '--command', 'rutbreak');
    expect(commandsIn(CLAUDE)).toContain('PreToolUse: rutbreak hook claude-code || exit 0');
    await run('--yes');
    expect(commandsIn(CLAUDE)).toHaveLength(7);
    expect(text(CLAUDE)).not.toContain('"rutbreak hook');
    await run('--remove', '--yes');
    expect(text(CLAUDE)).toBe('{ "a": 1 }\n');
  });

  it('Claude Code may ask a gateway instead', async () => {
    mkdirSync(at('.claude'));
    expect((await run('claude-code', '--yes', '--gateway', 'http://127.0.0.1:7878/')).code).toBe(0);
    expect(text(CLAUDE)).toContain('"url": "http://127.0.0.1:7878/v1/hooks/claude-code"');
    expect((await run('claude-code', '--yes')).code).toBe(0);
    expect(text(CLAUDE)).not.toContain('"url"');
  });

  it('a link stays a link, and a file keeps its permissions', async () => {
    put('dotfiles/settings.json', '{}');
    chmodSync(at('dotfiles/settings.json'), 0o640);
    mkdirSync(at('.claude'));
    symlinkSync(at('dotfiles/settings.json'), at(CLAUDE));
    await run('--yes');
    expect(lstatSync(at(CLAUDE)).isSymbolicLink()).toBe(true);
    expect(statSync(at('dotfiles/settings.json')).mode & 0o777).toBe(0o640);
    expect(text('dotfiles/settings.json')).toContain('hook claude-code');
    await run('--remove', '--yes');
    expect(text('dotfiles/settings.json')).toBe('{}');
  });

  it.each<[string, string, string, RegExp]>([
    ['broken settings', CLAUDE, '{\n  "a": ,\n}', /cannot be used: .*settings\.json, line 2\)/s],
    ['a list', CLAUDE, '[]', /it is not an object/],
    ['hooks of a strange shape', CLAUDE, '{"hooks": []}', /"hooks" is not an object/],
    ['an event of a strange shape', CLAUDE, '{"hooks": {"Stop": {}}}', /"hooks\.Stop" is no list/],
    ['a plugin of somebody else', OPENCODE, 'export const Mine = 1;', /did not write it/],
  ])('%s: reports the file, and leaves it alone', async (_, file, content, message) => {
    put(file, content);
    const { code, err } = await run('--yes');
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(text(file)).toBe(content);
  });

  it.each<[string, string[], RegExp]>([
    ['an unknown agent', ['emacs'], /emacs.*Use one of: claude-code/s],
    ['5: nothing to guard', [], /^error: No coding agent was found.*rutbreak init claude-code/],
    ['a gateway for one that has no such hooks', ['codex', '--gateway', 'http://x'], /Name it alone/],
    ['a gateway that is no address', ['claude-code', '--gateway', 'x'], /http address/],
  ])('%s is told', async (_, args, message) => {
    const { code, err } = await run('--yes', ...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('nothing to remove is not an error', async () => {
    const { code, out } = await run('--remove', 'codex', '--yes');
    expect([code, out]).toEqual([0, 'Codex CLI is not guarded.\n']);
  });
});
