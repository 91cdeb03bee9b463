import type { StoredEvent } from '../api/sessions.js';
import type { HistoryBatch } from '../store/store.js';
import type { StoredBatch } from './draft.js';

/** The events of a batch, one by one; one that was refused is null. */
export function readStored({ firstSeq, at, payload }: HistoryBatch): StoredEvent[] {
  const { door, held, agent, items } = JSON.parse(payload) as StoredBatch;
  return items.map((body, i) => ({
    seq: firstSeq + i,
    at,
    door,
    held,
    ...(agent !== undefined && { agent }),
    body,
  }));
}
