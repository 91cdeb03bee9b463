import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode } from './trouble.js';

export const ENDING = '.json';
const LOCK = '.lock';
const CORRUPT = '.corrupt-';

/** Any session id as a file name: readable, short, and different for different ids whatever the file system folds. */
export function fileName(id: string): string {
  const readable = id
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 40)
    .toLowerCase();
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${readable}-${digest}${ENDING}`;
}

export function lockOf(file: string): string {
  return file + LOCK;
}

/** `undefined` where there is no such file. */
export async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** All or nothing: readers see the old content or the new one, never a part. `mayReplace` is asked at the last moment. */
export async function writeWhole(
  file: string,
  text: string,
  mayReplace: () => Promise<boolean>,
): Promise<boolean> {
  const temporary = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    if (!(await mayReplace())) return false;
    await replace(temporary, file);
    return true;
  } finally {
    await drop(temporary);
  }
}

const REPLACE_TRIES = 10;

/** On Windows a file that somebody reads cannot be replaced for a moment. */
async function replace(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (tries === REPLACE_TRIES || !hasCode(error, 'EPERM', 'EBUSY', 'EACCES')) throw error;
      if (process.platform !== 'win32') throw error;
      await sleep(5 * tries);
    }
  }
}

/** Out of the way but not lost; where it is now. */
export async function moveAside(file: string, at: number): Promise<string> {
  const aside = `${file}${CORRUPT}${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;
  await rename(file, aside);
  return aside;
}

/** True where there was something. */
export async function drop(file: string): Promise<boolean> {
  try {
    await unlink(file);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}

export interface Found {
  readonly file: string;
  readonly changedAt: number;
}

/** The session files of a folder, newest first. A folder that is not there has none. */
export async function sessionFiles(folder: string): Promise<readonly Found[]> {
  return filesThat(folder, (name) => name.endsWith(ENDING));
}

/** What killed processes and bad luck have left behind. */
export async function leftovers(folder: string): Promise<readonly Found[]> {
  return filesThat(folder, (name) => /\.(?:tmp|break|lock)$/.test(name) || name.includes(CORRUPT));
}

async function filesThat(folder: string, isWanted: (name: string) => boolean): Promise<readonly Found[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
  const found = await Promise.all(names.filter(isWanted).map((name) => stamped(join(folder, name))));
  return found.filter((one) => one !== undefined).sort((a, b) => b.changedAt - a.changedAt);
}

/** Another process may have removed it in the meantime. */
async function stamped(file: string): Promise<Found | undefined> {
  try {
    return { file, changedAt: (await stat(file)).mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
