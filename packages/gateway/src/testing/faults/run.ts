import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../store/store.js';
import { startPostgres } from '../postgres.js';
import { type Diary, runAgent, type World } from './agent.js';
import { check } from './check.js';
import { type Cluster, startCluster } from './cluster.js';
import type { Mutant } from './mutants.js';
import { randomFrom, sleep } from './random.js';
import { openStore, type Place } from './replica.js';

export interface Plan {
  readonly store: Place['kind'];
  readonly replicas: number;
  readonly agents: number;
  readonly seconds: number;
  readonly seed: number;
  readonly mutant?: Mutant | undefined;
  readonly every: readonly [number, number];
  /** On a slow machine a run takes longer, until this many have been killed. */
  readonly kills: number;
  /** The module that exports `serveReplica`. */
  readonly program: string;
}

export interface Outcome {
  readonly acked: number;
  readonly duplicates: number;
  readonly commands: number;
  readonly broadcasts: number;
  readonly kills: Cluster['kills'];
  readonly wrong: readonly string[];
}

/**
 * One run: agents, operators and a reader on one side, kills on the other; afterwards their records are
 * compared.
 */
export async function runFaults(plan: Plan): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-faults-'));
  const postgres = plan.store === 'postgres' ? await startPostgres() : undefined;
  try {
    const at = postgres ? await postgres.createDatabase('faults') : join(folder, 'gateway.db');
    const place: Place = { kind: plan.store, at };
    const { program, replicas, every, mutant } = plan;
    const replica = { place, ...(mutant && { mutant }) };
    const cluster = await startCluster({ replicas, replica, program, postgres, every });
    try {
      return await play(plan, cluster, place);
    } finally {
      await cluster.close();
    }
  } finally {
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much longer a run may take to reach enough kills. */
const OVERTIME_MS = 20_000;
/** How long agents may retry after the end. */
const PATIENCE_MS = 25_000;

async function play(plan: Plan, cluster: Cluster, place: Place): Promise<Outcome> {
  const wrong: string[] = [];
  const end = Date.now() + plan.seconds * 1000;
  const isEnough = (): boolean => cluster.kills.replicas + cluster.kills.database >= plan.kills;
  const isOver = (): boolean =>
    wrong.length > 0 || (Date.now() > end && (isEnough() || Date.now() > end + OVERTIME_MS));
  const isTooLate = (): boolean => wrong.length > 0 || Date.now() > end + OVERTIME_MS + PATIENCE_MS;
  const world: World = {
    ...{ random: randomFrom(plan.seed), urls: cluster.urls, isOver, isTooLate, late: new Set() },
    violation: (what) => void wrong.push(what),
  };
  const store = await openStore(place);
  const seen: number[] = [];
  const reading = { isOn: true };
  const reader = readOutbox(store, seen, reading);
  const agents = Array.from({ length: plan.agents }, (_, i) => runAgent(`agent-${i}`, world));
  const [diaries] = await Promise.all([
    Promise.all(agents),
    cluster.torment(randomFrom(plan.seed + 1), isOver),
  ]);
  while (world.late.size > 0) await Promise.all(world.late);
  // The remaining replicas have committed all they can; uncommitted work is lost.
  await cluster.close();
  reading.isOn = false;
  await reader;
  wrong.push(...cluster.crashes, ...(await checkOutbox(store, seen)), ...(await check(diaries, store)));
  await store.close();
  return { ...sums(diaries), broadcasts: seen.length, kills: cluster.kills, wrong };
}

function sums(diaries: readonly Diary[]): Pick<Outcome, 'acked' | 'duplicates' | 'commands'> {
  const sum = (of: (diary: Diary) => number): number =>
    diaries.reduce((total, diary) => total + of(diary), 0);
  return {
    acked: sum(({ acked }) => acked),
    duplicates: sum(({ duplicates }) => duplicates),
    commands: sum(({ commands }) => [...commands.values()].filter(({ isAcked }) => isAcked).length),
  };
}

/** Continues from the last number it saw, like a stream. */
async function readOutbox(store: Store, seen: number[], reading: { readonly isOn: boolean }): Promise<void> {
  for (let isLast = false; !isLast;) {
    isLast = !reading.isOn;
    for (let more = true; more;) {
      // While the database is down there is nothing to read.
      const page = await store.broadcasts(seen.at(-1) ?? 0, 200).catch(() => []);
      seen.push(...page.map(({ id }) => id));
      more = page.length > 0;
    }
    await sleep(50);
  }
}

async function checkOutbox(store: Store, seen: readonly number[]): Promise<string[]> {
  const all: number[] = [];
  for (let more = true; more;) {
    const page = await store.broadcasts(all.at(-1) ?? 0, 1000);
    all.push(...page.map(({ id }) => id));
    more = page.length > 0;
  }
  const known = new Set(seen);
  const missed = all.filter((id) => !known.has(id)).length;
  return missed > 0 || seen.length !== all.length
    ? [`the outbox has ${all.length} entries; a reader saw ${seen.length} and missed ${missed}`]
    : [];
}
