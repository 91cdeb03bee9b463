/** Everything that a hook needs, as one file. */
import { readEnvironment } from './config/environment.js';
import { inputFrom, outputTo } from './hooks/descriptors.js';
import { runHook } from './hooks/run.js';

export { warmUp } from './hooks/warm-up.js';

export interface HookEnd {
  readonly code: number;
  /** The input has not ended. `process.exit` would wait for it, so only a signal ends this process. */
  readonly isReading: boolean;
}

export async function hookMain(args: readonly string[]): Promise<HookEnd> {
  const { dataDir, all: env, token } = readEnvironment();
  const stdin = inputFrom(0);
  const code = await runHook(args, {
    ...{ stdin, dataDir, folder: process.cwd(), env, token },
    ...{ stdout: outputTo(1), stderr: outputTo(2) },
  });
  return { code, isReading: stdin.isReading() };
}
