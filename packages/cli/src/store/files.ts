import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeHash } from '@rutbreak/core/edge';
import { hasCode } from './trouble.js';

const ENDING = '.json';
const LOCK = '.lock';
const CORRUPT = '.corrupt-';

/** Any session id as a file name: readable, short, and unique even on case-insensitive file systems. */
export function fileName(id: string): string {
  const readable = id
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 40)
    .toLowerCase();
  const digest = computeHash(id).slice(0, 16);
  return `${readable}-${digest}${ENDING}`;
}

/** Unique per process and time. `node:crypto` takes too long to load for a hook. */
export function ownName(): string {
  return `${process.pid}-${process.hrtime.bigint().toString(36)}`;
}

export function lockOf(file: string): string {
  return file + LOCK;
}

/** `undefined` if there is no such file. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Atomic: readers see the old content or the new one, never a part. Calls `mayReplace` at the last moment.
 */
export function writeWhole(file: string, text: string, mayReplace: () => boolean): boolean {
  const temporary = `${file}.${ownName()}.tmp`;
  try {
    writeFileSync(temporary, text, { mode: 0o600 });
    if (!mayReplace()) return false;
    replace(temporary, file);
    return true;
  } finally {
    drop(temporary);
  }
}

const REPLACE_TRIES = 50;

/** On Windows, a file that another process is reading cannot be replaced for a moment. */
function replace(from: string, to: string): void {
  for (let tries = 1; ; tries++) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const mayPass = process.platform === 'win32' && hasCode(error, 'EPERM', 'EBUSY', 'EACCES');
      if (!mayPass || tries === REPLACE_TRIES) throw error;
    }
  }
}

/** Moves the file aside without deleting it; returns the new path. */
export function moveAside(file: string, at: number): string {
  const aside = `${file}${CORRUPT}${new Date(at).toISOString().replaceAll(/[:.]/g, '-')}`;
  renameSync(file, aside);
  return aside;
}

/** True if there was something to remove. */
export function drop(file: string): boolean {
  try {
    unlinkSync(file);
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

/** The session files of a folder, newest first. A missing folder has none. */
export function sessionFiles(folder: string): readonly Found[] {
  return filesThat(folder, (name) => name.endsWith(ENDING));
}

/** Temporary files of killed processes. */
export function leftovers(folder: string): readonly Found[] {
  return filesThat(folder, (name) => /\.(?:tmp|break|lock)$/.test(name) || name.includes(CORRUPT));
}

function filesThat(folder: string, isWanted: (name: string) => boolean): readonly Found[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
  const found = names.filter(isWanted).map((name) => stamped(join(folder, name)));
  return found.filter((one) => one !== undefined).sort((a, b) => b.changedAt - a.changedAt);
}

/** Another process may have removed it in the meantime. */
function stamped(file: string): Found | undefined {
  try {
    return { file, changedAt: statSync(file).mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
