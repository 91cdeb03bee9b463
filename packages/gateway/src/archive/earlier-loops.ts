import type { Archive } from '@rutbreak/core';
import { knownAmong, type PatternRow } from '@rutbreak/core/edge';
import type { Store } from '../store/store.js';
import { rowsIn } from './store.js';

/** The archive in memory, so that detection need not wait for the store. It may be a little behind. */
export interface EarlierLoops extends Pick<Archive, 'known'> {
  /** The archive has changed: the next refresh reads it. */
  readonly note: () => void;
  /** Reads the archive if it has changed, and now and then for the changes of other replicas. */
  readonly refresh: () => Promise<void>;
}

/** The archive may hold thousands of patterns, and a busy fleet changes it all the time. */
const SHORTEST_MS = 5000;
const LONGEST_MS = 60_000;

export function createEarlierLoops(store: Store, now: () => number): EarlierLoops {
  let rows: readonly PatternRow[] = [];
  let readAt = -Infinity;
  let hasChanged = false;
  return {
    known: (finding, query) => knownAmong(rows, finding, query),
    note: () => void (hasChanged = true),
    async refresh() {
      if (now() - readAt < (hasChanged ? SHORTEST_MS : LONGEST_MS)) return;
      readAt = now();
      hasChanged = false;
      rows = (await rowsIn(store)).map(({ row }) => row);
    },
  };
}
