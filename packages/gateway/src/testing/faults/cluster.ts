import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { TestPostgres } from '../postgres.js';
import { between, pick, type Random, sleep } from './random.js';
import type { ReplicaOptions } from './replica.js';

export interface Cluster {
  /** The replicas that respond right now. */
  readonly urls: () => readonly string[];
  readonly kills: { replicas: number; database: number };
  /** Replicas that ended without being killed. */
  readonly crashes: readonly string[];
  /** Kills at random until stopped; afterwards everything is up again. */
  readonly torment: (random: Random, isOver: () => boolean) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ClusterOptions {
  readonly replicas: number;
  readonly replica: ReplicaOptions;
  /** The module that exports `serveReplica`. */
  readonly program: string;
  readonly postgres?: TestPostgres | undefined;
  /** Milliseconds between kills. */
  readonly every: readonly [least: number, most: number];
}

/** After this many kills the database is killed, too, starting with the second time. */
const DATABASE_EVERY = 4;

interface Replica {
  child: ChildProcess;
  url: string | undefined;
  readonly restart: () => Promise<void>;
}

/** Real processes, killed with SIGKILL, which no process can handle. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const crashes: string[] = [];
  const replicas = await Promise.all(
    Array.from({ length: options.replicas }, () => startReplica(options, crashes)),
  );
  const kills = { replicas: 0, database: 0 };
  const { postgres, every } = options;
  const comingBack = new Set<Promise<void>>();
  const strike = async (random: Random): Promise<void> => {
    if (postgres && (kills.replicas + kills.database) % DATABASE_EVERY === 1) {
      kills.database++;
      await postgres.kill();
      await postgres.restart();
      return;
    }
    const running = replicas.filter(({ url }) => url !== undefined);
    if (running.length === 0) return;
    kills.replicas++;
    const restarted = pick(random, running)
      .restart()
      // The exit handler records the end.
      .catch(() => undefined)
      .finally(() => comingBack.delete(restarted));
    comingBack.add(restarted);
  };
  return {
    urls: () => replicas.flatMap(({ url }) => url ?? []),
    kills,
    crashes,
    async torment(random, isOver) {
      const [least, most] = every;
      while (!isOver()) {
        const next = Date.now() + between(random, least, most);
        // In small steps, so that the end is noticed early.
        while (Date.now() < next && !isOver()) await sleep(20);
        if (!isOver()) await strike(random);
      }
      await Promise.all(comingBack);
    },
    async close() {
      await Promise.all(replicas.map(({ child }) => end(child)));
    },
  };
}

export async function startReplica(
  { program, replica }: Pick<ClusterOptions, 'program' | 'replica'>,
  crashes: string[],
): Promise<Replica> {
  // It must end with the harness, even if the harness crashes.
  const code = `process.stdin.on('end', () => process.exit()).resume();
    const { serveReplica } = await import(${JSON.stringify(program)});
    await serveReplica(JSON.parse(process.argv[1]));`;
  const args = ['--input-type=module', '-e', code, '--', JSON.stringify(replica)];
  const begin = (): ChildProcess =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }).once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') crashes.push(`a replica ended by itself with ${String(code ?? signal)}`);
    });
  const one: Replica = {
    child: begin(),
    url: undefined,
    async restart() {
      one.url = undefined;
      await end(one.child);
      one.child = begin();
      one.url = await firstLine(one.child);
    },
  };
  one.url = await firstLine(one.child);
  return one;
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', (code) => fail(new Error(`A replica ended by itself with ${String(code)}.`)));
  });
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}
