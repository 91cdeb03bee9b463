import type { EarlierLoops } from '../archive/earlier-loops.js';
import type { SessionEngine } from '../engine/engine.js';
import { EngineError } from '../engine/error.js';
import type { ClusterConfig } from './cluster-config.js';
import type { Mutes } from './mutes.js';
import type { Finder } from '../topology/finder.js';
import type { Store } from '../store/store.js';

export interface SweepParts {
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly cluster: ClusterConfig;
  readonly mutes: Pick<Mutes, 'refresh'>;
  readonly earlier: Pick<EarlierLoops, 'refresh'>;
  readonly finder: Finder;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const HOUR = 3_600_000;
const PRUNE_EVERY_MS = 60_000;
const DUE_PAGE = 500;
/** More due sessions wait for the next sweep, so that pruning is not delayed. */
const DUE_PAGES = 20;

/** Periodic work: reads shared settings, expires gates, times out missing parents, deletes old sessions. */
export function createSweeper(parts: SweepParts): {
  readonly start: (everyMs?: number) => () => Promise<void>;
} {
  const { engine, store, cluster, mutes, earlier, finder, now, onError } = parts;
  let prunedAt = -Infinity;
  const prune = async (): Promise<void> => {
    if (now() - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = now();
    const { sessionDays, broadcastHours } = cluster.settings().config.retention;
    const before = { sessions: now() - sessionDays * 24 * HOUR, broadcasts: now() - broadcastHours * HOUR };
    // A file is emptied synchronously, so others get their turn between two pages of a long list.
    while ((await store.prune(before)) >= 1000) await new Promise((done) => setImmediate(done));
  };
  const sweepDue = dueSweeper({ engine, store, now, onError });
  const sweep = async (): Promise<void> => {
    try {
      await cluster.refresh();
      await mutes.refresh();
      await earlier.refresh();
      await finder.sweep();
      await sweepDue();
      await prune();
    } catch (error) {
      onError(error);
    }
  };
  return { start: (everyMs = 1000) => repeat(sweep, everyMs) };
}

/** Damaged sessions stay due, so it skips them: they must neither fill a page nor stop the sweep. */
function dueSweeper({
  engine,
  store,
  now,
  onError,
}: Pick<SweepParts, 'engine' | 'store' | 'now' | 'onError'>): () => Promise<void> {
  const damaged = new Set<string>();
  const look = async (id: string): Promise<void> => {
    try {
      await engine.submit('look', id, null);
      damaged.delete(id);
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'SESSION_UNREADABLE') throw error;
      if (!damaged.has(id)) onError(error);
      damaged.add(id);
    }
  };
  return async () => {
    for (let i = 0; i < DUE_PAGES; i++) {
      const page = DUE_PAGE + damaged.size;
      const due = await store.due(now(), page);
      const fresh = due.filter((id) => !damaged.has(id));
      await Promise.all(fresh.map(look));
      if (due.length < page || fresh.length === 0) return;
    }
  };
}

/** Runs periodically until the returned function stops it. */
function repeat(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const later = (): void => {
    timer = setTimeout(() => {
      running = work().then(() => (isStopped ? undefined : later()));
    }, everyMs);
  };
  later();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
