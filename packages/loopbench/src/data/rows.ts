import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { UsageError } from '../usage-error.js';

/** One line of a data file; `where` names file and line for messages. */
export type Row = Readonly<Record<string, unknown>>;

/** The rows of a file of JSON lines, packed with gzip or not. Throws a UsageError that names file and line. */
export function readRows(path: string): Row[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  const file = basename(path);
  return text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [readRow(line, `${file}, line ${i + 1}`)]));
}

function readRow(line: string, where: string): Row {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    throw new UsageError(`${where}: not JSON.`);
  }
  if (typeof row !== 'object' || row === null || typeof (row as Row)['id'] !== 'string') {
    throw new UsageError(`${where}: a trace is an object with an \`id\`.`);
  }
  return { ...row, where };
}

export function rowError(row: Row, what: string): UsageError {
  return new UsageError(`${String(row['where'])}: ${what}.`);
}
