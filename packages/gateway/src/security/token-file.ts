import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { newSecret } from './secret.js';
import { StoreError } from '../store/error.js';
import { makeFolder } from '../store/make-folder.js';

export interface TokenFile {
  readonly token: string;
  readonly isNew: boolean;
}

/** Reads the token of this data directory, and creates it on the first start. Only the owner may read the file. */
export function readTokenFile(path: string): TokenFile {
  if (existsSync(path)) return existing(path);
  makeFolder(dirname(path));
  const token = newSecret('rbt_');
  try {
    // `wx`: if two processes start at once, one creates the file and the other reads it.
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return existing(path);
    throw error;
  }
  return { token, isNew: true };
}

function existing(path: string): TokenFile {
  const token = readFileSync(path, 'utf8').trim();
  if (token.length < 20) {
    const hint = 'Remove the file, or choose another folder with --data.';
    throw new StoreError('STORE_READ', { path, why: 'it contains no token', hint });
  }
  chmodSync(path, 0o600);
  return { token, isNew: false };
}
