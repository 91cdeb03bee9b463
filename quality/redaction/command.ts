import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Cell, table } from '../../packages/loopbench/src/table.js';
import { UsageError } from '../../packages/loopbench/src/usage-error.js';
import {
  type Example,
  measureLookAlikes,
  measureSecrets,
  type Recall,
  type Redact,
  type Untouched,
} from './measure.js';

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** Of each kind: more than 5,000 secrets and more than 5,000 look-alikes. */
const SECRETS = 80;
const LOOK_ALIKES = 125;
const SHORT = 12;
const TARGETS = { recall: 0.98, recallOfKind: 0.9, lookAlikes: 0.005 };

/** `npm run quality -- --redaction`: how many made-up secrets are taken out, and how many innocent texts suffer. */
export function redaction(args: readonly string[], { log, error }: Streams, redact: Redact): number {
  const { seed, isShort, json, gate, list, only } = readUsage(args);
  const chosen = ({ kind }: { kind: string }): boolean => only === undefined || only === kind;
  const all = measureSecrets(redact, seed, isShort ? SHORT : SECRETS).filter(chosen);
  const lookAlikes = measureLookAlikes(redact, seed, isShort ? SHORT : LOOK_ALIKES).filter(chosen);
  const known = all.filter(({ heldBack }) => !heldBack);
  const heldBack = all.filter((one) => one.heldBack);
  if (json) log(JSON.stringify({ seed, ...summaryOf(known, heldBack, lookAlikes) }));
  else print({ seed, known, heldBack, lookAlikes, list }, log);
  if (!gate) return 0;
  const missed = shortfalls(all, lookAlikes, isShort);
  for (const line of missed) error(`missed: ${line}`);
  return missed.length > 0 ? 1 : 0;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const made = (rows: readonly { readonly made: number }[]): number => sum(rows.map((row) => row.made));
const found = (rows: readonly Recall[]): number => sum(rows.map((row) => row.found));
const changed = (rows: readonly Untouched[]): number => sum(rows.map((row) => row.changed));
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

function summaryOf(
  known: readonly Recall[],
  heldBack: readonly Recall[],
  lookAlikes: readonly Untouched[],
): object {
  const recallOf = (rows: readonly Recall[]): object => ({
    secrets: made(rows),
    recall: share(found(rows), made(rows)),
    kinds: Object.fromEntries(rows.map((row) => [row.kind, share(row.found, row.made)])),
  });
  return {
    known: recallOf(known),
    heldBack: recallOf(heldBack),
    lookAlikes: { made: made(lookAlikes), redacted: changed(lookAlikes) },
  };
}

/** A short run has too few of each kind for a limit on a single one. */
function shortfalls(
  secrets: readonly Recall[],
  lookAlikes: readonly Untouched[],
  isShort: boolean,
): string[] {
  const recall = share(found(secrets), made(secrets));
  const spoilt = share(changed(lookAlikes), made(lookAlikes));
  const low = isShort ? [] : secrets.filter((row) => share(row.found, row.made) < TARGETS.recallOfKind);
  return [
    ...(recall < TARGETS.recall ? [`recall ${recall.toFixed(4)}, at least ${TARGETS.recall}`] : []),
    ...low.map(({ kind, ...row }) => `recall of ${kind} ${share(row.found, row.made).toFixed(2)}`),
    ...(spoilt > TARGETS.lookAlikes
      ? [`look-alikes redacted ${spoilt.toFixed(4)}, at most ${TARGETS.lookAlikes}`]
      : []),
  ];
}

interface Printed {
  readonly seed: number;
  readonly known: readonly Recall[];
  readonly heldBack: readonly Recall[];
  readonly lookAlikes: readonly Untouched[];
  readonly list: boolean;
}

function print({ seed, known, heldBack, lookAlikes, list }: Printed, log: Streams['log']): void {
  const recallRow = (kind: string, rows: readonly Recall[]): Cell[] => [
    ...[kind, made(rows), made(rows) - found(rows), share(found(rows), made(rows)).toFixed(3)],
  ];
  const recallTable = (rows: readonly Recall[]): string =>
    table(
      ['kind', 'secrets', 'left in', 'recall'],
      [...rows.map((row) => recallRow(row.kind, [row])), recallRow('all', rows)],
    );
  const lookAlikeRow = (kind: string, rows: readonly Untouched[]): Cell[] => [
    ...[kind, made(rows), changed(rows), `${(100 * share(changed(rows), made(rows))).toFixed(2)} %`],
  ];
  log(`Seed ${seed}\n\nSecrets\n${recallTable(known)}`);
  log(`\nHeld back: kinds that no change of the table may look at\n${recallTable(heldBack)}`);
  const rows = [...lookAlikes.map((row) => lookAlikeRow(row.kind, [row])), lookAlikeRow('all', lookAlikes)];
  log(`\nInnocent look-alikes\n${table(['kind', 'texts', 'redacted', 'share'], rows)}`);
  if (!list) return;
  for (const { kind, missed } of known) listExamples(`left in: ${kind}`, missed, log);
  for (const { kind, examples } of lookAlikes) listExamples(`redacted: ${kind}`, examples, log);
}

function listExamples(title: string, examples: readonly Example[], log: Streams['log']): void {
  for (const { given, got } of examples)
    log(`\n${title}\n  ${JSON.stringify(given)}\n  ${JSON.stringify(got)}`);
}

function readUsage(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const options = {
    ...{ redaction: flag, short: flag, json: flag, gate: flag, 'list-changes': flag },
    ...{ seed: text, only: text },
  };
  const { values } = parsed(() => parseArgs({ args: [...args], options, allowPositionals: false }));
  const { seed: given, short: isShort, json, gate, only } = values;
  // A short run looks somewhere else each time, and says where.
  const seed = given === undefined ? (isShort ? randomInt(1, 1_000_000) : 1) : Number(given);
  if (!Number.isSafeInteger(seed) || seed < 1)
    throw new UsageError(`--seed takes a whole number from 1, not ${given ?? ''}.`);
  return { seed, isShort, json, gate, only, list: values['list-changes'] };
}

function parsed<Result>(parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
