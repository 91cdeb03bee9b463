import { idOf, loopFrom, notThere, type ReadParts } from './read-parts.js';
import type { Store } from '../store/store.js';
import { waits } from '../session/held.js';
import { NO_RECOMMENDATION, orderFor } from '../engine/ack.js';
import { detailOf } from '../session/summary.js';
import type { Handlers } from '../http/handler.js';

export function sessionHandlers({
  engine,
  store,
  now,
  kill,
  permitsOverride,
}: ReadParts): Pick<Handlers, 'getSession' | 'getControl' | 'getSessionLoops'> {
  return {
    async getSession(call) {
      const entry = await engine.read(idOf(call));
      if (!entry) throw notThere();
      return detailOf(entry.record, entry.version, now(), permitsOverride);
    },
    async getControl(call) {
      const { wait = 0, version: known, agent_id: agent } = call.query;
      const until = now() + wait * 1000;
      for (;;) {
        const entry = await engine.read(idOf(call));
        if (!entry) throw notThere();
        const { version, record } = entry;
        const isNews = known === undefined ? !waits(record, agent) : version > known;
        if (isNews || now() >= until || call.request.raw.destroyed)
          return { ...orderFor(record, { kill: kill() }, NO_RECOMMENDATION, agent), version };
        await hinted(store, Math.min(1000, until - now()));
      }
    },
    async getSessionLoops(call) {
      const session = idOf(call);
      const found = await store.documents({ kind: 'loop', session, limit: 500, newestFirst: true });
      if (found.length === 0 && !(await engine.read(session))) throw notThere();
      return { loops: found.map(({ body }) => loopFrom(body)) };
    },
  };
}

/** Until somebody commits, or for a while. */
function hinted(store: Store, ms: number): Promise<void> {
  return new Promise((done) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      done();
    };
    const timer = setTimeout(end, ms);
    const stop = store.onHint(end);
  });
}
