import type { Store, StoredSession } from '../store/store.js';
import { readLens } from './judge.js';
import { newRecord, type SessionRecord } from './record.js';
import type { Settings } from './settings.js';

export interface Entry {
  readonly version: number;
  readonly record: SessionRecord;
}

/** Sessions that were used lately. What is here may be old: the version tells when it is written. */
export interface Cache {
  readonly get: (id: string) => Entry | undefined;
  readonly set: (id: string, entry: Entry) => void;
  readonly drop: (id: string) => void;
  readonly size: () => number;
}

export function createCache(most: number): Cache {
  const entries = new Map<string, Entry>();
  return {
    get: (id) => entries.get(id),
    set(id, entry) {
      entries.delete(id);
      entries.set(id, entry);
      for (const oldest of entries.keys()) {
        if (entries.size <= most) break;
        entries.delete(oldest);
      }
    },
    drop: (id) => void entries.delete(id),
    size: () => entries.size,
  };
}

/** Puts those into the cache that are not there. */
export async function loadMissing(
  ids: readonly string[],
  cache: Cache,
  store: Store,
  settings: Settings,
): Promise<ReadonlySet<string>> {
  const missing = ids.filter((id) => cache.get(id) === undefined);
  if (missing.length === 0) return new Set();
  const found = await store.load(missing);
  for (const [id, row] of found) cache.set(id, readEntry(row, settings));
  return new Set(missing);
}

function readEntry(
  { version, record }: Pick<StoredSession, 'version' | 'record'>,
  settings: Settings,
): Entry {
  const read = JSON.parse(record) as SessionRecord;
  // What an older version did not know is as in a new one.
  const parsed = { ...newRecord(read.id, read.createdAt), ...read };
  const { steps, events } = parsed.lenses;
  const readSteps = steps && readLens(steps, settings.steps);
  const readEvents = events && readLens(events, settings.eventsOf(parsed.agent.model));
  const lenses = { ...(readSteps && { steps: readSteps }), ...(readEvents && { events: readEvents }) };
  return { version, record: { ...parsed, lenses } };
}
