import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from './error.js';

/**
 * Makes a folder for data, which only its owner may read. Throws a RutbreakError where the system accepts none. It makes one folder
 * after the other: where the system accepts none, as in /proc, Node's own `recursive` tries again without end.
 */
export function makeFolder(path: string): void {
  try {
    make(path);
  } catch (error) {
    // What else goes wrong, such as a file in the way, explains itself.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const hint = 'Choose a folder that you may write to with --data.';
    throw new StoreError('STORE_READ', { path, why: (error as Error).message, hint });
  }
}

function make(path: string): void {
  if (!existsSync(dirname(path))) make(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // It was there, or another process was faster.
    if (!isExistingFolder(error, path)) throw error;
  }
}

function isExistingFolder(error: unknown, path: string): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST' && statSync(path).isDirectory();
}
