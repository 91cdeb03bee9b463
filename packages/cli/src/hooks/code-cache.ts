/**
 * Runs the file that holds everything a hook needs, with the code that V8 compiled for it the last time. Compiling it
 * takes as long as Node's own start. Node 20 has no compile cache of its own.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import type { HookEnd } from '../hook-main.js';

interface HookModule {
  readonly hookMain: (args: readonly string[]) => Promise<HookEnd>;
  readonly warmUp: () => void;
}

type Wrapper = (exports: object, require: NodeJS.Require, module: object) => void;

/** `file` is a CommonJS module; the compiled code is kept in `folder`. */
export async function runCached(file: string, folder: string, args: readonly string[]): Promise<HookEnd> {
  const cache = join(folder, `hook-${process.version}-${process.arch}.bin`);
  const cachedData = readCache(cache);
  const source = `(function (exports, require, module) {${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  (script.runInThisContext() as Wrapper)(module.exports, createRequire(file), module);
  const { hookMain, warmUp } = module.exports as HookModule;
  const end = await hookMain(args);
  // After the run, because then it holds the functions that hooks really call.
  if (!cachedData || script.cachedDataRejected === true) writeCache(cache, script, warmUp);
  return end;
}

function readCache(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Only speed depends on it. */
function writeCache(file: string, script: Script, warmUp: () => void): void {
  try {
    warmUp();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}.tmp`;
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // The next hook tries again.
  }
}
