// `npm run attack`: every attack that we know, one after another. `--short` for CI: there `npm test` has run the suites.
// `--messages N` and `--seed N` are for the disguises of MCP messages and for the made-up secrets.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, installQuietly } from './bundle.mjs';
import { ROOT, show, tool } from './tools.mjs';

/** What is attacked, and the tests that do it. */
const SUITES = {
  'MCP messages that parsers read in different ways': [
    'packages/proxy/src/mcp/transport/strict-reading.test.ts',
    'packages/proxy/src/mcp/transport/http/upstream.test.ts',
    'packages/proxy/src/mcp/policy/policy.test.ts',
  ],
  'Hostile clients beside a healthy one': ['packages/gateway/src/hostile.test.ts'],
  'Hostile requests and answers at the LLM proxy': ['packages/proxy/src/llm/server/hostile.test.ts'],
  'Captured cookies, tokens and keys': [
    'packages/gateway/src/security/page-session.test.ts',
    'packages/gateway/src/http/app.test.ts',
  ],
  "Texts in the guard's own words": [
    'packages/core/src/own-words.test.ts',
    'packages/core/src/copied-words.test.ts',
    'packages/core/src/copied-words.property.test.ts',
  ],
  'Texts of deleted sessions': ['packages/gateway/src/deletion.test.ts'],
  'Secrets in every place where a text is kept': [
    'packages/core/src/redact',
    'packages/gateway/src/ingest/redaction.test.ts',
    'packages/gateway/src/store/sqlite/store.test.ts',
    'packages/proxy/src/mcp/audit',
    'packages/cli/src/report/html/html.test.ts',
  ],
};

const args = process.argv.slice(2);
const isShort = args.includes('--short');
const failed = [];

// A suite that was moved would otherwise be left out without a word.
const missing = Object.values(SUITES)
  .flat()
  .filter((file) => !existsSync(join(ROOT, file)));
if (missing.length > 0) throw new Error(`These suites do not exist: ${missing.join(', ')}`);

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
  for (const [name, files] of Object.entries(SUITES))
    attack(name, () => show(tool('vitest'), ['run', '--reporter=dot', ...files]));
}
console.log(failed.length === 0 ? '\nEvery attack failed.' : `\nAttacks that worked: ${failed.join('; ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function measured() {
  const at = args.indexOf('--seed');
  return [...(isShort ? ['--short', '--json'] : []), ...(at < 0 ? [] : ['--seed', args[at + 1]])];
}
