import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import { startPostgres } from '../postgres.js';
import { clientOf } from '../start.js';
import { end, startReplica } from '../faults/cluster.js';
import { openStore, type Place, TOKEN } from '../faults/replica.js';
import { sleep } from '../faults/random.js';
import { updateOf } from '../updates.js';
import { attacksOn, halfRequest, neverReading, type Target } from './attacks.js';
import { quantile, startNeighbour, type Times } from './neighbour.js';

/** The healthy client without the attacker, and right after that with it. */
interface Round {
  readonly alone: Times;
  readonly beside: Times;
}

export interface HostileResult {
  readonly rounds: readonly Round[];
  readonly attacks: number;
}

/** Both sides of a round meet the same other work of the machine. */
const ROUNDS = 5;
/** On a busy machine fewer fit into the time, and the 99th percentile of few requests is only their slowest one. */
const LEAST_REQUESTS = 200;

/** The gateway, the attacker and the healthy client are three processes, so that no client slows the other one down. */
export async function runHostile(
  store: Place['kind'],
  seconds: number,
  program: string,
): Promise<HostileResult> {
  const folder = mkdtempSync(join(tmpdir(), 'rutbreak-hostile-'));
  const postgres = store === 'postgres' ? await startPostgres() : undefined;
  try {
    const place = {
      kind: store,
      at: postgres ? await postgres.createDatabase('hostile') : join(folder, 'gateway.db'),
    };
    await damageOne(place);
    const { child, url = '' } = await startReplica({ program, replica: { place } }, []);
    try {
      return await compare({ url, token: TOKEN }, seconds, program);
    } finally {
      await end(child);
    }
  } finally {
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function damageOne(place: Place): Promise<void> {
  const store = await openStore(place);
  await store.commit([updateOf('damaged', { record: '{"core":7}', dueAt: 1 })]);
  await store.close();
}

async function compare(target: Target, seconds: number, program: string): Promise<HostileResult> {
  const client = clientOf(target.url, target.token);
  const measure = async (session: string): Promise<Times> => {
    const end = startNeighbour(client, session);
    await sleep((seconds * 1000) / ROUNDS);
    return end(LEAST_REQUESTS);
  };
  await measure('warm-up');
  const attacker = startAttacker(target, program);
  await attacker.isReady;
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const alone = await measure(`alone ${round}`);
    await attacker.set('on');
    const beside = await measure(`beside ${round}`);
    await attacker.set('off');
    rounds.push({ alone, beside });
  }
  await end(attacker.child);
  return { rounds, attacks: attacker.attacks() };
}

function startAttacker(target: Target, program: string) {
  const code = `const { attackOnDemand } = await import(${JSON.stringify(program)});
    await attackOnDemand(JSON.parse(process.argv[1]));
    process.exit();`;
  const args = ['--input-type=module', '-e', code, '--', JSON.stringify(target)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let attacks = 0;
  const waiting = new Map<string, () => void>();
  const said = (word: string): Promise<void> => new Promise((done) => waiting.set(word, done));
  createInterface({ input: child.stdout }).on('line', (word) => {
    if (word === 'attack') attacks++;
    else waiting.get(word)?.();
  });
  return {
    child,
    isReady: said('ready'),
    attacks: () => attacks,
    /** Resolves when the attacker has begun or stopped. */
    async set(state: 'on' | 'off') {
      const done = said(state);
      child.stdin.write(`${state}\n`);
      await done;
    },
  };
}

/** Runs in a process of its own: attacks between the lines "on" and "off", and prints a line after each attack. */
export async function attackOnDemand(target: Target): Promise<void> {
  const sockets: Socket[] = [];
  for (let i = 0; i < 3; i++) await neverReading(target, sockets);
  const attacks = attacksOn(target);
  let isOn = false;
  let next = 0;
  const attackWhileOn = async (): Promise<void> => {
    console.log('on');
    for (void halfRequest(target, sockets); isOn; next++) {
      await attacks[next % attacks.length]?.run().catch(() => undefined);
      console.log('attack');
    }
    console.log('off');
  };
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    isOn = line === 'on';
    if (isOn) void attackWhileOn();
  }
}

const MOST_TIMES_SLOWER = 3;

/** The median of all rounds, because other work of the machine may disturb a single one. */
function timesSlower({ rounds }: HostileResult): number {
  const ratios = rounds.map(({ alone, beside }) => quantile(beside, 0.99) / quantile(alone, 0.99));
  return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Infinity;
}

function countFailed({ rounds }: HostileResult): number {
  return rounds.flatMap(({ alone, beside }) => [...alone.failed, ...beside.failed]).length;
}

export function isHurt(result: HostileResult): boolean {
  return countFailed(result) > 0 || timesSlower(result) > MOST_TIMES_SLOWER;
}

export function describeHostile(result: HostileResult): string {
  const timesOf = (side: keyof Round): string => {
    const times = result.rounds.flatMap((round) => round[side].times).sort((a, b) => a - b);
    const [p50, p99] = [0.5, 0.99].map((share) => quantile({ times }, share).toFixed(1));
    return `p50 ${p50} ms, p99 ${p99} ms (${times.length} requests)`;
  };
  const ratio = `p99 ${timesSlower(result).toFixed(1)} times as long (median of ${result.rounds.length} rounds)`;
  return `alone ${timesOf('alone')}; beside ${result.attacks} attacks ${timesOf('beside')}; ${ratio}, ${countFailed(result)} failed`;
}
