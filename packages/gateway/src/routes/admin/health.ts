import { errorFields, type Log } from '../../log.js';
import type { Handlers } from '../../http/handler.js';
import type { Store } from '../../store/store.js';

/** A ping writes to disk and needs no token, so its result is reused for this long. */
const REUSE_MS = 1000;

/** While the gateway drains or cannot write, it is alive but not ready: load balancers should use another replica. */
export function healthHandlers(
  store: Store,
  isDraining: () => boolean,
  log: Log,
): Pick<Handlers, 'health' | 'ready'> {
  let asked: Promise<boolean> | undefined;
  let askedAt = 0;
  const isWritable = (): Promise<boolean> => {
    if (asked && Date.now() - askedAt < REUSE_MS) return asked;
    askedAt = Date.now();
    asked = store.ping().then(
      () => true,
      (error: unknown) => {
        log('error', 'the store is not writable', errorFields(error));
        return false;
      },
    );
    return asked;
  };
  return {
    health: () => ({ status: 'ok' }),
    async ready({ reply }) {
      const status = isDraining() ? 'draining' : (await isWritable()) ? 'ready' : 'unavailable';
      if (status !== 'ready') void reply.status(503);
      return { status };
    },
  };
}
