import { type Cache, createCache, type Entry, loadMissing } from './queue/cache.js';
import { compute } from './queue/compute.js';
import type { Done, EngineOptions, Job } from './queue/job.js';
import { createLanes, type Group } from './queue/lanes.js';
import type { Input, Reply, WorkKind } from './work.js';

/** A unit of work for one session. */
export interface Request<K extends WorkKind> {
  readonly session: string;
  readonly input: Input<K>;
  readonly bytes?: number;
}

/** Applies all changes to sessions, in order. A resolved promise means that the change is durable. */
export interface SessionEngine {
  readonly submit: <K extends WorkKind>(
    kind: K,
    session: string,
    input: Input<K>,
    bytes?: number,
  ) => Promise<Done<Reply<K>>>;
  /** All requests in one transaction; each one succeeds or fails on its own. */
  readonly submitAll: <K extends WorkKind>(
    kind: K,
    requests: readonly Request<K>[],
  ) => Promise<readonly PromiseSettledResult<Done<Reply<K>>>[]>;
  /** Reads the session from the store. Throws an EngineError if the record is unreadable. */
  readonly read: (session: string) => Promise<Entry | undefined>;
  readonly forget: (session: string) => void;
  readonly size: () => { readonly cached: number; readonly queued: number };
  /** Resolves when the queue is empty. */
  readonly idle: () => Promise<void>;
}

export function createEngine(options: EngineOptions): SessionEngine {
  const cache = createCache(options.limits.cached, options.settings);
  const { enqueue, queued, idle } = createLanes(
    (jobs) => compute(jobs, cache, options),
    options.limits.queuedBytes,
  );
  return {
    submit: (kind, session, input, bytes = 0) =>
      new Promise((done, fail) => {
        enqueue([{ kind, session, input, bytes, tries: 0, done: done as Job['done'], fail }]);
      }),
    submitAll: (kind, requests) => submitAll(kind, requests, enqueue),
    read: (session) => readFresh(session, cache, options),
    forget: (session) => cache.drop(session),
    size: () => ({ cached: cache.size(), queued: queued() }),
    idle,
  };
}

async function readFresh(
  session: string,
  cache: Cache,
  { store, settings }: EngineOptions,
): Promise<Entry | undefined> {
  const known = cache.get(session);
  const row = (await store.load([session])).get(session);
  const isNewest = row && known?.version === row.version && known.record.seenAt === row.updatedAt;
  if (isNewest) return known;
  cache.drop(session);
  const { unreadable } = await loadMissing([session], cache, store, settings());
  if (unreadable.has(session)) throw unreadable.get(session);
  return cache.get(session);
}

function submitAll<K extends WorkKind>(
  kind: K,
  requests: readonly Request<K>[],
  enqueue: (group: Group) => void,
): Promise<readonly PromiseSettledResult<Done<Reply<K>>>[]> {
  const group: Job[] = [];
  const results = requests.map(
    ({ session, input, bytes = 0 }) =>
      new Promise<Done<Reply<K>>>((done, fail) => {
        group.push({ kind, session, input, bytes, tries: 0, done: done as Job['done'], fail });
      }),
  );
  if (group.length > 0) enqueue(group);
  return Promise.allSettled(results);
}
