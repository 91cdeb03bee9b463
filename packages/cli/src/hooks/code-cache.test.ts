import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderOf } from '../testing/run-cli.js';
import { runCached } from './code-cache.js';

let folder: ReturnType<typeof folderOf>;
beforeEach(() => void (folder = folderOf({})));
afterEach(() => folder.remove());

/** As the build writes it: a digest, and a function around the module. */
function writeHook(code: number, digest: string): string {
  const file = join(folder.path, 'hook-main.cjs');
  const body = `exports.hookMain = async () => ({ code: ${code}, isReading: false }); exports.warmUp = () => {};`;
  writeFileSync(file, `/*${digest.repeat(16)}*/(function (exports, require, module) {${body}\n})`);
  return file;
}

const cacheFolder = (): string => join(folder.path, 'cache');
const codeOf = async (file: string): Promise<number> => (await runCached(file, cacheFolder(), [])).code;
const cacheFile = (): string => join(cacheFolder(), readdirSync(cacheFolder())[0] ?? '');

describe('the compiled code of the hook', () => {
  it('is kept once, and used again', async () => {
    const file = writeHook(3, 'a');
    expect(await codeOf(file)).toBe(3);
    const { ino } = statSync(cacheFile());
    expect(await codeOf(file)).toBe(3);
    expect(statSync(cacheFile()).ino).toBe(ino);
  });

  it('of an older program with a text of the same length is not run', async () => {
    expect(await codeOf(writeHook(3, 'a'))).toBe(3);
    expect(await codeOf(writeHook(4, 'b'))).toBe(4);
    expect(readFileSync(cacheFile(), 'latin1').endsWith(`/*${'b'.repeat(16)}*/`)).toBe(true);
  });

  it.each(['', 'no compiled code', `no compiled code/*${'c'.repeat(16)}*/`])(
    'is made again if the file contains %j',
    async (content) => {
      await codeOf(writeHook(3, 'a'));
      writeFileSync(cacheFile(), content);
      // Another text: V8 remembers what this process has compiled.
      expect(await codeOf(writeHook(5, 'c'))).toBe(5);
      expect(readFileSync(cacheFile(), 'latin1')).not.toBe(content);
    },
  );

  it('is kept apart for flags of V8, which would make it useless for others', async () => {
    const file = writeHook(3, 'a');
    await runCached(file, cacheFolder(), []);
    await runCached(file, cacheFolder(), [], true);
    const version = `hook-${process.version}-${process.arch}`;
    expect(readdirSync(cacheFolder()).sort()).toEqual([
      `${version}-${cachedDataVersionTag()}.bin`,
      `${version}.bin`,
    ]);
  });

  it('is not needed: without a place for it the hook runs', async () => {
    const file = writeHook(3, 'a');
    rmSync(cacheFolder(), { recursive: true, force: true });
    writeFileSync(cacheFolder(), 'not a folder');
    expect(await codeOf(file)).toBe(3);
  });
});
