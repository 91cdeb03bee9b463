import { idOf, loopFrom, sessionNotFound, type ReadParts } from './read-parts.js';
import type { Store } from '../../store/store.js';
import { waits } from '../../session/held.js';
import { NO_RECOMMENDATION, orderFor } from '../../engine/ack.js';
import { detailOf } from '../../session/summary.js';
import type { Handlers } from '../../http/handler.js';

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
      if (!entry) throw sessionNotFound();
      return detailOf(entry.record, entry.version, now(), permitsOverride);
    },
    async getControl(call) {
      const { wait = 0, version: known, agent_id: agent } = call.query;
      const until = now() + wait * 1000;
      for (;;) {
        const entry = await engine.read(idOf(call));
        if (!entry) throw sessionNotFound();
        const { version, record } = entry;
        const isChanged = known === undefined ? !waits(record, agent) : version > known;
        if (isChanged || now() >= until || call.request.raw.destroyed)
          return { ...orderFor(record, { kill: kill() }, NO_RECOMMENDATION, agent), version };
        await nextCommit(store, Math.min(1000, until - now()));
      }
    },
    async getSessionLoops(call) {
      const session = idOf(call);
      const found = await store.documents({ kind: 'loop', session, limit: 500, newestFirst: true });
      if (found.length === 0 && !(await engine.read(session))) throw sessionNotFound();
      return { loops: found.map(({ body }) => loopFrom(body)) };
    },
  };
}

/** Resolves at the next commit, or after a timeout. */
function nextCommit(store: Store, ms: number): Promise<void> {
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
