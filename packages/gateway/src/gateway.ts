import { createApp } from './http/app.js';
import { healthHandlers } from './ops/health.js';
import { createAccess } from './security/access.js';
import { allowedHosts, authority } from './security/hosts.js';
import type { Store } from './store/store.js';

export interface GatewayOptions {
  /** Where sessions are kept; the gateway closes it when it ends. */
  readonly store: Store;
  /** May do everything. */
  readonly token: string;
  /** Names that the gateway answers to, besides those of the address it is bound to: `gateway.example:443`. */
  readonly allowedHosts?: readonly string[];
  readonly tls?: { readonly key: string; readonly cert: string };
  /** For tests: milliseconds. */
  readonly now?: () => number;
}

export interface Gateway {
  /** Resolves to the address, once requests are answered. Port 0 is any free one. */
  readonly listen: (place?: { readonly host?: string; readonly port?: number }) => Promise<string>;
  /** Takes in nothing new, ends what was begun, and closes the store. */
  readonly close: () => Promise<void>;
}

/** The whole gateway, from its parts; nothing of it is global. */
export function createGateway(options: GatewayOptions): Gateway {
  const { store, token, now = Date.now } = options;
  let hosts: ReadonlySet<string> = new Set();
  let isDraining = false;
  const app = createApp({
    handlers: { ...healthHandlers(store, () => isDraining) },
    access: createAccess(token, store, now),
    hosts: () => hosts,
    isDraining: () => isDraining,
    ...(options.tls && { tls: options.tls }),
  });

  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await app.listen({ host, port });
      const address = app.server.address();
      const bound = { host, port: typeof address === 'object' && address ? address.port : port };
      hosts = allowedHosts(bound, options.allowedHosts);
      return `${options.tls ? 'https' : 'http'}://${authority(host === '0.0.0.0' ? '127.0.0.1' : host, bound.port)}`;
    },
    async close() {
      isDraining = true;
      await app.close();
      await store.close();
    },
  };
}
