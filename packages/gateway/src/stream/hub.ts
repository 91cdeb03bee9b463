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
  let ring: Broadcast[] = [];
  let isReading = false;
  let isStale = false;
  const listeners = new Set<() => void>();

  const pull = async (): Promise<void> => {
    if (isReading) return void (isStale = true);
    isReading = true;
    try {
      do {
        isStale = false;
        const from = ring.at(-1)?.id;
        const fresh = from === undefined ? [] : await store.broadcasts(from, PAGE);
        if (fresh.length === PAGE) isStale = true;
        ring = [...ring, ...fresh].slice(-RING);
      } while (isStale);
    } catch {
      // The store is away; clients keep their place, and the next look comes soon.
    } finally {
      isReading = false;
    }
    for (const listener of listeners) listener();
  };
  const hint = (): void => {
    if (listeners.size > 0) void pull();
  };
  const stop = store.onHint(hint);
  const timer = setInterval(hint, POLL_MS);
  timer.unref();
  return {
    async after(id) {
      const [oldest] = ring;
      if (oldest && id >= oldest.id) return ring.filter((entry) => entry.id > id);
      const entries = await store.broadcasts(id, PAGE);
      if (ring.length === 0) ring = entries.slice(-1);
      return entries;
    },
    last: () => store.lastBroadcast(),
    onMore(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        // Nobody reads on: what is here would soon be old.
        if (listeners.size === 0) ring = [];
      };
    },
    close() {
      stop();
      clearInterval(timer);
      listeners.clear();
    },
  };
}

/** `session:hitl:*` is every session; no topics at all are all of them. */
export function topicFilter(topics: readonly string[]): (topic: string) => boolean {
  if (topics.length === 0) return () => true;
  const exact = new Set(topics);
  const prefixes = topics.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
  return (topic) => exact.has(topic) || prefixes.some((prefix) => topic.startsWith(prefix));
}
