import type { StoredEvent } from '../../api/sessions.js';
import { readStored } from '../../session/history.js';
import type { Store } from '../../store/store.js';
import { rejectStore } from '../error.js';

const PAGE = 500;

/** All stored events of a session from this sequence number on. */
export async function eventsSince(store: Store, session: string, from: number): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let fromSeq = from; ;) {
    const batches = await store.history(session, { fromSeq, limit: PAGE }).catch(rejectStore);
    const last = batches.at(-1);
    if (!last) return events;
    events.push(...batches.flatMap(readStored).filter(({ seq }) => seq >= fromSeq));
    fromSeq = last.lastSeq + 1;
  }
}
