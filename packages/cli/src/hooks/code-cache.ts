/**
 * Runs the file that holds everything a hook needs, with the code that V8 compiled for it the last time. Compiling it
 * takes as long as Node's own start. Node 20 has no compile cache of its own.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as V8 from 'node:v8';
import { Script } from 'node:vm';
import type { HookEnd } from '../hook-main.js';

interface HookModule {
  readonly hookMain: (args: readonly string[]) => Promise<HookEnd>;
  readonly warmUp: () => void;
}

/** What the build puts around the module. */
type Wrapper = (exports: object, require: NodeJS.Require, module: object) => void;

/** V8 itself accepts the compiled code of any text of equal length. */
const DIGEST = '/*0123456789abcdef*/'.length;

/**
 * `file` is a function around a CommonJS module, in ASCII, behind a digest of it. The compiled code is kept in `folder`.
 * `hasFlags`: Node was started with options.
 */
export async function runCached(
  file: string,
  folder: string,
  args: readonly string[],
  hasFlags = false,
): Promise<HookEnd> {
  const require = createRequire(file);
  const flags = hasFlags ? `-${flagsTag(require)}` : '';
  const cache = join(folder, `hook-${process.version}-${process.arch}${flags}.bin`);
  // One byte per character: half the memory, and nothing to decode.
  const source = readFileSync(file, 'latin1');
  const digest = source.slice(0, DIGEST);
  const cachedData = readCache(cache, digest);
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const module = { exports: {} };
  (script.runInThisContext() as Wrapper)(module.exports, require, module);
  const { hookMain, warmUp } = module.exports as HookModule;
  const end = await hookMain(args);
  // After the run, because then it holds the functions that hooks really call.
  if (!cachedData || script.cachedDataRejected === true) writeCache(cache, script, digest, warmUp);
  return end;
}

/**
 * V8 rejects code that was compiled with other flags. Two agents with different flags would replace each other's code at
 * each hook. Loading the module takes milliseconds, and hardly anyone has flags.
 */
function flagsTag(require: NodeJS.Require): number {
  return (require('node:v8') as typeof V8).cachedDataVersionTag();
}

/** Its last bytes are the digest of the text that was compiled. */
function readCache(file: string, digest: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const end = bytes.length - DIGEST;
    return bytes.toString('latin1', end) === digest ? bytes.subarray(0, end) : undefined;
  } catch {
    return undefined;
  }
}

/** Only speed depends on it. */
function writeCache(file: string, script: Script, digest: string, warmUp: () => void): void {
  try {
    warmUp();
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}.tmp`;
    const bytes = Buffer.concat([script.createCachedData(), Buffer.from(digest, 'latin1')]);
    writeFileSync(temporary, bytes, { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // The next hook tries again.
  }
}
