import { BLOCKABLE_SCRIPTS } from '../packages/core/src/testing/scripts.js';
import {
  ABLE_GUARD,
  measureRecovery,
  recoveryByCategory,
  recoveryByManner,
  type RecoveryFigures,
  THIRD,
  WATCHES,
} from './recovery.js';
import { type HarmFigures, measureHarm } from './recovery-harm.js';
import { table } from '../packages/loopbench/src/table.js';
import { UsageError } from '../packages/loopbench/src/usage-error.js';

const SEEDS = 60;

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

type Targets = Readonly<Partial<Record<'endedWithin6' | 'recovered' | 'stillLooping' | Harm, number>>>;
type Harm = 'hasty' | 'hindered' | 'healthyAltered';

/** With an agent that obeys half of the hints, over all categories, and an edge that can do everything. */
const TARGETS: Targets = { recovered: 0.75, hasty: 0, hindered: 0, healthyAltered: 0 };

/** The same, over the loops whose evidence justifies a block: nothing but the agent ends the others. */
const BLOCKABLE_TARGETS: Targets = { endedWithin6: 0.95, stillLooping: 0 };

/** `npm run quality -- --recovery`: the ladder against a simulated agent. Returns the exit code. */
export function recovery(
  args: readonly string[],
  { log, error }: Streams,
  { seeds = SEEDS, harm: known }: { readonly seeds?: number; readonly harm?: HarmFigures } = {},
): number {
  const strange = args.find((arg) => !['--recovery', '--json', '--gate'].includes(arg));
  if (strange !== undefined)
    throw new UsageError(`--recovery goes with --json and --gate, not with ${strange}.`);
  const harm = known ?? measureHarm('.');
  const all = WATCHES.map((watch) => ({ watch, figures: once(() => measureRecovery(watch, seeds)) }));
  const [ours, none, third] = ['everything', 'no guard', THIRD].flatMap((name) =>
    all.filter(({ watch }) => watch.name === name).map(({ figures }) => figures()),
  ) as [RecoveryFigures, RecoveryFigures, RecoveryFigures];
  if (!args.includes('--json')) {
    const edges = all.map(({ figures }) => figures());
    const manners = recoveryByManner(seeds, BLOCKABLE_SCRIPTS);
    print({ edges, categories: recoveryByCategory(ABLE_GUARD, seeds), manners }, log);
    printHarm(harm, log);
  }
  const blockable = measureRecovery(ABLE_GUARD, seeds, BLOCKABLE_SCRIPTS);
  log(JSON.stringify({ ...lineOf(ours, blockable, none, third), harm }));
  if (!args.includes('--gate')) return 0;
  const missed = [
    ...shortfalls(ours, TARGETS),
    ...shortfalls(blockable, BLOCKABLE_TARGETS),
    ...harmDone(harm),
  ];
  for (const line of missed) error(`missed: ${line}`);
  return missed.length > 0 ? 1 : 0;
}

/** Measuring takes a while: only what is asked for, and once. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function shortfalls(figures: RecoveryFigures, targets: Targets): string[] {
  return (Object.entries(targets) as [keyof Targets, number][])
    .filter(([name, wanted]) => (wanted > 0 ? figures[name] < wanted : figures[name] > 0))
    .map(([name, wanted]) => `recovery: ${name} ${figures[name]}, wanted ${wanted}`);
}

function lineOf(
  ours: RecoveryFigures,
  blockable: RecoveryFigures,
  none: RecoveryFigures,
  third: RecoveryFigures,
): object {
  const figures = Object.fromEntries(
    Object.entries(ours).map(([name, value]) => [name, typeof value === 'number' ? round(value) : value]),
  );
  return {
    ...figures,
    blockableEndedWithin6: round(blockable.endedWithin6),
    blockableStillLooping: round(blockable.stillLooping),
    ...{ wastedWithout: round(none.wasted), wastedAtThird: round(third.wasted) },
    ...{ recoveredAtThird: round(third.recovered), healthyAlteredAtThird: third.healthyAltered },
  };
}

/** One call a run may be refused; nothing may be removed or ended. */
function harmDone({ refusedMost, removed, ended }: HarmFigures): string[] {
  if (refusedMost <= 1 && removed === 0 && ended === 0) return [];
  return [`harm: ${refusedMost} calls refused in one run, ${removed} removals, ${ended} runs ended`];
}

function printHarm(
  { runs, refused, refusedMost, removed, ended, alarmedAnyway }: HarmFigures,
  log: Streams['log'],
): void {
  log(
    `harm: an alarm of ten repeats, forced at 1/4, 1/2 and 3/4 of each healthy trace of the corpus (${runs} runs)`,
  );
  log(
    `  calls refused ${refused} (at most ${refusedMost} a run), history entries removed ${removed}, runs ended ${ended}`,
  );
  log(`  in ${alarmedAnyway} of the traces a detector raises a false alarm by itself, so that there are two`);
  log('');
}

interface Tables {
  readonly edges: readonly RecoveryFigures[];
  readonly categories: readonly RecoveryFigures[];
  readonly manners: readonly RecoveryFigures[];
}

function print({ edges, categories, manners }: Tables, log: Streams['log']): void {
  const head = [
    ...['kinds', 'recovered', 'stopped', 'looping', '≤ 6 steps'],
    ...['steps wasted', 'work hindered', 'healthy altered'],
  ];
  const rowOf = (one: RecoveryFigures): string[] => [
    ...[one.watch, String(one.kinds)],
    ...[percent(one.recovered), percent(one.stopped), percent(one.stillLooping)],
    ...[percent(one.endedWithin6), one.wasted.toFixed(1), String(one.hindered)],
    `${one.healthyAltered} of ${one.healthyRuns}`,
  ];
  log('A simulated agent that obeys half of the hints, in each kind of loop that the edge sees (of 15).');
  log('A step is a call, a message or a stream of text; a loop that nobody ends is given up after 30.');
  log('');
  log(table(['edge', ...head], edges.map(rowOf)));
  log('');
  log(table(['everything, by category', ...head], categories.map(rowOf)));
  log('');
  log(table(['everything, loops that may be blocked, agent that', ...head], manners.map(rowOf)));
  log('');
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
