import { availableParallelism } from 'node:os';
import { stat } from 'node:fs/promises';
import type { Source } from '../transcripts/sources.js';
import type { Finding } from './finding.js';
import { inspect, type Inspection } from './inspect.js';
import { poolOf } from './pool.js';
import type { WorkerSetup } from './worker-protocol.js';

/** The plan of a scan. */
export interface Plan {
  readonly sources: readonly Source[];
  /** In bytes; `undefined` for piped input. */
  readonly size: number | undefined;
  /** The number of additional threads; 0 for small inputs. */
  readonly workers: number;
}

/** Starting a thread takes as long as reading this much. */
const LEAST_FOR_WORKERS = 24 * 1024 * 1024;
/** Each one takes memory, and disks have limits, too. */
const MAX_WORKERS = 4;

export async function planFor(sources: readonly Source[], cores = availableParallelism()): Promise<Plan> {
  let size = 0;
  let files = 0;
  for (const source of sources) {
    if (source.kind === 'bad') continue;
    if (source.file === undefined) return { sources, size: undefined, workers: 0 };
    files++;
    size += await sizeOf(source.file);
  }
  const most = Math.min(cores, files, MAX_WORKERS);
  return { sources, size, workers: most > 1 && size >= LEAST_FOR_WORKERS ? most : 0 };
}

async function sizeOf(file: string): Promise<number> {
  // Reading it reports the error.
  return stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
}

export interface RunOptions {
  readonly how: Inspection;
  /** For threads; without it, everything runs in this one. */
  readonly worker: { readonly script: URL | string; readonly setup: WorkerSetup } | undefined;
  readonly onBytes: (count: number) => void;
}

/** All findings in the order of the sources, from any thread. */
export function run(plan: Plan, options: RunOptions): AsyncGenerator<readonly Finding[]> {
  return options.worker && plan.workers > 0 ? inThreads(plan, options, options.worker) : inOne(plan, options);
}

async function* inOne({ sources }: Plan, { how, onBytes }: RunOptions): AsyncGenerator<readonly Finding[]> {
  for (const source of sources) {
    if (source.kind === 'bad') yield [badSource(source)];
    else for await (const finding of inspect(source, { ...how, onBytes })) yield [finding];
  }
}

async function* inThreads(
  { sources, workers }: Plan,
  { onBytes }: RunOptions,
  worker: NonNullable<RunOptions['worker']>,
): AsyncGenerator<readonly Finding[]> {
  const files = sources.flatMap((source) => (source.kind === 'bad' ? [] : [source.name]));
  const pool = poolOf(files, { ...worker, workers, onBytes });
  try {
    let index = 0;
    for (const source of sources) {
      if (source.kind === 'bad') yield [badSource(source)];
      else yield* pool.findingsIn(index++);
    }
  } finally {
    await pool.close();
  }
}

function badSource({ name, problem, hint }: Extract<Source, { kind: 'bad' }>): Finding {
  return { kind: 'problem', where: name, what: problem, hint, many: 1 };
}
