import { parseArgs } from 'node:util';
import { MECHANISMS } from '../../packages/core/src/detection/detector.js';
import { interpolate } from '../../packages/core/src/verdict/calibration.js';
import { groupBy } from '../../packages/loopbench/src/group.js';
import { readSets } from '../../packages/loopbench/src/data/sets.js';
import { decimal, table as printed } from '../../packages/loopbench/src/table.js';
import { UsageError } from '../../packages/loopbench/src/usage-error.js';
import { BASE_RATE, fit, heldOut, reliabilityOf, type Table, weightsOf } from './fit.js';
import { atLimits, nudgesOf } from './nudges.js';
import { pointsOf, runsOf } from './points.js';
import { TABLE_FILE, writeTable } from './write.js';

type Log = (line: string) => void;

/** `npm run quality -- --calibrate`: how probable a loop is at each share of a limit. Returns the exit code. */
export function calibrate(args: readonly string[], log: Log, corpus: string, file = TABLE_FILE): number {
  const { data, json, write } = usage(args);
  // The texts that are fed in two ways count once.
  const sets = readSets({ data, corpus }).filter(({ name }) => name !== 'degenerate-text-message');
  const found = measure(runsOf(sets));
  log(json ? JSON.stringify(found, toPlaces) : textOf(found));
  if (write) writeTable(found.table, file);
  return 0;
}

type Found = ReturnType<typeof measure>;

function measure(runs: ReturnType<typeof runsOf>) {
  const points = pointsOf(runs);
  const weights = weightsOf(runs);
  const table = fit(points, weights);
  const predicted = heldOut(runs, points);
  const bySource = [...groupBy(predicted, ({ point }) => point.source)];
  return {
    baseRate: BASE_RATE,
    table,
    reliability: reliabilityOf(predicted),
    // Within one source, at the base rate of all.
    sources: bySource.map(([source, some]) => ({ source, n: some.length, error: reliabilityOf(some).error })),
    limits: atLimits(table, predicted),
    suspicious: MECHANISMS.map((mechanism) => ({ mechanism, share: shareAt(table, mechanism, 1 / 3) })),
    nudges: nudgesOf(runs, weights),
  };
}

/** The share of its limit from which a mechanism is so sure; undefined where it never is. */
function shareAt(table: Table, mechanism: keyof Table, probability: number): number | undefined {
  const shares = Array.from({ length: 251 }, (_, i) => (50 + i) / 100);
  return shares.find((share) => interpolate(table[mechanism], share) >= probability);
}

function usage(args: readonly string[]): { data: string | undefined; json: boolean; write: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const options = { calibrate: flag, json: flag, write: flag, data: { type: 'string' } } as const;
  try {
    const { data, json, write } = parseArgs({ args: [...args], options }).values;
    return { data, json, write };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function toPlaces(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value;
}

function textOf({ baseRate, table, reliability, sources, limits, suspicious, nudges }: Found): string {
  const knots = MECHANISMS.map((mechanism) => [
    mechanism,
    table[mechanism].map(([share, p]) => `${share} → ${p}`).join('   '),
  ]);
  const bins = reliability.bins.map(({ from, predicted, measured, n }) => [
    ...[`${decimal(from)}–${decimal(from + 0.1)}`, decimal(predicted), decimal(measured), n],
  ]);
  const noted = new Map(suspicious.map(({ mechanism, share }) => [mechanism, share]));
  const atLimit = limits.map(({ mechanism, probability, precision, traces }) => [
    ...[mechanism, decimal(probability), decimal(precision), traces, noted.get(mechanism) ?? 'never'],
  ]);
  const lowest = Math.min(...limits.map(({ probability }) => probability));
  return [
    `Probability of a loop by share of the limit, where ${100 * baseRate} % of the runs loop\n`,
    printed(['mechanism', 'knots'], knots),
    '\nReliability: each source predicted by a table fitted without it\n',
    printed(['predicted', 'mean', 'measured', 'n'], bins),
    `\nExpected calibration error ${reliability.error.toFixed(3)}; by source\n`,
    printed(
      ['source', 'n', 'error'],
      sources.map(({ source, n, error }) => [source, n, error.toFixed(3)]),
    ),
    '\nAt the limit, where `nudge` begins\n',
    printed(['mechanism', 'p at the limit', 'measured', 'n', 'suspicious from share'], atLimit),
    `\n\`nudge\` begins at p = ${decimal(lowest)}. First nudges: ${nudges.hits} right, ${nudges.early} early, ` +
      `${nudges.falseAlarms} false; precision ${decimal(nudges.precision)}, ` +
      `${decimal(nudges.precisionAtBaseRate)} at the base rate.`,
  ].join('\n');
}
