// Warm test runners. A run that takes too long ends its runner: a mutant may turn a loop endless.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../tools.mjs';

const RUNNER = join(ROOT, 'scripts/mutate/runner.mjs');
/** A runner that only compares the decisions of `default` with the pinned ones: quick, and most mutants end there. */
export const DECISIONS = join(ROOT, 'scripts/mutate/decisions.mjs');
/** Milliseconds that a runner may take to start on a busy machine. */
const START = 300_000;
export const ENDLESS = 'killed (endless)';

/** One runner: `ask(tests, mutation, patience)` returns a verdict, and `end()` ends the process. */
export function createRunner(script = RUNNER) {
  let child;
  const next = (patience) =>
    new Promise((done) => {
      const finish = (answer) => {
        clearTimeout(timer);
        child.removeAllListeners();
        done(answer);
      };
      const timer = setTimeout(() => finish({ isLate: true }), patience);
      child.once('message', finish);
      child.once('exit', (code) =>
        finish({ verdict: `NO RESULT the runner ended with ${code}`, isGone: true }),
      );
    });
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  const start = async () => {
    child = fork(script, { cwd: ROOT, stdio: 'ignore' });
    if (!(await next(START)).isReady) throw new Error('A test runner does not start.');
  };
  return {
    end,
    async ask(tests, mutation, patience) {
      if (child === undefined) await start();
      child.send({ tests, mutation });
      const { verdict, isLate, isGone } = await next(patience);
      if (isLate || isGone) end();
      return isLate ? ENDLESS : verdict;
    },
  };
}
