// Runs tests against mutants, one after another, in one vitest that stays warm: only the mutated file is compiled anew.
// Started by pool.mjs; a message asks for a run, and the answer is a verdict.
import { createVitest } from 'vitest/node';
import { ROOT } from '../tools.mjs';
import { mutating, pathOf } from './mutating.mjs';

const conditions = ['@rutbreak/source', 'node', 'development|production'];

const { plugin, set } = mutating();

const vitest = await createVitest(
  'test',
  {
    ...{ config: false, root: ROOT, watch: false, reporters: [{}], bail: 1 },
    // Isolated, so that every mutant is loaded anew; threads, so that ending the process ends an endless test, too.
    ...{ pool: 'threads', maxWorkers: 1, isolate: true },
    ...{ include: ['packages/core/src/**/*.test.ts'], testTimeout: 60_000 },
  },
  { plugins: [plugin], resolve: { conditions }, ssr: { resolve: { conditions } } },
);

/** What the tests say with one mutation in place: killed, SURVIVED, or why the run proves nothing. */
async function verdictOf(tests, next) {
  for (const file of set(next)) vitest.invalidateFile(pathOf(file));
  const specifications = await vitest.globTestSpecifications(tests);
  const asked = new Set(specifications.map(({ moduleId }) => moduleId));
  // The result also holds the files of earlier runs.
  const { testModules: known } = await vitest.runTestSpecifications(specifications);
  const testModules = known.filter(({ moduleId }) => asked.has(moduleId));
  const all = testModules.flatMap((module) => [...module.children.allTests()]);
  if (all.some((test) => test.result().state === 'failed')) return 'killed';
  // A file that throws when it is imported fails without asking a single question.
  const [error] = testModules.flatMap((module) => module.errors());
  if (error) return `NO TEST RAN ${String(error.message).split('\n')[0].slice(0, 200)}`;
  return all.some((test) => test.result().state === 'passed') ? 'SURVIVED' : 'NO TEST RAN';
}

process.on('message', async ({ tests, mutation: next }) => {
  try {
    process.send({ verdict: await verdictOf(tests, next) });
  } catch (error) {
    process.send({ verdict: `NO RESULT ${error.message}` });
  }
});
process.on('disconnect', () => process.exit());
process.send({ isReady: true });
