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
import { updateOf } from '../store-contract.js';
import { attacksOn, halfRequest, neverReading, type Target } from './attacks.js';
import { startNeighbour, type Times } from './neighbour.js';

export interface HostileResult {
  readonly alone: Times;
  readonly beside: Times;
  readonly rounds: number;
}

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
  const warmUp = startNeighbour(client, 'warm-up');
  await sleep(1500);
  await warmUp();
  const quiet = startNeighbour(client, 'alone');
  await sleep(seconds * 1000);
  const alone = await quiet();
  const attacker = startAttacker(target, program);
  await attacker.isAttacking;
  const busy = startNeighbour(client, 'beside');
  await sleep(seconds * 1000);
  const beside = await busy();
  await end(attacker.child);
  return { alone, beside, rounds: attacker.rounds() };
}

function startAttacker(target: Target, program: string) {
  const code = `process.stdin.on('end', () => process.exit()).resume();
    const { attackForever } = await import(${JSON.stringify(program)});
    await attackForever(JSON.parse(process.argv[1]));`;
  const args = ['--input-type=module', '-e', code, '--', JSON.stringify(target)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let rounds = 0;
  const isAttacking = new Promise<void>((begun) => {
    createInterface({ input: child.stdout }).on('line', () => {
      rounds++;
      begun();
    });
  });
  return { child, isAttacking, rounds: () => rounds };
}

/** Runs in a separate process and prints a line at the start and after each round. */
export async function attackForever(target: Target): Promise<never> {
  const sockets: Socket[] = [];
  for (let i = 0; i < 3; i++) await neverReading(target, sockets);
  console.log('started');
  for (;;) {
    void halfRequest(target, sockets);
    for (const { run } of attacksOn(target)) await run().catch(() => undefined);
    console.log('round');
  }
}

const MOST_TIMES_SLOWER = 3;

export function isHurt({ alone, beside }: HostileResult): boolean {
  return alone.failed.length + beside.failed.length > 0 || beside.p99 > MOST_TIMES_SLOWER * alone.p99;
}

export function describeHostile({ alone, beside, rounds }: HostileResult): string {
  const times = ({ p50, p99, count }: Times): string =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${count} requests)`;
  const ratio = (beside.p99 / alone.p99).toFixed(1);
  const failed = alone.failed.length + beside.failed.length;
  return `alone ${times(alone)}; beside ${rounds} rounds of attacks ${times(beside)}; ${ratio} times, ${failed} failed`;
}
