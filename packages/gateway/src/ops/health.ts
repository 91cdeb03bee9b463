import type { Handlers } from '../http/handler.js';
import type { Store } from '../store/store.js';

/** Alive is not ready: while it drains, or where the store is away, others should be asked. */
export function healthHandlers(store: Store, isDraining: () => boolean): Pick<Handlers, 'health' | 'ready'> {
  return {
    health: () => ({ status: 'ok' }),
    async ready({ reply }) {
      const status = isDraining()
        ? 'draining'
        : await store.ping().then(
            () => 'ready' as const,
            () => 'unavailable' as const,
          );
      if (status !== 'ready') void reply.status(503);
      return { status };
    },
  };
}
