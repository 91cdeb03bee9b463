// `npm run attack`: every attack that we know, one after another. `--short` for CI: there `npm test` has run the suites.
// `--messages N` and `--seed N` are for the disguises of MCP messages and for the made-up secrets.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, installQuietly } from './bundle.mjs';
import { ROOT, show, tool } from './tools.mjs';

const args = process.argv.slice(2);
const isShort = args.includes('--short');
const failed = [];

function attack(name, run) {
  console.log(`\n${name}`);
  if (run() !== 0) failed.push(name);
}

installQuietly();
const { href } = pathToFileURL(await bundle('packages/proxy/src/testing/attack/main.ts'));
const { main } = await import(href);
attack('Disguises of denied MCP calls', () => main(args, console));
attack('Made-up secrets', () =>
  show(join(ROOT, 'scripts/quality.mjs'), ['--redaction', '--gate', ...measured()]),
);
if (!isShort) {
  attack('The waiting time of a healthy client beside a hostile one', () =>
    show(join(ROOT, 'scripts/faults.mjs'), ['--hostile']),
  );
  // Needs packages, so it comes after the installation.
  const { suitesOf } = await import('./checks/promises.mjs');
  // The promises of SECURITY.md name their tests; `npm run check` notices when one of them is gone.
  for (const [name, files] of suitesOf(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8')))
    attack(`Promises: ${name}`, () => show(tool('vitest'), ['run', '--reporter=dot', ...files]));
}
console.log(failed.length === 0 ? '\nEvery attack failed.' : `\nAttacks that worked: ${failed.join('; ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function measured() {
  const at = args.indexOf('--seed');
  return [...(isShort ? ['--short', '--json'] : []), ...(at < 0 ? [] : ['--seed', args[at + 1]])];
}
