import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { configure } from '@rutbreak/core/edge';
import { type DataSet, readSets } from '../data/sets.js';
import { type Cell, decimal, table } from '../table.js';
import { UsageError } from '../usage-error.js';
import { checkNames } from '../measure/usage.js';
import { TRANSFORMATIONS } from './index.js';
import {
  MAY_COST,
  measure,
  type Measured,
  type Pooled,
  pooledOf,
  SHORT_MAY_COST,
  type Summary,
  subjectsOf,
  summaryOf,
} from './measure.js';
import type { Transformation } from './transformation.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

const SEEDS = 5;

interface Usage {
  readonly data?: string | undefined;
  readonly preset: string;
  readonly sets: readonly string[];
  readonly seeds: readonly number[];
  readonly transformations: readonly Transformation[];
  readonly isShort: boolean;
  readonly json: boolean;
  readonly gate: boolean;
  readonly listChanges: boolean;
}

/** `npm run quality -- --metamorphic`: the same traces in equivalent forms. Returns the exit code. */
export function metamorphic(args: readonly string[], streams: Streams, corpus: string): number {
  const usage = readUsage(args);
  const { log, error } = streams;
  const engine = configure(usage.preset);
  const sets = usage.isShort ? readSets({ corpus }) : setsOf(usage, corpus);
  const subjects = subjectsOf(sets, engine);
  const all = usage.transformations.map((one) => {
    const measured = measure(one, subjects, engine, usage.seeds);
    // Prints each line as soon as it is known: a run over all data takes minutes.
    if (usage.json) log(JSON.stringify(lineOf(measured, usage)));
    return measured;
  });
  const summaries = all.map((one) => summaryFor(one, usage));
  const pooled = { transformation: 'all', ...pooledOf(summaries) };
  if (usage.json) log(JSON.stringify(pooled));
  else printText(summaries, pooled, all, usage, log);
  if (!usage.gate) return 0;
  const missed = [...summaries, pooled].flatMap(({ transformation, shortfalls }) =>
    shortfalls.map((what) => `missed: ${transformation}: ${what}`),
  );
  for (const line of missed) error(line);
  return missed.length > 0 ? 1 : 0;
}

function summaryFor(measured: Measured, { isShort }: Usage): Summary {
  return summaryOf(measured, isShort ? SHORT_MAY_COST : MAY_COST);
}

/** Texts that are fed in two ways count once. */
function setsOf({ data, sets }: Usage, corpus: string): DataSet[] {
  return readSets({ data, corpus }, sets).filter(({ name }) => name !== 'degenerate-text-message');
}

function readUsage(args: readonly string[]): Usage {
  const { data, preset, set: sets, short: isShort, json, gate, only, ...rest } = parse(args);
  checkNames(preset, sets);
  // The only place that may draw a seed: a short run checks other cases each time, and prints the seed.
  const first = rest.seed === undefined ? (isShort ? randomInt(1, 1_000_000) : 1) : count('seed', rest.seed);
  const seeds = rest.seeds === undefined ? (isShort ? 1 : SEEDS) : count('seeds', rest.seeds);
  const transformations = TRANSFORMATIONS.filter(({ id }) => only.length === 0 || only.includes(id));
  const strange = only.find((name) => !TRANSFORMATIONS.some(({ id }) => id === name));
  if (strange !== undefined) {
    const known = TRANSFORMATIONS.map(({ id }) => id).join(', ');
    throw new UsageError(`There is no transformation ${strange}. Use one of: ${known}.`);
  }
  return {
    ...{ data, preset, sets, isShort, json, gate, transformations, listChanges: rest['list-changes'] },
    seeds: Array.from({ length: seeds }, (_, i) => first + i),
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const names = { type: 'string', multiple: true, default: [] as string[] } as const;
  const options = {
    ...{ metamorphic: flag, data: text, preset: { ...text, default: 'default' }, set: names, only: names },
    ...{ seed: text, seeds: text, short: flag, json: flag, gate: flag, 'list-changes': flag },
  };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`--${option} takes a whole number from 1, not ${text}.`);
}

function lineOf(measured: Measured, usage: Usage): object {
  const { leftOut, changes } = measured;
  const { seeds, listChanges } = usage;
  const reasons = Object.fromEntries(leftOut);
  return { ...summaryFor(measured, usage), firstSeed: seeds[0], reasons, ...(listChanges && { changes }) };
}

const HEAD = [
  ...['transformation', 'touched', 'left out', 'recall', 'after', 'lowest', 'false', 'after', 'of', 'limits'],
];

function printText(
  summaries: readonly Summary[],
  pooled: Pooled & { readonly transformation: string },
  all: readonly Measured[],
  { seeds, preset, listChanges }: Usage,
  log: Streams['log'],
): void {
  log(
    `Preset ${preset}, seed ${seeds[0] ?? 0}, ${seeds.length} seed(s); figures after are means over the seeds.\n`,
  );
  const row = (one: Pooled & Partial<Summary>): Cell[] => [
    ...[one.transformation ?? '', one.touched, one.leftOut ?? ''],
    ...[decimal(one.recallBefore), decimal(one.recall)],
    one.lowestRecall === undefined ? '' : decimal(one.lowestRecall),
    ...[one.falseBefore, one.falseAlarms.toFixed(1), one.healthy],
    one.shortfalls.length > 0 ? one.shortfalls.join('; ') : 'kept',
  ];
  const rows = [...summaries, pooled].map(row);
  log(table(HEAD, rows));
  log('\nLeft out, because the label would change');
  for (const { transformation, leftOut } of all) {
    for (const [reason, traces] of leftOut) log(`  ${transformation.id}: ${traces}, ${reason}`);
  }
  if (!listChanges) return;
  for (const { transformation, changes } of all) {
    if (changes.length > 0) log(`\n${transformation.id}: marks that changed`);
    for (const { seed, set, id, from, to } of changes) log(`  seed ${seed}  ${set}  ${id}: ${from} → ${to}`);
  }
}
