// Installs the built package into empty projects, beside old and new versions of frameworks, and imports the adapter.
// Needs the registry and the built packages: `npm run build`, then `node scripts/checks/peers.mjs`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** The framework, the entry that uses it, and whether its version is outside the tested range. */
const CASES = [
  ['ai@5', 'ai-sdk', true],
  ['ai@6', 'ai-sdk', false],
  ['ai@7', 'ai-sdk', false],
  ['@openai/agents@0.1', 'openai-agents', true],
  ['@openai/agents@0.19', 'openai-agents', true],
  ['@openai/agents@0.20', 'openai-agents', false],
];

/** Guards nothing in particular: the version is checked when the first guard is made. */
const PROGRAMS = {
  'ai-sdk': 'guarded({ model: { doGenerate() {}, doStream() {} } }, { onWarning: console.log });',
  'openai-agents':
    'guarded({ model: {}, getAllTools() {}, getEnabledHandoffs() {} }, { onWarning: console.log });',
};

function run(command, args, cwd) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 300_000 });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

function pack(home, folder) {
  const [{ filename }] = JSON.parse(
    run('npm', ['pack', '--json', '--pack-destination', folder], join(ROOT, 'packages', home)),
  );
  return join(folder, filename);
}

function tryCase([framework, entry, isWarned], folder, tarballs) {
  const home = mkdtempSync(join(folder, 'project-'));
  writeFileSync(join(home, 'package.json'), '{"name":"empty","private":true,"type":"module"}');
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', framework], home);
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs], home);
  writeFileSync(
    join(home, 'try.mjs'),
    `import { guarded } from '@rutbreak/adapters/${entry}';\n${PROGRAMS[entry]}\n`,
  );
  const printed = run(process.execPath, ['try.mjs'], home);
  if (printed.includes('is tested with') !== isWarned)
    throw new Error(`Expected ${isWarned ? 'a' : 'no'} warning about the version, and got: ${printed}`);
}

const folder = mkdtempSync(join(tmpdir(), 'rutbreak-peers-'));
try {
  const tarballs = ['core', 'proxy', 'adapters'].map((home) => pack(home, folder));
  for (const one of CASES) {
    try {
      tryCase(one, folder, tarballs);
      console.log(`ok     ${one[0]}`);
    } catch (error) {
      process.exitCode = 1;
      console.log(`FAILED ${one[0]}: ${error.message}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
