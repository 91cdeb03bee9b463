import type { StoredEvent } from '../api/sessions.js';
import type { HistoryBatch } from '../store/store.js';

/** The stored form of events that arrived together; common fields are stored once. */
export interface StoredBatch {
  readonly door: StoredEvent['door'];
  readonly held: boolean;
  /** Held because this agent alone is paused. */
  readonly agent?: string;
  readonly items: readonly unknown[];
}

/** The events of a batch; the body of a refused event is null. */
export function readStored({ firstSeq, at, payload }: HistoryBatch): StoredEvent[] {
  const { door, held, agent, items } = JSON.parse(payload) as StoredBatch;
  return items.map((body, i) => ({
    ...{ seq: firstSeq + i, at, door, held },
    ...(agent !== undefined && { agent }),
    body,
  }));
}
