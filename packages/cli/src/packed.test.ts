// The program as users get it: built, packed, installed and started. One file, so that only one build runs at
// a time.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandFor } from './agents/command.js';
import { folderOf } from './testing/run-cli.js';

const ROOT = join(import.meta.dirname, '../../..');
const CLI = join(ROOT, 'packages/cli/dist/cli.js');
const MINUTES = 60_000;

interface Done {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** npm's variables for scripts would make another npm work in this folder. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(package|lifecycle|command|config_local_prefix|config_workspace)|INIT_CWD)/i.test(name),
  ),
);

function start(command: string, args: string[], cwd: string, input = ''): Done {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return { code: status, out: stdout, err: stderr };
}
const cli = (args: string[], input?: string): Done => start(process.execPath, [CLI, ...args], ROOT, input);
const SCAN = ['scan', '--preset', 'votes'];

/** The npm that started us, or else the one on the PATH. */
function npm(args: string[], cwd: string): Done {
  const script = process.env['npm_execpath'];
  return script?.endsWith('npm-cli.js') === true
    ? start(process.execPath, [script, ...args], cwd)
    : start(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, cwd);
}

/** A code block in that language: the first, or the one with that number. */
function block(readme: string, language: string, number = 0): string {
  const blocks = [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))];
  return blocks[number]?.[1] ?? expect.fail(`The README has no ${language} block.`);
}

beforeAll(() => {
  const { code, out, err } = start(process.execPath, ['scripts/build.mjs'], ROOT);
  if (code !== 0) throw new Error(`The build failed:\n${out}${err}`);
}, 5 * MINUTES);

describe('the built program', () => {
  const data = folderOf({});
  afterAll(data.remove);
  const config = (text: string): string => {
    writeFileSync(join(data.path, 'config.yaml'), text);
    return join(data.path, 'config.yaml');
  };
  const loop = JSON.stringify({
    id: 'loop',
    events: Array.from({ length: 5 }, () => ({ kind: 'call', tool: 'ls' })),
  });

  it.each<[name: string, args: string[], input: string, code: number, out: RegExp, err: RegExp]>([
    ['tells its version', ['--version'], '', 0, /^\d+\.\d+\.\d+\n$/, /^$/],
    [
      'reads standard input',
      ['scan', '--json'],
      loop,
      1,
      /^\{"trace":"loop","verdict":"looping".*\}\n$/,
      /^$/,
    ],
    [
      'answers a hook that has nothing to say with nothing',
      ['hook', 'claude-code', '--data', data.path],
      '{"session_id": "s", "hook_event_name": "SessionStart", "source": "startup"}',
      0,
      /^$/,
      // On an overloaded machine it fails open.
      /^(?:rutbreak: .* no answer within 300 ms\n)?$/,
    ],
    [
      'reads a configuration in YAML for a hook, with the parser that other hooks do not load',
      ['hook', 'claude-code', '--data', data.path, '--config', config('mode: [')],
      '{"session_id": "s", "hook_event_name": "SessionStart", "source": "startup"}',
      0,
      /^$/,
      /CONFIG_FILE.*line \d/,
    ],
    // Agents treat 2 as a veto.
    ['never ends with a veto by mistake', ['hook', 'nobody'], '', 1, /^$/, /^rutbreak: name one agent/],
    ['uses no colours in a pipe', SCAN, loop, 1, /^\(stdin\):1 [ -~\n]+$/, /^$/],
    [
      'ends with 2 for a missing file',
      ['scan', 'gone.jsonl'],
      '',
      2,
      /^$/,
      /^error: gone\.jsonl: is not there/,
    ],
    ['ends with 2 for bad usage', ['scan', '--preset', 'x'], '', 2, /^$/, /votes/],
    ['scans the corpus', [...SCAN, '--limit', '0', 'corpus'], '', 1, /looping\/tool-repetition/, /^$/],
  ])('%s', (_, args, input, code, out, err) => {
    const done = cli(args, input);
    expect(done.out).toMatch(out);
    expect(done.err).toMatch(err);
    expect(done.code).toBe(code);
  });

  it(
    'exits cleanly when the reader closes the pipe',
    async () => {
      const child = spawn(process.execPath, [CLI, ...SCAN, '--json'], { cwd: ROOT });
      let err = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
      child.stdin.on('error', () => undefined);
      child.stdout.once('data', () => child.stdout.destroy());
      child.stdin.end(`${loop}\n`.repeat(50_000));
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      expect({ code, signal, err }).toEqual({ code: 1, signal: null, err: '' });
    },
    MINUTES,
  );

  it(
    'a hook whose input never ends times out, and its command succeeds',
    async () => {
      const command = commandFor(process.execPath, CLI, 'claude-code', ['--data', data.path]);
      const child = spawn('sh', ['-c', command], { env });
      child.stdin.write('{"session_id": "s"');
      let out = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      child.stdin.destroy();
      expect({ code, signal, out }).toEqual({ code: 0, signal: null, out: '' });
    },
    MINUTES,
  );
});

