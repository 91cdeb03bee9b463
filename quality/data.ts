import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './usage-error.js';

export const SET_NAMES = [
  'scenarios',
  'peer-vectors',
  'real-audit',
  'real-human',
  'degenerate-text',
  'degenerate-text-message',
  'real-unlabelled',
] as const;
export type SetName = (typeof SET_NAMES)[number];

/** A trace with what is known about it. */
export interface Case {
  readonly id: string;
  readonly events: readonly unknown[];
  readonly expect: 'loop' | 'no_loop' | 'unknown';
  /** The latest event at which a detector is in time; absent: the end of the trace. */
  readonly by?: number;
  /** First and last event of the loop. */
  readonly span?: readonly [number, number];
  /** What kind of loop it is, in the words of its set. */
  readonly category: string;
  readonly source: string;
}

export interface DataSet {
  readonly name: SetName;
  readonly cases: readonly Case[];
}

type Row = Readonly<Record<string, unknown>>;

interface SetSource {
  readonly file: string;
  readonly keep: (row: Row) => boolean;
  readonly events: (row: Row) => readonly unknown[] | undefined;
}

const traced = (file: string, keep: SetSource['keep'] = () => true): SetSource => ({
  file,
  keep,
  events: ({ events }) => (Array.isArray(events) ? events : undefined),
});

const spoken = (events: (text: string) => readonly unknown[]): SetSource => ({
  file: 'degenerate-text.jsonl',
  keep: () => true,
  events: ({ text }) => (typeof text === 'string' ? events(text) : undefined),
});

const SOURCES: Readonly<Record<SetName, SetSource>> = {
  scenarios: traced('scenarios.jsonl'),
  // What only one peer holds is an opinion; what they agree on counts.
  'peer-vectors': traced('peer-vectors.jsonl', ({ strength }) => strength === 'consensus'),
  'real-audit': traced('real-labelled.jsonl', ({ label_by }) => label_by === 'audit'),
  'real-human': traced('real-labelled.jsonl', ({ label_by }) => label_by === 'human'),
  'degenerate-text': spoken(deltasOf),
  'degenerate-text-message': spoken((text) => [{ kind: 'message', text }]),
  'real-unlabelled': traced('real-unlabelled.jsonl'),
};

/** Sets of one family are one file under two labels: what is fitted is fitted on both. */
export function familyOf(name: SetName): string {
  return name === 'real-audit' || name === 'real-human' ? 'real' : name;
}

/** The sets that the folder has, or those of one family. Throws a UsageError that names file and line. */
export function readSets(folder: string, only?: SetName): DataSet[] {
  const names = SET_NAMES.filter((name) => only === undefined || familyOf(name) === familyOf(only));
  const present = names.filter((name) => existsSync(join(folder, SOURCES[name].file)));
  if (present.length === 0) {
    const files = [...new Set(names.map((name) => SOURCES[name].file))];
    throw new UsageError(`${folder} has no ${files.join(', ')}.`);
  }
  const rowsOf = new Map<string, readonly Row[]>();
  return present.map((name) => {
    const { file } = SOURCES[name];
    const rows = rowsOf.get(file) ?? readRows(folder, file);
    rowsOf.set(file, rows);
    return { name, cases: casesOf(name, rows) };
  });
}

function readRows(folder: string, file: string): Row[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.flatMap((line, i) => (line.trim() === '' ? [] : [readRow(line, `${file}, line ${i + 1}`)]));
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

function casesOf(name: SetName, rows: readonly Row[]): Case[] {
  const { keep, events } = SOURCES[name];
  return rows.filter(keep).map((row) => {
    const found = events(row);
    if (!found) throw new UsageError(`${String(row['where'])}: neither \`events\` nor a \`text\`.`);
    return { ...labelsOf(name, row), id: row['id'] as string, events: found };
  });
}

function labelsOf(name: SetName, row: Row): Omit<Case, 'id' | 'events'> {
  const expect = expectOf(name, row);
  const source = textOr(row['source'], 'unknown');
  const category = textOr(row['category'] ?? row['kind'], 'unnamed');
  const { by_event: by, span } = row;
  if (expect !== 'loop') return { expect, source, category };
  if (name === 'scenarios' && !Number.isInteger(by)) throw labelError(row, 'a loop needs a `by_event`');
  if (span !== undefined && span !== null && !isSpan(span))
    throw labelError(row, '`span` must be [first, last]');
  return {
    ...{ expect, source, category },
    ...(name === 'scenarios' && { by: by as number }),
    ...(isSpan(span) && { span }),
  };
}

function expectOf(name: SetName, row: Row): Case['expect'] {
  if (name === 'real-unlabelled') return 'unknown';
  const { expect, degenerate } = row;
  if (expect === 'loop' || expect === 'no_loop') return expect;
  if (typeof degenerate === 'boolean') return degenerate ? 'loop' : 'no_loop';
  throw labelError(row, '`expect` must be loop or no_loop, or `degenerate` true or false');
}

function labelError(row: Row, what: string): UsageError {
  return new UsageError(`${String(row['where'])}: ${what}.`);
}

function isSpan(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}

const DELTA = 40;

/** A text as it streams in; a character outside the basic plane is never cut in two. */
export function deltasOf(text: string): { kind: 'delta'; text: string }[] {
  const pieces: { kind: 'delta'; text: string }[] = [];
  for (let from = 0, to; from < text.length; from = to) {
    to = from + DELTA;
    const code = text.charCodeAt(to - 1);
    if (code >= 0xd800 && code < 0xdc00) to++;
    pieces.push({ kind: 'delta', text: text.slice(from, to) });
  }
  return pieces;
}
