import type { GatewayConfig } from './api/admin.js';
import { createEngine, type EngineLimits } from './engine/engine.js';
import { hitlHandlers } from './hitl/handlers.js';
import { killHandlers } from './hitl/kill-switch.js';
import { createApp } from './http/app.js';
import { eventHandlers } from './ingest/events.js';
import { messageHandlers } from './ingest/messages.js';
import { createAdmission } from './ops/admit.js';
import { configHandlers } from './ops/config.js';
import { healthHandlers } from './ops/health.js';
import { createShared } from './ops/shared.js';
import { createSweeper } from './ops/sweeper.js';
import { readHandlers } from './reading/sessions.js';
import { createAccess } from './security/access.js';
import { allowedHosts, authority } from './security/hosts.js';
import type { Store } from './store/store.js';
import { createHub } from './stream/hub.js';
import { createStream, type StreamOptions } from './stream/sse.js';

export interface GatewayOptions {
  /** Where sessions are kept; the gateway closes it when it ends. */
  readonly store: Store;
  /** May do everything. */
  readonly token: string;
  /** Names that the gateway answers to, besides those of the address it is bound to: `gateway.example:443`. */
  readonly allowedHosts?: readonly string[];
  readonly tls?: { readonly key: string; readonly cert: string };
  /** What holds until somebody changes it at run time. */
  readonly config?: GatewayConfig;
  readonly limits?: Partial<EngineLimits>;
  readonly stream?: StreamOptions;
  /** `LOOP_DETECTION_OVERRIDE=true`: overrides need nothing more, however many there were. */
  readonly permitsOverride?: boolean;
  /** What went wrong inside. */
  readonly onError?: (error: unknown) => void;
  /** Of the program. */
  readonly version?: string;
  /** For tests: milliseconds. */
  readonly now?: () => number;
}

export interface Gateway {
  /** Resolves to the address, once requests are answered. Port 0 is any free one. */
  readonly listen: (place?: { readonly host?: string; readonly port?: number }) => Promise<string>;
  /** Takes in nothing new, ends what was begun, and closes the store. */
  readonly close: () => Promise<void>;
}

const LIMITS: EngineLimits = { cached: 20_000, sessions: 1_000_000, queuedBytes: 8 * 1024 * 1024 };

/** The whole gateway, from its parts; nothing of it is global. */
export function createGateway(options: GatewayOptions): Gateway {
  const { store, token, now = Date.now, onError = () => undefined } = options;
  const limits = { ...LIMITS, ...options.limits };
  const shared = createShared(store, options.config);
  const { settings, kill } = shared;
  const engine = createEngine({ store, now, settings, kill, limits, onCommitted: () => undefined });
  const { admit } = createAdmission(store, limits.sessions, now);
  const sweeper = createSweeper({ engine, store, shared, now, onError });
  const hub = createHub(store);
  const stream = createStream(hub, options.stream);
  const ingest = { engine, store, settings, now, admit };
  let hosts: ReadonlySet<string> = new Set();
  let isDraining = false;
  let stopSweeping: () => Promise<void> = () => Promise.resolve();
  const { app, close } = createApp({
    handlers: {
      ...healthHandlers(store, () => isDraining),
      ...messageHandlers(ingest),
      ...eventHandlers(ingest),
      ...readHandlers({ engine, store, now, kill }),
      ...hitlHandlers(engine, options.permitsOverride ?? false),
      ...killHandlers(shared, store, now),
      ...configHandlers(shared, store, now),
      stream: stream.stream,
    },
    access: createAccess(token, store, now),
    hosts: () => hosts,
    isDraining: () => isDraining,
    onError,
    ...(options.tls && { tls: options.tls }),
  });

  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await shared.refresh();
      await app.listen({ host, port });
      const address = app.server.address();
      const bound = { host, port: typeof address === 'object' && address ? address.port : port };
      hosts = allowedHosts(bound, options.allowedHosts);
      stopSweeping = sweeper.start();
      return `${options.tls ? 'https' : 'http'}://${authority(host === '0.0.0.0' ? '127.0.0.1' : host, bound.port)}`;
    },
    async close() {
      isDraining = true;
      await stopSweeping();
      stream.close();
      await close();
      await engine.idle();
      hub.close();
      await store.close();
    },
  };
}
