import { Worker } from 'node:worker_threads';
import type { Finding } from './finding.js';
import type { Batch, Order, WorkerSetup } from './worker-protocol.js';

/** Scans files in several threads. */
export interface Pool {
  /** The findings of a file by its number. Call it in order. */
  readonly findingsIn: (index: number) => AsyncGenerator<readonly Finding[]>;
  readonly close: () => Promise<void>;
}

export interface PoolOptions {
  /** The module that a worker runs. */
  readonly script: URL | string;
  readonly setup: WorkerSetup;
  readonly workers: number;
  readonly onBytes: (count: number) => void;
}

/** A file in the pool. */
interface Task {
  readonly file: string;
  readonly batches: Batch[];
  worker: Worker | undefined;
  isDone: boolean;
  wake: () => void;
}

/** The maximum number of files ahead of the reported one, because waiting findings stay in memory. */
const MAX_AHEAD = 64;

/** One file per thread; findings come out in the order of the files, whichever thread finishes first. */
export function poolOf(files: readonly string[], options: PoolOptions): Pool {
  const tasks = files.map(newTask);
  /** The file that each thread works on. */
  const current = new Map<Worker, Task>();
  const idle: Worker[] = [];
  let begun = 0;
  let told = 0;
  const take = (worker: Worker, batch: Batch): void => {
    options.onBytes(batch.bytes);
    add(current.get(worker), batch);
  };
  const threads = threadsFor(options, {
    onBatch(worker, batch) {
      take(worker, batch);
      if (batch.isLast) idle.push(worker);
      assign();
    },
    onFailure(worker, error) {
      const file = current.get(worker)?.file ?? '';
      take(worker, { findings: failure(file, error), bytes: 0, isLast: true });
      assign();
    },
  });
  const assign = (): void => {
    for (const task of tasks.slice(begun, told + MAX_AHEAD + 1)) {
      task.worker = idle.pop() ?? threads.open();
      if (!task.worker) return;
      begun++;
      current.set(task.worker, task);
      post(task.worker, { kind: 'file', file: task.file });
    }
  };
  return {
    async *findingsIn(index) {
      told = index;
      assign();
      yield* batchesOf(tasks[index]);
    },
    close: threads.close,
  };
}

function newTask(file: string): Task {
  return { file, batches: [], worker: undefined, isDone: false, wake: () => undefined };
}

function add(task: Task | undefined, batch: Batch): void {
  if (!task) return;
  task.batches.push(batch);
  task.isDone = batch.isLast;
  task.wake();
}

/** As they arrive, until the last. */
async function* batchesOf(task: Task | undefined): AsyncGenerator<readonly Finding[]> {
  while (task) {
    for (let batch = task.batches.shift(); batch; batch = task.batches.shift()) {
      yield batch.findings;
      // A terminated thread ignores it.
      if (task.worker) post(task.worker, { kind: 'taken' });
    }
    if (task.isDone) return;
    await new Promise<void>((go) => (task.wake = go));
  }
}

interface Listeners {
  readonly onBatch: (worker: Worker, batch: Batch) => void;
  readonly onFailure: (worker: Worker, error: Error) => void;
}

interface Threads {
  /** The next file, if the limit allows it. */
  readonly open: () => Worker | undefined;
  readonly close: () => Promise<void>;
}

function threadsFor({ script, setup, workers }: PoolOptions, { onBatch, onFailure }: Listeners): Threads {
  const threads = new Set<Worker>();
  return {
    open() {
      if (threads.size >= workers) return undefined;
      const worker = new Worker(script, { workerData: setup, resourceLimits: LIMITS });
      threads.add(worker);
      worker.on('message', (batch: Batch) => {
        onBatch(worker, batch);
      });
      worker.on('error', (error: Error) => {
        threads.delete(worker);
        onFailure(worker, error);
      });
      return worker;
    },
    async close() {
      await Promise.all(Array.from(threads, (worker) => worker.terminate()));
    },
  };
}

/**
 * New objects die young here: a larger young generation copies fewer of them, but too large wastes memory.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24 };

const post = (worker: Worker, order: Order): void => {
  worker.postMessage(order);
};

function failure(file: string, error: Error): readonly Finding[] {
  const what = `could not be scanned to its end: ${error.message}`;
  const hint = 'Scan it alone, or with a smaller --max-line.';
  return [
    { kind: 'problem', where: file, what, hint, many: 1 },
    { kind: 'end', file },
  ];
}
