import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTokenFile } from '../security/token-file.js';
import { makeFolder } from './make-folder.js';
import { createSqliteStore } from './sqlite/store.js';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'rutbreak-folder-'));
  writeFileSync(join(home, 'file'), '');
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const refusal = expect.objectContaining({
  ...{ code: 'STORE_READ', message: expect.stringContaining('--data') },
});

describe('a folder for data', () => {
  it('is made with all folders above it, for its owner alone, and may exist already', () => {
    const path = join(home, 'a/b/c');
    makeFolder(path);
    makeFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('is refused below a file', () => {
    expect(() => makeFolder(join(home, 'file/data'))).toThrow(refusal);
  });

  it.skipIf(process.getuid?.() === 0)('is refused below a folder that is not writable', () => {
    makeFolder(join(home, 'closed'));
    chmodSync(join(home, 'closed'), 0o500);
    expect(() => makeFolder(join(home, 'closed/data'))).toThrow(refusal);
  });

  const inProc = '/proc/rutbreak/data';
  it.skipIf(!existsSync('/proc'))('is refused at once where the system accepts no folder', () => {
    expect(() => readTokenFile(join(inProc, 'token'))).toThrow(refusal);
    expect(() => createSqliteStore(join(inProc, 'gateway.db'))).toThrow(refusal);
  });
});
