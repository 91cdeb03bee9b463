// Compares the decisions of `default` with the pinned ones for one mutant after another. It needs no test runner: core is
// bundled with the mutation, and the first different decision ends a run. Started by pool.mjs, like runner.mjs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { ROOT } from '../tools.mjs';
import { mutating } from './mutating.mjs';

const require = createRequire(import.meta.url);
const { plugin, set } = mutating();

async function load() {
  const file = await bundle('packages/core/src/testing/pinned/decisions.ts', {
    format: 'cjs',
    plugins: [plugin],
  });
  const module = { exports: {} };
  // Unlike an import, this leaves nothing behind once the mutant is done.
  new Function('module', 'exports', 'require', readFileSync(file, 'utf8'))(module, module.exports, require);
  return module.exports;
}

const { PINNED, pinnedFile, pinnedTraces } = await load();
/** Each trace with its line. Those that killed a mutant move to the front, because they often kill the next one. */
const pinned = PINNED.flatMap((name) => {
  const lines = readFileSync(join(ROOT, pinnedFile(name)), 'utf8').split('\n');
  return pinnedTraces(ROOT, name).map((trace, i) => ({ trace, line: lines[i] }));
});

async function verdictOf(mutation) {
  set(mutation);
  const { createDecide } = await load();
  try {
    const decide = createDecide();
    const at = pinned.findIndex(({ trace, line }) => decide(trace) !== line);
    if (at < 0) return 'SURVIVED';
    pinned.unshift(...pinned.splice(at, 1));
  } catch {
    // Core throws on no input, so a throw is a difference, too.
  }
  return 'killed';
}

process.on('message', async ({ mutation }) => {
  try {
    process.send({ verdict: await verdictOf(mutation) });
  } catch (error) {
    process.send({ verdict: `NO RESULT ${error.message}` });
  }
});
process.on('disconnect', () => process.exit());
process.send({ isReady: true });
