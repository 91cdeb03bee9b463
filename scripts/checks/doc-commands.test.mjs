// Every command of the README, the tutorial and the guides is run, in the form for a clone, in an empty home.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsIn, commandsOf } from './doc-commands.mjs';
import { readJson, ROOT } from '../tools.mjs';

const GUIDES = readdirSync(join(ROOT, 'docs/guides')).map((name) => `docs/guides/${name}`);
const FILES = ['README.md', 'docs/tutorial.md', ...GUIDES];
const CLI = join(ROOT, 'packages/cli/dist/cli.js');
const PUBLIC = ['core', 'proxy', 'gateway', 'adapters', 'loopbench', 'cli'].map(
  (name) => readJson(join(ROOT, 'packages', name, 'package.json')).name,
);

/** Servers and views: they run until somebody ends them. */
const LASTING = /^(?:npx )?rutbreak (?:serve|llm|watch|mcp (?:--|--http|--config))/;
/** These ask on a terminal, or look whether there is one. */
const ON_TERMINAL = /^rutbreak (?:init|uninstall|scan$)/;
const PUBLISHED = /^npm install (?:-g )?((?:@?[a-z][\w/-]* ?)+)$/;
/** What a command answers in an empty home. */
const TOO_LITTLE = [/^rutbreak tune .*--feedback/, /at least 5 of each are needed/];
/** The traces that commands name, and some more. */
const CORPUS = [
  ...['looping/cycles.jsonl', 'looping/tool-repetition.jsonl', 'looping/duplicates.jsonl'],
  'healthy/coding.jsonl',
];
/** The session that examples speak of. */
const SESSION = '0f3c';
/** A synopsis, or a server that is not here. */
const ONLY_FLAGS = /\[|postgres:\/\//;

/** A home and a folder that have what the commands speak of. */
function surroundings() {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-docs-'));
  const home = join(folder, 'home');
  const bin = join(folder, 'bin');
  for (const name of [bin, join(home, '.claude/projects/-home-dev-project')])
    mkdirSync(name, { recursive: true });
  writeFileSync(join(bin, 'rutbreak'), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`, {
    mode: 0o755,
  });
  writeFileSync(join(bin, 'claude'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  writeFileSync(join(home, '.claude/settings.json'), '{}\n');
  const recordings = join(ROOT, 'packages/cli/src/transcripts/recorded');
  const recorded = join(
    recordings,
    readdirSync(recordings).find((name) => /^claude-code-[\d.]+\.jsonl$/.test(name)),
  );
  cpSync(recorded, join(home, '.claude/projects/-home-dev-project/run.jsonl'));
  for (const name of ['packages', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name), 'dir');
  // A few of many: each command that scans the corpus would read for seconds.
  for (const file of CORPUS) cpSync(join(ROOT, 'corpus', file), join(folder, 'corpus', file));
  for (const name of ['runs', 'labelled', 'exports'])
    for (const file of ['looping/duplicates.jsonl', 'healthy/batch.jsonl', 'healthy/waiting.jsonl'])
      cpSync(join(ROOT, 'corpus', file), join(folder, name, file.replace('/', '-')));
  cpSync(recorded, join(folder, 'run.jsonl'));
  writeFileSync(join(folder, 'keys.txt'), 'key-of-a\nkey-of-b\n');
  writeFileSync(join(folder, 'mcp.json'), '{"mcpServers":{"files":{"command":"node","args":["server.js"]}}}');
  const env = {
    ...{ HOME: home, PATH: [bin, join(folder, 'prefix/bin'), process.env.PATH].join(delimiter) },
    ...{ XDG_DATA_HOME: join(home, 'data'), npm_config_prefix: join(folder, 'prefix'), TOKEN: '' },
  };
  return { folder, env };
}

const run = (command, { folder, env }, input = '') =>
  spawnSync('bash', ['-c', command], { cwd: folder, env, input, encoding: 'utf8', timeout: 50_000 });

/** In a terminal, with yes as the answer to every question. */
async function runInTerminal(command, { folder, env }) {
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: folder, env, timeout: 50_000 });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  // Its input stays open: where it ends first, `script` waits two seconds for more output.
  child.stdin.write('y\ny\n');
  const [status] = await once(child, 'close');
  return { status, stdout: out, stderr: '' };
}

/** Runs it for a moment: it must not end by itself, unless its server has nothing more to read. */
async function startAndEnd(command, { folder, env }) {
  const words = command
    .replace(/^npx /, '')
    .replace(/--port \d+/, '')
    .split(/\s+/)
    .slice(1);
  const port = /^(?:serve|llm)$/.test(words[0]) ? ['--port', '0'] : [];
  const child = spawn(process.execPath, [CLI, words[0], ...port, ...words.slice(1)], { cwd: folder, env });
  let err = '';
  let out = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  for (let waited = 0; waited < 100 && out + err === '' && child.exitCode === null; waited++)
    await sleep(100);
  const code = child.exitCode;
  child.kill('SIGTERM');
  return { code, out, err };
}

const helps = new Map();
/** The help of a command, asked for once. */
function helpOf(name, around) {
  if (!helps.has(name)) helps.set(name, run(`rutbreak ${name} --help`, around).stdout);
  return helps.get(name);
}

/** The flags that a command names must be known to the program. */
function unknownFlags(command, around) {
  const [, name] = command.split(/\s+/);
  const help = helpOf(name, around);
  return [...command.matchAll(/(--[a-z-]+)/g)].map(([, flag]) => flag).filter((flag) => !help.includes(flag));
}

/** A running gateway, for commands that talk to one. */
async function withGateway(command, around) {
  const data = join(around.folder, 'gateway');
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', '--data', data], { env: around.env });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  await expect.poll(() => out, { timeout: 30_000 }).toMatch(/127\.0\.0\.1:\d+/);
  const [address] = /127\.0\.0\.1:\d+/.exec(out);
  const env = { ...around.env, TOKEN: readFileSync(join(data, 'token'), 'utf8').trim() };
  const done = run(command.replace('-s ', '-sf ').replaceAll('127.0.0.1:7878', address), { ...around, env });
  child.kill('SIGTERM');
  return done;
}

/** Loops found is an answer, not a failure. */
const mayEndWith = (command) => (/^rutbreak (?:scan|doctor)/.test(command) ? [0, 1] : [0]);

async function check({ command, program, prints }, around) {
  if (PUBLISHED.test(command)) {
    const names = PUBLISHED.exec(command)[1].split(' ');
    expect(names.filter((name) => /rutbreak/.test(name) && !PUBLIC.includes(name))).toEqual([]);
  } else if (ONLY_FLAGS.test(command)) expect(unknownFlags(command, around)).toEqual([]);
  else if (TOO_LITTLE[0].test(command)) expect(run(command, around).stderr).toMatch(TOO_LITTLE[1]);
  else if (/^npm run \S+$/.test(command)) {
    expect(Object.keys(readJson(join(ROOT, 'package.json')).scripts)).toContain(command.slice(8));
  } else if (LASTING.test(command)) {
    const { code, err } = await startAndEnd(command, around);
    expect(code ?? 0, err).toBe(0);
  } else if (command.includes('127.0.0.1:7878') && command.startsWith('curl')) {
    const { status, stdout } = await withGateway(command, around);
    expect({ status, answer: JSON.parse(stdout) }).toMatchObject({ status: 0, answer: { accepted: 1 } });
  } else {
    if (/^node \w+\.mjs/.test(command)) writeFileSync(join(around.folder, 'agent.mjs'), program);
    const { status, stdout, stderr } = await (ON_TERMINAL.test(command) ? runInTerminal : run)(
      command,
      around,
    );
    expect(mayEndWith(command), `${stdout}${stderr}`).toContain(status);
    if (prints !== undefined) expect(stdout).toBe(prints);
  }
}

describe.each(FILES)('1: the commands of %s', (file) => {
  const around = surroundings();
  const commands = commandsOf(readFileSync(join(ROOT, file), 'utf8'));
  beforeAll(() => {
    if (!commands.some(({ command }) => command.includes(SESSION))) return;
    const event = {
      session_id: SESSION,
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    };
    run('rutbreak hook claude-code', around, JSON.stringify({ ...event, tool_use_id: 't1' }));
  });
  afterAll(() => rmSync(around.folder, { recursive: true, force: true }));

  if (commands.length === 0) it('are none', () => expect(commands).toEqual([]));
  for (const one of commands) it(one.command.split('\n')[0], () => check(one, around));
});

it('1: after the commands of "Uninstall" the settings are as before, and no file of Rutbreak is left', () => {
  const around = surroundings();
  const settings = join(around.folder, 'home/.claude/settings.json');
  run('rutbreak init claude-code --yes', around);
  run('rutbreak hook claude-code', around, '{"session_id":"a","hook_event_name":"PreToolUse"}');
  expect(readFileSync(settings, 'utf8')).toContain('hook claude-code');
  const [, block] = /## Uninstall\n\n```sh\n([^]*?)```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'));
  for (const command of commandsIn(block).filter((one) => one.startsWith('rutbreak')))
    expect(run(command, around).status, command).toBe(0);
  expect(readFileSync(settings, 'utf8')).toBe('{}\n');
  expect(run('rutbreak uninstall', around).stdout).toMatch(/^Rutbreak keeps nothing in /);
  rmSync(around.folder, { recursive: true, force: true });
});

it.each([
  ['a comment is no part of it', 'rutbreak scan   # all of them', ['rutbreak scan']],
  ['lines in quotes belong together', "curl -d '{\n}'\nls", ["curl -d '{\n}'", 'ls']],
  ['a backslash joins lines', 'a \\\n  b', ['a \\\n  b']],
  ['a line of comment is none', '# only words\nls', ['ls']],
])('%s', (_, block, commands) => expect(commandsIn(block)).toEqual(commands));
