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

/** What `work` throws. */
function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const REFUSED = {
  ...{ code: 'STORE_READ', detail: { hint: 'Choose a folder that you may write to with --data.' } },
};

describe('a folder for data', () => {
  it('is made with all folders above it, for its owner alone, and may exist already', () => {
    const path = join(home, 'a/b/c');
    makeFolder(path);
    makeFolder(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it('below a file fails with the reason of the system', () => {
    expect(thrownBy(() => makeFolder(join(home, 'file/data')))).toMatchObject({ code: 'ENOTDIR' });
  });

  it.skipIf(process.getuid?.() === 0)('below a folder that is not writable does, too', () => {
    makeFolder(join(home, 'closed'));
    chmodSync(join(home, 'closed'), 0o500);
    expect(thrownBy(() => makeFolder(join(home, 'closed/data')))).toMatchObject({ code: 'EACCES' });
  });

  const inProc = '/proc/rutbreak/data';
  it.skipIf(!existsSync('/proc'))('is refused at once where the system accepts no folder', () => {
    expect(thrownBy(() => readTokenFile(join(inProc, 'token')))).toMatchObject(REFUSED);
    expect(thrownBy(() => createSqliteStore(join(inProc, 'gateway.db')))).toMatchObject(REFUSED);
  });
});
