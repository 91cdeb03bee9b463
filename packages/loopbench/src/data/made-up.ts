import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** For tests: a temporary folder with artificial data. */
export function folderOf(files: Readonly<Record<string, readonly unknown[]>>): {
  path: string;
  remove: () => void;
} {
  const path = mkdtempSync(join(tmpdir(), 'rutbreak-quality-'));
  for (const [name, rows] of Object.entries(files)) {
    const text = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The `cycles` preset fires at the second of two equal calls; never at different ones. */
export const same = (count: number): object[] =>
  Array.from({ length: count }, () => ({ kind: 'call', tool: 'look', args: { at: 'x' }, result: 'y' }));
export const different = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ kind: 'call', tool: 'look', args: { at: i }, result: `y${i}` }));
