import type { Store } from '../store/store.js';
import { readLens } from './judge.js';
import { pack, unpack } from './pack.js';
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

/** So many are kept as they are used; a session at rest takes less room as bytes. */
const HOT = 200;

export function createCache(most: number, settings: () => Settings): Cache {
  const hot = new Map<string, Entry>();
  const cold = new Map<string, Packed>();
  const set = (id: string, entry: Entry): void => {
    hot.delete(id);
    hot.set(id, entry);
    for (const [oldest, resting] of hot) {
      if (hot.size <= Math.min(HOT, most)) break;
      hot.delete(oldest);
      cold.set(oldest, { version: resting.version, record: pack(resting.record) });
    }
    for (const oldest of cold.keys()) {
      if (hot.size + cold.size <= most) break;
      cold.delete(oldest);
    }
  };
  return {
    get(id) {
      const packed = cold.get(id);
      if (!packed) return hot.get(id);
      cold.delete(id);
      const entry = readEntry(packed.version, unpack(packed.record) as SessionRecord, settings());
      set(id, entry);
      return entry;
    },
    set(id, entry) {
      cold.delete(id);
      set(id, entry);
    },
    drop(id) {
      hot.delete(id);
      cold.delete(id);
    },
    size: () => hot.size + cold.size,
  };
}

interface Packed {
  readonly version: number;
  readonly record: string;
}

interface Loaded {
  /** Sessions that were read from the store just now. */
  readonly fresh: ReadonlySet<string>;
  /** Sessions whose record this version cannot read, with the reason. The others go on. */
  readonly unreadable: ReadonlyMap<string, unknown>;
}

/** Puts those into the cache that are not there. */
export async function loadMissing(
  ids: readonly string[],
  cache: Cache,
  store: Store,
  settings: Settings,
): Promise<Loaded> {
  const unreadable = new Map<string, unknown>();
  const missing = ids.filter((id) => cache.get(id) === undefined);
  if (missing.length === 0) return { fresh: new Set(), unreadable };
  const found = await store.load(missing);
  for (const [id, row] of found) {
    try {
      cache.set(id, readEntry(row.version, JSON.parse(row.record) as SessionRecord, settings));
    } catch (error) {
      unreadable.set(id, error);
    }
  }
  return { fresh: new Set(missing), unreadable };
}

function readEntry(version: number, read: SessionRecord, settings: Settings): Entry {
  // What an older version did not know is as in a new one.
  const record = { ...newRecord(read.id, read.createdAt), ...read };
  const { steps, events } = record.lenses;
  const readSteps = steps && readLens(steps, settings.steps);
  const readEvents = events && readLens(events, settings.eventsOf(record.agent.model));
  const lenses = { ...(readSteps && { steps: readSteps }), ...(readEvents && { events: readEvents }) };
  return { version, record: { ...record, lenses } };
}
