/** Everything that a hook needs, as one file. */
import { readEnvironment } from './config/environment.js';
import { runHook } from './hooks/run.js';
import { outputTo } from './io.js';

export async function hookMain(args: readonly string[]): Promise<number> {
  const { stdin, stdout, stderr } = process;
  const { dataDir, all: env, token } = readEnvironment();
  return runHook(args, {
    ...{ stdin, dataDir, folder: process.cwd(), env, token },
    // A closed output cannot be reported anywhere.
    ...{ stdout: outputTo(stdout, () => undefined), stderr: outputTo(stderr, () => undefined) },
  });
}
