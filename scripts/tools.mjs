// Starts the workspace's own tools without a shell, so that paths with spaces and Windows work alike.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '..');

const WINDOWS = process.platform === 'win32';

export function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The script behind an installed tool's command, to be run with this very Node. */
export function tool(packageName, command = packageName) {
  const home = join(ROOT, 'node_modules', packageName);
  const { bin } = readJson(join(home, 'package.json'));
  return join(home, typeof bin === 'string' ? bin : bin[command]);
}

/** Runs a script with this Node and shows its output as it comes; returns its exit code. */
export function show(script, args = [], cwd = ROOT) {
  return spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'inherit' }).status ?? 1;
}

/** Runs a script with this Node and keeps its output. */
export function capture(script, args = [], cwd = ROOT) {
  const done = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return { ok: done.status === 0, output: `${done.stdout}${done.stderr}`.trim() };
}

/** Runs npm, whichever way this process was started; resolves to its exit code. */
export function npm(args, { quiet = false } = {}) {
  const cli = process.env.npm_execpath;
  const options = { cwd: ROOT, stdio: ['inherit', quiet ? 'ignore' : 'inherit', 'inherit'] };
  const child = cli?.endsWith('npm-cli.js')
    ? spawn(process.execPath, [cli, ...args], options)
    : // npm is a .cmd file on Windows, which only a shell can start; the arguments are our own words.
      spawn(WINDOWS ? 'npm.cmd' : 'npm', args, { ...options, shell: WINDOWS });
  return new Promise((done) => {
    child.on('error', () => done(1));
    child.on('close', (code) => done(code ?? 1));
  });
}

/** Ends the script with a plain sentence instead of a stack trace. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
