import type { Store, StoredSession } from '../../store/store.js';
import { readCore, restored } from './checkpoint.js';
import { pack, unpack } from './pack.js';
import { newRecord, type SessionRecord } from '../../session/record.js';
import { rejectStore, unreadableError } from '../error.js';
import type { Settings } from '../settings.js';
import { setRecent } from '@rutbreak/core/edge';

export interface Entry {
  readonly version: number;
  readonly record: SessionRecord;
}

/** Recently used sessions. Entries may be stale; the version check at commit detects that. */
export interface Cache {
  readonly get: (id: string) => Entry | undefined;
  readonly set: (id: string, entry: Entry) => void;
  readonly drop: (id: string) => void;
  readonly size: () => number;
}

/** This many sessions stay unpacked; the others are packed to save memory. */
const HOT = 200;

export function createCache(most: number, settings: () => Settings): Cache {
  const hot = new Map<string, Entry>();
  const cold = new Map<string, Packed>();
  const set = (id: string, entry: Entry): void => {
    setRecent(hot, id, entry, Math.min(HOT, most), (oldest, { version, record }) =>
      cold.set(oldest, { version, record: pack(record) }),
    );
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
        // The next read goes to the store; if that fails too, it fails for this session only.
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
  /** Sessions that this call read from the store. */
  readonly fresh: ReadonlySet<string>;
  /** Sessions with a record that this version cannot read, with the reason. */
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
      const entry = await readSession(row, store, settings);
      if (entry) cache.set(id, entry);
    } catch (error) {
      unreadable.set(id, unreadableError(error));
    }
  }
  return { fresh: new Set(missing), unreadable };
}

/** The session with core's state. Undefined if it was deleted in the meantime. */
export async function readSession(
  { id, version, record: text }: StoredSession,
  store: Store,
  settings: Settings,
): Promise<Entry | undefined> {
  const record = withDefaults(JSON.parse(text) as SessionRecord);
  const core = await readCore(record, store, settings);
  if (core) return { version, record: { ...record, core } };
  const newer = (await store.load([id]).catch(rejectStore)).get(id);
  if (newer?.version === version) throw new Error('The state of the session is missing.');
  return newer && readSession(newer, store, settings);
}

function readEntry(version: number, read: SessionRecord, settings: Settings): Entry {
  const record = withDefaults(read);
  return { version, record: { ...record, core: restored(record.core, record, settings) } };
}

/** Fields that an older version did not write get their defaults. */
function withDefaults(read: SessionRecord): SessionRecord {
  return { ...newRecord(read.id, read.createdAt), ...read };
}
