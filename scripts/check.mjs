// `npm run check`: everything that must hold besides the tests. All of it runs, even after a failure, so
// that one run shows every problem.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled } from './setup.mjs';
import { capture, readJson, ROOT, tool } from './tools.mjs';

/** Folders with sources, of those that exist: the cruiser refuses names that lead nowhere. */
const SOURCES = ['packages', 'bench', 'examples'].filter((folder) => existsSync(join(ROOT, folder)));

/** Name, script, arguments and, where a command repairs it, that command. */
function steps() {
  const cruiser = tool('dependency-cruiser', 'depcruise');
  return [
    ['format', tool('prettier'), ['--check', '.'], 'npm run format'],
    ['types', tool('typescript', 'tsc'), ['--project', '.']],
    ['types of the page', tool('typescript', 'tsc'), ['--project', 'packages/dashboard']],
    // In one thread it needs more memory than Node gives a heap.
    ['lint', tool('eslint'), ['--concurrency', '2', '--max-warnings', '0', '.']],
    ['layers', cruiser, ['--config', 'dependency-cruiser.config.cjs', ...SOURCES]],
    ['folders', join(ROOT, 'scripts/checks/folders.mjs'), []],
    ['commit subjects', join(ROOT, 'scripts/checks/commits.mjs'), []],
    ['copies', join(ROOT, 'scripts/checks/copies.mjs'), []],
    ['dead code', tool('knip'), ['--treat-config-hints-as-errors']],
    ['number of options', join(ROOT, 'scripts/quality.mjs'), ['--count-options', '--gate']],
    ['pages', join(ROOT, 'scripts/checks/pages.mjs'), []],
    ['promises', join(ROOT, 'scripts/checks/promises.mjs'), []],
    ['figures', join(ROOT, 'scripts/checks/figures.mjs'), []],
    ['map', join(ROOT, 'scripts/checks/map.mjs'), []],
    // Fails when what embedders see differs from the report in the repository.
    ['public interface', join(ROOT, 'scripts/checks/interface.mjs'), [], 'npm run api'],
    ...publicPackages().flatMap(({ name, home }) => [
      [`exports of ${name}`, tool('publint'), ['--strict', home]],
      [`types of ${name}`, tool('@arethetypeswrong/cli', 'attw'), ['--profile', 'esm-only', '--pack', home]],
    ]),
  ];
}

function publicPackages() {
  return readdirSync(join(ROOT, 'packages'))
    .map((folder) => `packages/${folder}`)
    .filter((home) => existsSync(join(ROOT, home, 'package.json')))
    .map((home) => ({ home, ...readJson(join(ROOT, home, 'package.json')) }))
    .filter((one) => !one.private);
}

function run([name, script, args, repair]) {
  const start = Date.now();
  const { ok, output } = capture(script, args);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  // A check that cannot run here says so in a line that starts with "skipped:".
  const skipped = /^skipped: .*$/m.exec(output)?.[0] ?? '';
  console.log(
    `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${seconds.padStart(5)} s  ${skipped}`.trimEnd(),
  );
  return { name, ok, output: repair ? `${output}\n\nTo repair it: ${repair}` : output };
}

await ensureInstalled();
await ensureBuilt();
const failed = steps()
  .map(run)
  .filter(({ ok }) => !ok);
for (const { name, output } of failed) console.error(`\n──── ${name} ────\n${output}`);
process.exitCode = failed.length > 0 ? 1 : 0;
