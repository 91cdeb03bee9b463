import type { SessionEngine } from '../engine/engine.js';
import type { Shared } from './shared.js';
import type { Finder } from '../topology/finder.js';
import type { Store } from '../store/store.js';

export interface SweepParts {
  readonly engine: SessionEngine;
  readonly store: Store;
  readonly shared: Shared;
  readonly finder: Finder;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const HOUR = 3_600_000;
const PRUNE_EVERY_MS = 60_000;
const DUE_PAGE = 500;
/** What is left waits for the next time, so that nothing else has to wait for it. */
const DUE_PAGES = 20;

/** What happens by itself: shared settings are read, gates run out, parents are given up, old things are deleted. */
export function createSweeper({ engine, store, shared, finder, now, onError }: SweepParts): {
  readonly start: (everyMs?: number) => () => Promise<void>;
} {
  let prunedAt = -Infinity;
  const prune = async (): Promise<void> => {
    if (now() - prunedAt < PRUNE_EVERY_MS) return;
    prunedAt = now();
    const { sessionDays, broadcastHours } = shared.settings().config.retention;
    const before = { sessions: now() - sessionDays * 24 * HOUR, broadcasts: now() - broadcastHours * HOUR };
    while ((await store.prune(before)) >= 1000);
  };
  const sweep = async (): Promise<void> => {
    try {
      await shared.refresh();
      await finder.sweep();
      for (let i = 0; i < DUE_PAGES; i++) {
        const due = await store.due(now(), DUE_PAGE);
        await Promise.all(due.map((id) => engine.submit<'look'>(id, { kind: 'look' })));
        if (due.length < DUE_PAGE) break;
      }
      await prune();
    } catch (error) {
      onError(error);
    }
  };
  return { start: (everyMs = 1000) => repeat(sweep, everyMs) };
}

/** One after the other, with a rest between; what comes back ends it. */
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
