import type { Broadcast, Store } from '../store/store.js';

/** Reads the outbox once for all listeners. */
export interface Hub {
  /** The next entries after this id, from memory or, if they are older, from the store. */
  readonly after: (id: number) => Promise<readonly Broadcast[]>;
  readonly last: () => Promise<number>;
  /** Calls the listener when there may be new entries. */
  readonly onMore: (listener: () => void) => () => void;
  readonly close: () => void;
}

const RING = 2000;
/** Maximum total size of bodies in the ring, in characters. */
const RING_SIZE = 16 * 1024 * 1024;
const PAGE = 500;
/** Maximum size of one write to a client, unless a single entry is larger. */
const CLIENT_SIZE = 1024 * 1024;
const POLL_MS = 1000;

/** Clients have no queue: each one has a position in the outbox and reads on when its socket has room. */
export function createHub(store: Store): Hub {
  const ring: Ring = { entries: [], isReading: false, isStale: false };
  const listeners = new Set<() => void>();
  const hint = (): void => {
    if (listeners.size === 0) return;
    void readOn(ring, store).then(() => {
      for (const listener of listeners) listener();
    });
  };
  const stop = store.onHint(hint);
  const timer = setInterval(hint, POLL_MS);
  timer.unref();
  return {
    async after(id) {
      const [oldest] = ring.entries;
      if (oldest && id >= oldest.id) return some(ring.entries.filter((entry) => entry.id > id));
      const entries = await store.broadcasts(id, PAGE);
      if (ring.entries.length === 0) ring.entries = entries.slice(-1);
      return some(entries);
    },
    last: () => store.lastBroadcast(),
    onMore(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // Without listeners the ring is not updated, so it would become stale.
        if (listeners.size === 0) ring.entries = [];
      };
    },
    close() {
      stop();
      clearInterval(timer);
      listeners.clear();
    },
  };
}

interface Ring {
  entries: readonly Broadcast[];
  isReading: boolean;
  isStale: boolean;
}

/** The newest entries that fit, and at least the last one, which marks the position. */
function bounded(entries: readonly Broadcast[]): readonly Broadcast[] {
  let size = 0;
  let from = entries.length - 1;
  while (from > 0 && entries.length - from < RING) {
    size += entries[from]?.body.length ?? 0;
    if (size > RING_SIZE) break;
    from--;
  }
  return entries.slice(from);
}

function some(entries: readonly Broadcast[]): readonly Broadcast[] {
  let size = 0;
  const end = entries.findIndex((entry, i) => i > 0 && (size += entry.body.length) > CLIENT_SIZE);
  return end < 0 ? entries : entries.slice(0, end);
}

/** Reads new commits. A call during a read triggers one more read. */
async function readOn(ring: Ring, store: Store): Promise<void> {
  ring.isStale = true;
  if (ring.isReading) return;
  ring.isReading = true;
  try {
    for (ring.isStale = true; isStale(ring);) {
      ring.isStale = false;
      const from = ring.entries.at(-1)?.id;
      const fresh = from === undefined ? [] : await store.broadcasts(from, PAGE);
      if (fresh.length > 0) {
        ring.isStale = true;
        ring.entries = bounded([...ring.entries, ...fresh]);
      }
    }
  } catch {
    // The store is down; clients keep their position, and the next poll retries.
  } finally {
    ring.isReading = false;
  }
}

/** A function, because other calls set the flag while this one awaits. */
function isStale(ring: Ring): boolean {
  return ring.isStale;
}

/** `session:hitl:*` matches every session; an empty list matches all topics. */
export function topicFilter(topics: readonly string[]): (topic: string) => boolean {
  if (topics.length === 0) return () => true;
  const exact = new Set(topics);
  const prefixes = topics.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
  return (topic) => exact.has(topic) || prefixes.some((prefix) => topic.startsWith(prefix));
}
