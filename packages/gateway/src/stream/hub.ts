import type { Broadcast, Store } from '../store/store.js';

/** The outbox, read once for all listeners. */
export interface Hub {
  /** The next entries after this id: from memory, or from the store where they are older. */
  readonly after: (id: number) => Promise<readonly Broadcast[]>;
  readonly last: () => Promise<number>;
  /** Called when there may be more. */
  readonly onMore: (listener: () => void) => () => void;
  readonly close: () => void;
}

const RING = 2000;
/** Characters of bodies in the ring. */
const RING_SIZE = 16 * 1024 * 1024;
const PAGE = 500;
/** Characters that a client gets at once, unless one entry alone is larger. */
const CLIENT_SIZE = 1024 * 1024;
const POLL_MS = 1000;

/** There is no queue per client: each has a position in the outbox and asks for more when its socket has room. */
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
        // Without listeners nobody reads on, so the ring would be stale.
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

/** The newest entries that fit; at least the last one, which says where to read on. */
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

/** Reads what was committed since. A call during a read makes it read once more. */
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
    // The store is away; clients keep their place, and the next look comes soon.
  } finally {
    ring.isReading = false;
  }
}

/** Asked anew each time: others set it while we wait. */
function isStale(ring: Ring): boolean {
  return ring.isStale;
}

/** `session:hitl:*` is every session; no topics at all are all of them. */
export function topicFilter(topics: readonly string[]): (topic: string) => boolean {
  if (topics.length === 0) return () => true;
  const exact = new Set(topics);
  const prefixes = topics.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
  return (topic) => exact.has(topic) || prefixes.some((prefix) => topic.startsWith(prefix));
}
