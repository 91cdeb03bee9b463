import { idOf, loopFrom, sessionNotFound, type ReadParts } from './read-parts.js';
import type { Store } from '../../store/store.js';
import type { StoredEvent } from '../../api/sessions.js';
import { readStored } from '../../session/history.js';
import { detailOf } from '../../session/summary.js';
import { broadcastOf } from '../../api/stream.js';
import { auditLine } from '../../store/change-document.js';
import type { Handlers } from '../../http/handler.js';
import { buildDag } from '../../topology/dag-view.js';

const PAGE = 100;

export function eventListHandlers({ engine, store, now }: ReadParts): Pick<Handlers, 'getEvents' | 'getDag'> {
  return {
    async getEvents(call) {
      const session = idOf(call);
      const { from = 0, limit = PAGE } = call.query;
      const { events, next } = await eventsFrom(store, session, from, limit);
      if (events.length === 0 && !(await engine.read(session))) throw sessionNotFound();
      return { events, next };
    },
    async getDag(call) {
      const session = idOf(call);
      const entry = await engine.read(session);
      if (!entry) throw sessionNotFound();
      const audit = await store.audit({ session, limit: PAGE });
      const { events } = await eventsFrom(store, session, 0, 5000);
      return buildDag(entry.record, events, audit, now());
    },
  };
}

export function copyHandlers({
  engine,
  store,
  now,
}: ReadParts): Pick<Handlers, 'exportSession' | 'deleteSession'> {
  return {
    async exportSession(call) {
      const session = idOf(call);
      const entry = await engine.read(session);
      if (!entry) throw sessionNotFound();
      const loops = await store.documents({ kind: 'loop', session, limit: 1000 });
      return {
        ...{ format: 'rutbreak-session', version: 1, exported_at: now() },
        session: detailOf(entry.record, entry.version, now()),
        ...(await eventsFrom(store, session, 0, Infinity)),
        loops: loops.map(({ body }) => loopFrom(body)),
        audit: await store.audit({ session, limit: 10_000 }),
      };
    },
    async deleteSession(call) {
      const session = idOf(call);
      // The record is not read: a session with a damaged one must be deletable.
      const isRemoved = await store.remove(session);
      engine.forget(session);
      if (!isRemoved) throw sessionNotFound();
      const { name } = call.identity;
      await store.append({
        // The outbox keeps this entry, so it must not name the agents of the deleted session.
        broadcasts: [
          broadcastOf('gateway:topology', now(), { event_type: 'node_removed', node_id: session }),
        ],
        audit: [auditLine(now(), name, 'delete_session', {})],
      });
      return { removed: true };
    },
  };
}

/** Maximum size of one response, in characters; the rest is on the next page. */
const MAX_RESPONSE = 32 * 1024 * 1024;

async function eventsFrom(
  store: Store,
  session: string,
  from: number,
  most: number,
): Promise<{ readonly events: StoredEvent[]; readonly next: number | null }> {
  const events: StoredEvent[] = [];
  let size = 0;
  for (let fromSeq = from; ;) {
    const batches = await store.history(session, { fromSeq, limit: 200 });
    const last = batches.at(-1);
    if (!last) return { events, next: null };
    for (const batch of batches) {
      const read = readStored(batch).filter(({ seq }) => seq >= fromSeq);
      for (const event of read) {
        if (events.length >= most || (size > MAX_RESPONSE && events.length > 0))
          return { events, next: event.seq };
        events.push(event);
      }
      size += batch.payload.length;
    }
    fromSeq = last.lastSeq + 1;
  }
}
