import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests: a folder of made-up data that goes away again. */
export function folderOf(files: Readonly<Record<string, readonly unknown[]>>): {
  path: string;
  remove: () => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'rutbreak-quality-'));
  for (const [name, rows] of Object.entries(files)) {
    writeFileSync(
      join(path, name),
      rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
    );
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Equal calls fire the `cycles` preset at the second one; unequal ones never do. */
export const same = (count: number): object[] =>
  Array.from({ length: count }, () => ({ kind: 'call', tool: 'look', args: { at: 'x' }, result: 'y' }));
export const different = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'call', tool: 'look', args: { at: i }, result: `y${i}` }));
