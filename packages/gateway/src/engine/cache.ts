import type { Store } from '../store/store.js';
import { readCoreState } from './run-core.js';
import { pack, unpack } from './pack.js';
import { newRecord, type SessionRecord } from '../session/record.js';
import { unreadableError } from './error.js';
import type { Settings } from './settings.js';

export interface Entry {
  readonly version: number;
  readonly record: SessionRecord;
}

/** Sessions that were used lately. Entries may be stale: the version shows it when they are written. */
export interface Cache {
  readonly get: (id: string) => Entry | undefined;
  readonly set: (id: string, entry: Entry) => void;
  readonly drop: (id: string) => void;
  readonly size: () => number;
}

/** This many stay unpacked; the others are packed, which takes less memory. */
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
      try {
        const entry = readEntry(packed.version, unpack(packed.record) as SessionRecord, settings());
        set(id, entry);
        return entry;
      } catch {
        // The store has it as well, and reading it there fails for this session only.
        return undefined;
      }
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
  /** Sessions whose record this version cannot read, with the reason. */
  readonly unreadable: ReadonlyMap<string, unknown>;
}

/** Reads sessions that are not in the cache. */
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
      unreadable.set(id, unreadableError(error));
    }
  }
  return { fresh: new Set(missing), unreadable };
}

function readEntry(version: number, read: SessionRecord, settings: Settings): Entry {
  // Fields that an older version did not have get their defaults.
  const record = { ...newRecord(read.id, read.createdAt), ...read };
  const { steps, events } = record.core;
  const readSteps = steps && readCoreState(steps, settings.steps);
  const readEvents = events && readCoreState(events, settings.eventsOf(record.agent.model));
  const core = { ...(readSteps && { steps: readSteps }), ...(readEvents && { events: readEvents }) };
  return { version, record: { ...record, core } };
}
