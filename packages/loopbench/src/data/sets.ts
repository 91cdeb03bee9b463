import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, caseOf, type Labelling } from './case.js';
import { readRows, type Row, rowError } from './rows.js';
import { UsageError } from '../usage-error.js';

export interface DataSet {
  readonly name: string;
  readonly cases: readonly Case[];
}

interface SetSource extends Labelling {
  readonly name: string;
  readonly file: string;
  readonly keep: (row: Row) => boolean;
  readonly eventsOf: (row: Row) => readonly unknown[] | undefined;
}

const traced = (
  name: string,
  file: string,
  deadline: Labelling['deadline'],
  keep: SetSource['keep'] = () => true,
): SetSource => ({
  ...{ name, file, deadline },
  // If two readers did not agree there is nothing to measure.
  keep: (row) => row['expect'] !== 'debatable' && keep(row),
  eventsOf: ({ events }) => (Array.isArray(events) ? events : undefined),
});

const text = (name: string, eventsOf: (text: string) => readonly unknown[]): SetSource => ({
  ...{ name, file: 'degenerate-text.jsonl', deadline: 'none', keep: () => true },
  eventsOf: ({ text }) => (typeof text === 'string' ? eventsOf(text) : undefined),
});

// A label of one peer alone is an opinion; agreement counts.
const isConsensus = ({ strength }: Row): boolean => strength === 'consensus';
const isLabelledBy =
  (reader: string) =>
  ({ label_by }: Row): boolean =>
    label_by === reader;

const SOURCES: readonly SetSource[] = [
  traced('scenarios', 'scenarios.jsonl', 'required'),
  traced('scenarios-2', 'scenarios-2.jsonl', 'required'),
  traced('peer-vectors', 'peer-vectors.jsonl', 'none', isConsensus),
  traced('peer-vectors-2', 'peer-vectors-2.jsonl', 'none', isConsensus),
  traced('probes', 'probes.jsonl', 'none'),
  traced('real-audit', 'real-labelled.jsonl', 'none', isLabelledBy('audit')),
  traced('real-human', 'real-labelled.jsonl', 'none', isLabelledBy('human')),
  traced('real-audit-2', 'real-labelled-2.jsonl', 'optional', isLabelledBy('audit')),
  traced('real-human-2', 'real-labelled-2.jsonl', 'none', isLabelledBy('human')),
  text('degenerate-text', deltasOf),
  text('degenerate-text-message', (whole) => [{ kind: 'message', text: whole }]),
  { ...traced('real-unlabelled', 'real-unlabelled.jsonl', 'none'), isUnlabelled: true },
  { ...traced('real-unlabelled-2', 'real-unlabelled-2.jsonl.gz', 'none'), isUnlabelled: true },
];

/** The repository's own traces, labelled by folder. */
const CORPUS_SET = 'corpus';
export const CORPUS_FOLDER = 'corpus';
/** Files with this name are separate sets. */
const BLIND = /^(blind-.+)\.jsonl(?:\.gz)?$/;

export const SET_NAMES = [...SOURCES.map(({ name }) => name), 'blind-…', CORPUS_SET];

export function isSetName(name: string): boolean {
  return name === CORPUS_SET || BLIND.test(`${name}.jsonl`) || SOURCES.some((source) => source.name === name);
}

interface Folders {
  /** The folder with the labelled data. */
  readonly data?: string | undefined;
  readonly corpus: string;
}

/** The available sets, or the requested ones. Throws a UsageError that names a missing or broken one. */
export function readSets({ data, corpus }: Folders, wanted: readonly string[] = []): DataSet[] {
  const isWanted = ({ name }: { name: string }): boolean => wanted.length === 0 || wanted.includes(name);
  const present = data === undefined ? [] : presentIn(data);
  if (data !== undefined && present.length === 0) throw new UsageError(`${data} has no data.`);
  const rowsOf = new Map<string, readonly Row[]>();
  const sets = present.filter(isWanted).map((source): DataSet => {
    const rows = rowsOf.get(source.file) ?? readRows(join(data ?? '', source.file));
    rowsOf.set(source.file, rows);
    return { name: source.name, cases: casesOf(source, rows) };
  });
  const all = isWanted({ name: CORPUS_SET }) ? [...sets, readCorpus(corpus)] : sets;
  const missing = wanted.filter((name) => !all.some((set) => set.name === name));
  if (missing.length > 0) {
    const where = data === undefined ? 'Without --data there is' : `${data} has`;
    throw new UsageError(`${where} no ${missing.join(', ')}.`);
  }
  return all;
}

function presentIn(folder: string): SetSource[] {
  const blind = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  return [
    ...SOURCES.filter(({ file }) => existsSync(join(folder, file))),
    ...blind.flatMap((file) => {
      const name = BLIND.exec(file)?.[1];
      return name === undefined ? [] : [traced(name, file, 'required')];
    }),
  ];
}

export function readCorpus(folder: string): DataSet {
  const read = (expect: string, under: string): Row[] =>
    readdirSync(join(folder, under))
      .filter((file) => /\.jsonl(?:\.gz)?$/.test(file))
      .toSorted()
      .flatMap((file) => readRows(join(folder, under, file)))
      .map((row) => ({ ...row, expect }));
  const rows = [...read('loop', 'looping'), ...read('no_loop', 'healthy')];
  // Its loops have no deadline, as in the tests of the corpus.
  return { name: CORPUS_SET, cases: casesOf(traced(CORPUS_SET, '', 'none'), rows) };
}

function casesOf(source: SetSource, rows: readonly Row[]): Case[] {
  return rows.filter(source.keep).map((row) => {
    const events = source.eventsOf(row);
    if (!events) throw rowError(row, 'neither `events` nor a `text`');
    return caseOf(row, events, source);
  });
}

const DELTA = 40;

/** A text as it streams in; surrogate pairs are never split. */
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
