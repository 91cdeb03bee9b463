import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTokenFile } from './token-file.js';

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rutbreak-token-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the token of a data folder', () => {
  it('is made on the first start, for the owner alone, and read on the second', () => {
    const path = join(folder, 'data', 'token');
    const first = readTokenFile(path);
    expect(first.isNew).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readTokenFile(path)).toEqual({ token: first.token, isNew: false });
  });

  it.each<[what: string, make: () => string, error: RegExp]>([
    [
      'the folder is a file',
      () => (writeFileSync(join(folder, 'f'), ''), join(folder, 'f', 'token')),
      /EEXIST/,
    ],
    [
      'a link leads nowhere',
      () => (symlinkSync('/gone', join(folder, 'token')), join(folder, 'token')),
      /ENOENT/,
    ],
    [
      'the file has no token',
      () => (writeFileSync(join(folder, 'token'), 'x'), join(folder, 'token')),
      /no token/,
    ],
  ])('where %s it ends with an error', (_, make, error) => {
    expect(() => readTokenFile(make())).toThrow(error);
  });
});
