import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { generatedTraces } from '../generate/generated-set.js';
import { UsageError } from '../usage-error.js';
import type { Case } from './case.js';
import { withEqualLengths } from './equal-lengths.js';
import type { BenchFolders } from './folders.js';
import { readCorpus, readSets } from './sets.js';

export const SPLITS = ['reported', 'development'] as const;
export type Split = (typeof SPLITS)[number];

/** One labelled trace of the benchmark. */
export interface BenchTrace {
  readonly set: string;
  readonly case: Case;
  /** Traces of one origin are similar: variations of one family, or a single trace. */
  readonly origin: string;
}

export interface BenchData {
  readonly traces: readonly BenchTrace[];
  /** Named sets of the split that are missing, with a hint. */
  readonly missing: readonly string[];
}

const GENERATED = 'generated';
const CORPUS = 'corpus';
/** The data of the published tables; another seed draws other variations. */
export const DATA_SEED = 1;

interface Wanted {
  readonly split: Split;
  /** Empty: all of the split. */
  readonly sets?: readonly string[];
  readonly seed?: number;
}

/** Reads one split. Loops and healthy runs of a set are equally long. */
export function readBench(folders: BenchFolders, wanted: Wanted): BenchData {
  const { split, sets = [], seed = DATA_SEED } = wanted;
  const reported = readReported(folders.reported);
  const blind = blindIn(folders.blind);
  const names = split === 'reported' ? reported : developmentSets(blind, reported);
  const unknown = sets.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UsageError(`The ${split} split has no set ${unknown.join(', ')}; it has ${names.join(', ')}.`);
  const chosen = names.filter((name) => sets.length === 0 || sets.includes(name));
  const absent = chosen.filter((name) => name.startsWith('blind-') && !blind.includes(name));
  const traces = chosen
    .filter((name) => !absent.includes(name))
    .flatMap((name) => tracesOf(name, folders, seed));
  return { traces, missing: absent.map((name) => missingText(name, folders)) };
}

function missingText(name: string, { blind, reported }: BenchFolders): string {
  return `${name} is named in ${reported}, but ${blind}/${name}.jsonl is not there.`;
}

function developmentSets(blind: readonly string[], reported: readonly string[]): string[] {
  return [CORPUS, ...blind.filter((name) => !reported.includes(name)), GENERATED];
}

function readReported(file: string): string[] {
  try {
    const { reported } = JSON.parse(readFileSync(file, 'utf8')) as { reported?: unknown };
    if (Array.isArray(reported) && reported.every((name) => typeof name === 'string')) return reported;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`${file}: \`reported\` must be a list of sets.`);
}

function blindIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => /^(blind-.+)\.jsonl(?:\.gz)?$/.exec(file)?.[1] ?? [])
    .toSorted();
}

function tracesOf(name: string, { corpus, blind }: BenchFolders, seed: number): BenchTrace[] {
  if (name === GENERATED) {
    const made = generatedTraces(seed);
    const originOf = new Map(made.map(({ case: { id }, family }) => [id, family]));
    const equal = withEqualLengths(
      made.map((one) => one.case),
      `${seed} ${name}`,
    );
    return equal.map((one) => ({
      set: name,
      case: one,
      origin: `${name} ${originOf.get(one.id) ?? one.id}`,
    }));
  }
  const [set] = name === CORPUS ? [readCorpus(corpus)] : readSets({ data: blind, corpus }, [name]);
  const equal = withEqualLengths(set?.cases ?? [], `${seed} ${name}`);
  return equal.map((one) => ({ set: name, case: one, origin: `${name} ${one.id}` }));
}