describe('the packed packages, in an empty project', () => {
  const project = folderOf({ 'package.json': '{"name": "empty", "private": true}' });
  const readme = (name: string): string =>
    readFileSync(join(project.path, 'node_modules', name, 'README.md'), 'utf8');

  let warnings: string[] = [];

  beforeAll(() => {
    const names = ['core', 'proxy', 'gateway', 'adapters', 'loopbench', 'cli'];
    const homes = names.map((name) => join(ROOT, 'packages', name));
    const packed = npm(['pack', '--pack-destination', project.path, ...homes], project.path);
    expect(packed.code, packed.err).toBe(0);
    const tarballs = readdirSync(project.path).filter((file) => file.endsWith('.tgz'));
    expect(tarballs).toHaveLength(names.length);
    const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
    const installed = npm(['install', ...flags, ...tarballs.map((file) => `./${file}`)], project.path);
    expect(installed.code, installed.err).toBe(0);
    warnings = installed.err.split('\n').filter((line) => line.startsWith('npm warn'));
  }, 5 * MINUTES);

  afterAll(() => project.remove());

  it('24: install without a warning and without a script', () => {
    // A machine setting says nothing about the packages.
    expect(warnings.filter((line) => !/Unknown (?:user|env) config/.test(line))).toEqual([]);
    const tree = JSON.parse(readFileSync(join(project.path, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    const scripts = Object.entries(tree.packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(scripts).toEqual([]);
  });

  it.each(['rutbreak', '@rutbreak/core'])('18: the README of %s starts with the default preset', (name) => {
    expect(readme(name).split('\n## ').slice(0, 3).join('')).not.toMatch(/preset: '|--preset/);
  });

  it('@rutbreak/core runs the example of its README', () => {
    const text = readme('@rutbreak/core');
    writeFileSync(join(project.path, 'agent.mjs'), block(text, 'js'));
    const done = start(process.execPath, ['agent.mjs'], project.path);
    expect(done).toEqual({ code: 0, out: block(text, 'text'), err: '' });
  });

  it.each([
    ['@rutbreak/proxy', 'proxy.mjs', 0],
    ['@rutbreak/proxy', 'relay.mjs', 1],
    ['@rutbreak/adapters', 'client.mjs', 0],
  ])('%s runs the example of its README: %s', (name, file, example) => {
    // Readers have their own SDK; here it is the workspace's.
    const sdk = join(project.path, 'node_modules/@modelcontextprotocol');
    if (!existsSync(sdk)) symlinkSync(join(ROOT, 'node_modules/@modelcontextprotocol'), sdk, 'junction');
    const text = readme(name);
    writeFileSync(join(project.path, file), block(text, 'js', example));
    const done = start(process.execPath, [file], project.path);
    expect(done).toEqual({ code: 0, out: block(text, 'text', example), err: '' });
  });

  it('rutbreak runs the example of its README', () => {
    const text = readme('rutbreak');
    writeFileSync(join(project.path, 'run.json'), block(text, 'json'));
    const command =
      /^npx rutbreak (.+)$/m.exec(text)?.[1]?.split(' ') ?? expect.fail('The README has no command.');
    const done = npm(['exec', '--no', '--', 'rutbreak', ...command], project.path);
    expect({ code: done.code, out: done.out }, done.err).toEqual({ code: 1, out: block(text, 'text') });
  });

  it('npx --no-install rutbreak scan finds the program', () => {
    const npx = process.platform === 'win32' ? 'npx.cmd' : 'npx';
    const done = start(npx, ['--no-install', 'rutbreak', ...SCAN, '--json', 'run.json'], project.path);
    expect(done.code, done.err).toBe(1);
    expect(JSON.parse(done.out)).toMatchObject({ trace: 'run-1', verdict: 'looping' });
  });

  it('rutbreak loopbench includes its traces and templates', () => {
    const rutbreak = (...args: string[]): Done =>
      npm(['exec', '--no', '--', 'rutbreak', ...args], project.path);
    const small = ['--split', 'development', '--set', 'blind-j', '--preset', 'cycles', '--json'];
    const done = rutbreak('loopbench', ...small);
    expect(done.code, done.err).toBe(0);
    expect(JSON.parse(done.out)).toMatchObject({ traces: 100, loops: 50 });
    expect(rutbreak('loopbench', '--template', 'javascript').out).toContain('observe(event)');
  });

  it('contain what they need and no sources', () => {
    const files = readdirSync(join(project.path, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const ours = files.filter((file) => /^(rutbreak|@rutbreak)[\\/]/.test(file));
    expect(ours.filter((file) => /\.test\.|[\\/]src[\\/]/.test(file))).toEqual([]);
    expect(ours).toEqual(
      expect.arrayContaining([join('rutbreak', 'LICENSE'), join('@rutbreak', 'core', 'LICENSE')]),
    );
  });
});
