// Compares the decisions of `default` with the pinned ones for one mutant after another. It needs no test runner: core is
// bundled once with all mutants behind switches, a mutant meets only the traces that can notice it, and the first
// different decision ends a run. Started by pool.mjs, like runner.mjs.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bundle } from '../bundle.mjs';
import { ROOT } from '../tools.mjs';
import { partsOfDefault, wordsOfDefault } from './mutants.mjs';
import { BOARD, switchboard, switches } from './switches.mjs';

const require = createRequire(import.meta.url);
const { plugin, find } = switches([...partsOfDefault(), ...wordsOfDefault()]);
const file = await bundle('packages/core/src/testing/pinned/decisions.ts', {
  ...{ format: 'cjs', plugins: [plugin], sourcemap: false },
});
const code = readFileSync(file, 'utf8');

/** Core with its own switchboard. A mutant that works at load time needs a core of its own. */
function load(current = 0) {
  const board = switchboard(current);
  const module = { exports: {} };
  // Unlike an import, this leaves nothing behind once the mutant is done.
  new Function('module', 'exports', 'require', BOARD, code)(module, module.exports, require, board);
  return { board, ...module.exports };
}

const core = load();
const pinned = core.PINNED.flatMap((name) => {
  const lines = readFileSync(join(ROOT, core.pinnedFile(name)), 'utf8').split('\n');
  // Traces that killed a mutant go first, because they often kill the next one.
  return core.pinnedTraces(ROOT, name).map((trace, i) => ({ trace, line: lines[i], kills: 0 }));
});

/** For each mutant, the traces that reach it in a way that makes a difference. */
const noticing = new Map();
const decide = core.createDecide();
for (const one of pinned) {
  core.board.reached = new Set();
  decide(one.trace);
  for (const number of core.board.reached) if (!noticing.get(number)?.push(one)) noticing.set(number, [one]);
}
core.board.reached = undefined;

function verdictOf(mutation) {
  const { number, isEarly } = mutation ? find(mutation) : { number: 0, isEarly: true };
  const traces = isEarly ? pinned : (noticing.get(number) ?? []);
  const { board, createDecide } = isEarly ? load(number) : core;
  board.current = number;
  try {
    const decide = createDecide();
    const first = traces
      .toSorted((a, b) => b.kills - a.kills)
      .find(({ trace, line }) => decide(trace) !== line);
    if (!first) return 'SURVIVED';
    first.kills++;
  } catch {
    // Core throws on no input, so a throw is a difference, too.
  } finally {
    board.current = 0;
  }
  return 'killed';
}

process.on('message', ({ mutation }) => {
  try {
    process.send({ verdict: verdictOf(mutation) });
  } catch (error) {
    process.send({ verdict: `NO RESULT ${error.message}` });
  }
});
process.on('disconnect', () => process.exit());
process.send({ isReady: true });
