// `npm run attack`: every attack that we know, one after another.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle, installQuietly } from './bundle.mjs';
import { fail, ROOT, show, tool } from './tools.mjs';

const HELP = `npm run attack -- [options]

  --short        for CI, where \`npm test\` has run the suites: only MCP messages and secrets, and fewer of them
  --messages N   the number of mutated MCP messages
  --seed N       the seed of the MCP messages and of the secrets
`;

const args = process.argv.slice(2);
const options = readOptions();
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
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
if (!options.short) {
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

function readOptions() {
  const number = { type: 'string' };
  const help = { type: 'boolean', short: 'h' };
  try {
    return parseArgs({ options: { short: { type: 'boolean' }, messages: number, seed: number, help } })
      .values;
  } catch (error) {
    fail(`${error.message}\n\n${HELP}`);
  }
}

function measured() {
  return [...(options.short ? ['--short', '--json'] : []), ...(options.seed ? ['--seed', options.seed] : [])];
}
