import { parseArgs } from 'node:util';
import { describeHostile, isHurt, runHostile } from '../hostile/run.js';
import { MUTANTS, type Mutant } from './mutants.js';
import { type Outcome, type Plan, runFaults } from './run.js';

// For the child processes.
export { serveReplica } from './replica.js';
export { attackOnDemand } from '../hostile/run.js';

const USAGE = `npm run faults -- [options]

  --short         a few seconds each, for CI; without it: a minute each, and every mutant on both stores
  --store NAME    sqlite or postgres; both where it is left out
  --hostile       a healthy client beside one that attacks: prints the p99 of the healthy one, alone and beside it
  --mutant NAME   with a mistake in it, which must be found: ${MUTANTS.join(', ')}
  --seconds N     how long agents send
  --seed N        the same choices again (what the machine does in between is its own)
`;

interface Streams {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** The whole command; returns the exit code: 1 if something was lost, duplicated or different. */
export async function main(args: readonly string[], program: string, streams: Streams): Promise<number> {
  const usage = readUsage(args);
  if (!usage) {
    streams.error(USAGE);
    return 2;
  }
  if (usage.hostile) return hostile(usage, program, streams);
  const plans = plansFor(usage, program);
  let code = 0;
  for (const { plan, mustFail } of plans) {
    const outcome = await runFaults(plan);
    const isFine = outcome.wrong.length > 0 === mustFail;
    streams.log(`${isFine ? 'ok    ' : 'FAILED'}  ${describe(plan, outcome)}`);
    if (!isFine || !mustFail) for (const line of outcome.wrong.slice(0, 10)) streams.error(`        ${line}`);
    if (!isFine && mustFail) streams.error('        this mistake was not noticed');
    if (!isFine) code = 1;
  }
  return code;
}

interface Run {
  readonly plan: Plan;
  /** The full form includes mutants; a mutant requested by name runs alone. */
  readonly mustFail: boolean;
}

function storesOf({ store }: Usage): readonly Plan['store'][] {
  return store === undefined ? ['postgres', 'sqlite'] : [store];
}

async function hostile(usage: Usage, program: string, streams: Streams): Promise<number> {
  let code = 0;
  for (const store of storesOf(usage)) {
    const result = await runHostile(store, usage.seconds ?? (usage.short ? 5 : 20), program);
    streams.log(`${isHurt(result) ? 'FAILED' : 'ok    '}  ${store}: ${describeHostile(result)}`);
    if (isHurt(result)) code = 1;
  }
  return code;
}

function plansFor(usage: Usage, program: string): readonly Run[] {
  const { short, mutant } = usage;
  const seconds = usage.seconds ?? (short ? 8 : 60);
  const seed = usage.seed ?? Date.now() % 1_000_000;
  const stores = storesOf(usage);
  const plan = (kind: Plan['store'], bug: Mutant | undefined): Plan => ({
    // A finding ends the run, so a mutant may take its time.
    ...{ store: kind, seed, program, mutant: bug, seconds: bug ? Math.max(seconds, 30) : seconds },
    // A single process owns its file, except to show what happens without version checks.
    replicas: kind === 'postgres' || bug === 'no-version-check' ? 3 : 1,
    agents: short ? 12 : 40,
    // Concurrent writers reveal missing version checks; kills only slow them down.
    kills: bug === 'no-version-check' ? 0 : short ? 4 : 30,
    every: bug === 'no-version-check' ? [20_000, 30_000] : kind === 'postgres' ? [200, 900] : [500, 1500],
  });
  if (mutant) return stores.map((kind) => ({ plan: plan(kind, mutant), mustFail: false }));
  return stores.flatMap((kind) => [
    { plan: plan(kind, undefined), mustFail: false },
    ...(short ? [] : MUTANTS.map((bug) => ({ plan: plan(kind, bug), mustFail: true }))),
  ]);
}

interface Usage {
  readonly short: boolean;
  readonly hostile: boolean;
  readonly store: Plan['store'] | undefined;
  readonly mutant: Mutant | undefined;
  readonly seconds: number | undefined;
  readonly seed: number | undefined;
}

function readUsage(args: readonly string[]): Usage | undefined {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const options = { short: flag, hostile: flag, store: text, mutant: text, seconds: text, seed: text };
    const { short, hostile, store, mutant, seconds, seed } = parseArgs({ args: [...args], options }).values;
    const isKnown =
      (store === undefined || store === 'sqlite' || store === 'postgres') &&
      (mutant === undefined || MUTANTS.includes(mutant as Mutant));
    if (!isKnown) return undefined;
    const number = (value: string | undefined): number | undefined =>
      value === undefined ? undefined : Number(value);
    return {
      ...{ short, hostile, store, mutant: mutant as Mutant | undefined },
      ...{ seconds: number(seconds), seed: number(seed) },
    };
  } catch {
    return undefined;
  }
}

function describe({ store, replicas, seed, mutant }: Plan, outcome: Outcome): string {
  const { acked, duplicates, commands, broadcasts, kills, wrong } = outcome;
  const who = `${store}, ${replicas} ${replicas === 1 ? 'process' : 'replicas'}${mutant ? `, ${mutant}` : ''}`;
  const what = `${acked} events and ${commands} commands acknowledged, ${duplicates} late duplicates, ${broadcasts} broadcasts`;
  const how = `${kills.replicas} processes and ${kills.database} databases killed`;
  return `${who}: ${what}; ${how}; ${wrong.length} wrong (seed ${seed})`;
}
