import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { newSecret } from './secret.js';
import { StoreError } from '../store/error.js';

export interface TokenFile {
  readonly token: string;
  readonly isNew: boolean;
}

/** Reads the token of this data directory, and creates it on the first start. Only the owner may read the file. */
export function readTokenFile(path: string): TokenFile {
  try {
    if (existsSync(path)) {
      const token = readFileSync(path, 'utf8').trim();
      if (token.length < 20) throw new Error('it contains no token');
      chmodSync(path, 0o600);
      return { token, isNew: false };
    }
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const token = newSecret('rbt_');
    // `wx`: if two processes start at once, one creates the file and the other reads it.
    writeFileSync(path, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return { token, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readTokenFile(path);
    const why = (error as Error).message;
    throw new StoreError('STORE_READ', { path, why, hint: 'Remove the file, or choose another folder.' });
  }
}
