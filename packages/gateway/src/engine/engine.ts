import { HttpProblem } from '../http/problem.js';
import type { Replies, Work } from './apply.js';
import { createCache, type Entry, loadMissing } from './cache.js';
import { compute } from './compute.js';
import type { Done, EngineOptions, Job } from './job.js';

/** Everything that happens to sessions goes through here, in order, and is durable when it resolves. */
export interface SessionEngine {
  readonly submit: <K extends Work['kind']>(
    session: string,
    work: Extract<Work, { readonly kind: K }>,
    bytes?: number,
  ) => Promise<Done<Replies[K]>>;
  /** As it is in the store now. */
  readonly read: (session: string) => Promise<Entry | undefined>;
  readonly forget: (session: string) => void;
  readonly size: () => { readonly cached: number; readonly queued: number };
  /** Resolves when nothing waits any more. */
  readonly idle: () => Promise<void>;
}

const MAX_JOBS = 400;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * As soon as one commit is through, everything that came meanwhile goes into the next: nobody waits for a timer, and
 * the disk is waited for once for many.
 */
export function createEngine(options: EngineOptions): SessionEngine {
  const { store, limits } = options;
  const cache = createCache(limits.cached, options.settings);
  let queue: Job[] = [];
  let queuedBytes = 0;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    while (queue.length > 0) {
      const { taken, left } = split(queue);
      queue = left;
      queuedBytes -= taken.reduce((sum, { bytes }) => sum + bytes, 0);
      const again = await compute(taken, cache, options);
      // In front of what came later, so that the order of a session holds.
      queue = [...again, ...queue];
    }
    running = undefined;
  };
  return {
    submit: (session, work, bytes = 0) =>
      new Promise((done, fail) => {
        if (queuedBytes + bytes > limits.queuedBytes) {
          fail(overloaded());
          return;
        }
        queuedBytes += bytes;
        queue.push({ session, work, bytes, tries: 0, done: done as Job['done'], fail });
        running ??= afterTheOthers().then(run);
      }),
    async read(session) {
      cache.drop(session);
      const { unreadable } = await loadMissing([session], cache, store, options.settings());
      if (unreadable.has(session)) throw unreadable.get(session);
      return cache.get(session);
    },
    forget: (session) => cache.drop(session),
    size: () => ({ cached: cache.size(), queued: queue.length }),
    async idle() {
      while (running) await running;
    },
  };
}

/** Two turns later: requests that are there already are read first, and all are committed together. */
function afterTheOthers(): Promise<void> {
  return new Promise((begin) => setImmediate(() => setImmediate(begin)));
}

function overloaded(): HttpProblem {
  return new HttpProblem('OVERLOADED', 'More is waiting than the store can take.', { retryAfter: 1 });
}

function split(queue: readonly Job[]): { readonly taken: Job[]; readonly left: Job[] } {
  let bytes = 0;
  let count = 0;
  while (count < queue.length && count < MAX_JOBS && bytes <= MAX_BYTES) bytes += queue[count++]?.bytes ?? 0;
  return { taken: queue.slice(0, count), left: queue.slice(count) };
}
