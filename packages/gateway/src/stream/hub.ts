import type { Broadcast, Store } from '../store/store.js';

/** The outbox, read once for all who listen. */
export interface Hub {
  /** Entries after this id that are known, at most some; from the store where they are older. */
  readonly after: (id: number) => Promise<readonly Broadcast[]>;
  readonly last: () => Promise<number>;
  /** Called when there may be more. */
  readonly onMore: (listener: () => void) => () => void;
  readonly close: () => void;
}

const RING = 2000;
const PAGE = 500;
const POLL_MS = 1000;

/** Nothing is kept for a client: it has a place in the outbox and comes for more when it has room. */
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
      if (oldest && id >= oldest.id) return ring.entries.filter((entry) => entry.id > id);
      const entries = await store.broadcasts(id, PAGE);
      if (ring.entries.length === 0) ring.entries = entries.slice(-1);
      return entries;
    },
    last: () => store.lastBroadcast(),
    onMore(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // Nobody reads on: what is here would soon be old.
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

/** What came since; who asks meanwhile makes it look once more. */
async function readOn(ring: Ring, store: Store): Promise<void> {
  ring.isStale = true;
  if (ring.isReading) return;
  ring.isReading = true;
  try {
    for (ring.isStale = true; isStale(ring);) {
      ring.isStale = false;
      const from = ring.entries.at(-1)?.id;
      const fresh = from === undefined ? [] : await store.broadcasts(from, PAGE);
      if (fresh.length === PAGE) ring.isStale = true;
      if (fresh.length > 0) ring.entries = [...ring.entries, ...fresh].slice(-RING);
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
