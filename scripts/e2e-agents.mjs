// `npm run e2e:agents -- --help`: the real coding agents, installed into .cache/agents, with the guard and without.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from './bundle.mjs';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { readJson, ROOT } from './tools.mjs';

const INSTALL_LIMIT = 300_000;

/** From the npm registry and nothing else: install scripts would fetch more, and are not needed. */
function install(folder, spec) {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts'];
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  const cli = process.env.npm_execpath;
  const isScript = cli?.endsWith('npm-cli.js');
  const [command, first] = isScript ? [process.execPath, [cli]] : ['npm', []];
  const child = spawn(command, [...first, ...args, ...quiet, spec], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), INSTALL_LIMIT);
  return new Promise((done) => {
    const end = (trouble) => {
      clearTimeout(timer);
      // Half an installation would be taken for a whole one next time.
      if (trouble !== undefined) rmSync(folder, { recursive: true, force: true });
      done(trouble);
    };
    child.on('error', (error) => end(error.message));
    child.on('close', (code) =>
      end(code === 0 ? undefined : said.trim().split('\n')[0] || `npm ended with ${code}`),
    );
  });
}

/** The version, and the commit where there is one. */
function stateOfProgram() {
  const { version } = readJson(join(ROOT, 'packages', 'cli', 'package.json'));
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return status === 0 ? `${version} (${stdout.trim()})` : version;
}

await ensureInstalled();
await ensureBuilt();
const { main } = await import(pathToFileURL(await bundle('packages/cli/src/testing/e2e/main.ts')));
process.exitCode = await main({
  root: ROOT,
  path: process.env.PATH ?? '',
  install,
  print: (line) => console.log(line),
  args: process.argv.slice(2),
  state: stateOfProgram(),
});
