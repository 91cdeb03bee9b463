import type { GatewayConfig } from './api/admin.js';
import { createEngine } from './engine/engine.js';
import type { EngineLimits } from './engine/job.js';
import { hitlHandlers } from './hitl/handlers.js';
import { killHandlers } from './hitl/kill-switch.js';
import type { Draft } from './engine/draft.js';
import { createApp } from './http/app.js';
import type { Handlers } from './http/handler.js';
import { addPages } from './http/pages.js';
import { eventHandlers } from './ingest/events.js';
import { hookHandlers } from './ingest/hooks.js';
import { messageHandlers } from './ingest/messages.js';
import { addFigures, createArchiveStore, memoryHandlers } from './memory/archive.js';
import { traceHandlers } from './ingest/traces.js';
import { errorFields, type Log } from './ops/log.js';
import { type Counters, createCounters } from './ops/metrics.js';
import { opsHandlers } from './ops/handlers.js';
import { keyHandlers } from './security/keys.js';
import { createAdmission } from './ops/admit.js';
import { configHandlers } from './ops/config.js';
import { healthHandlers } from './ops/health.js';
import { createShared } from './ops/shared.js';
import { addGain, gainOf } from './ops/totals.js';
import { createSweeper } from './ops/sweeper.js';
import { readHandlers } from './reading/sessions.js';
import { createAccess } from './security/access.js';
import { allowedHosts, authority, isLoopback } from './security/hosts.js';
import type { Store } from './store/store.js';
import { createHub } from './stream/hub.js';
import { createFinder } from './topology/finder.js';
import { createCourier, type WebhookOptions } from './webhook/courier.js';
import { webhookHandlers } from './webhook/handlers.js';
import type { Reach } from './webhook/target.js';
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
  readonly webhooks?: WebhookOptions;
  /** `LOOP_DETECTION_OVERRIDE=true`: overrides need nothing more, however many there were. */
  readonly permitsOverride?: boolean;
  /** What happens, for whoever runs it: `createLog` makes lines of JSON of it. */
  readonly log?: Log;
  /** The folder of the built page; without it there is only a word of welcome. */
  readonly pages?: string;
  /** Of the program. */
  readonly version?: string;
  /** For tests: milliseconds. */
  readonly now?: () => number;
  /** For tests: milliseconds between two looks at what time has changed. */
  readonly sweepMs?: number;
}

export interface Gateway {
  /** Resolves to the address, once requests are answered. Port 0 is any free one. */
  readonly listen: (place?: { readonly host?: string; readonly port?: number }) => Promise<string>;
  /** Takes in nothing new, ends what was begun, and closes the store. */
  readonly close: () => Promise<void>;
}

const LIMITS: EngineLimits = {
  cached: 20_000,
  sessions: 1_000_000,
  queuedBytes: 8 * 1024 * 1024,
  hookMs: 2000,
};

/** The whole gateway, from its parts; nothing of it is global. */
export function createGateway(options: GatewayOptions): Gateway {
  const parts = partsOf(options);
  const { store, shared, sweeper, access, courier, log } = parts;
  let hosts: ReadonlySet<string> = new Set();
  let isDraining = false;
  let stop: () => Promise<unknown> = () => Promise.resolve();
  const { app, close } = createApp({
    ...{ access, hosts: () => hosts, isDraining: () => isDraining, log },
    handlers: handlersOf(parts, options, () => isDraining),
    ...(options.tls && { tls: options.tls }),
  });
  addPages(app, {
    ...{ access, isSecure: options.tls !== undefined },
    ...(options.pages !== undefined && { folder: options.pages }),
  });
  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await shared.refresh();
      await app.listen({ host, port });
      const address = app.server.address();
      const bound = { host, port: typeof address === 'object' && address ? address.port : port };
      hosts = allowedHosts(bound, options.allowedHosts);
      parts.place.isLoopback = isLoopback(host);
      const ends = [sweeper.start(options.sweepMs), courier.start()];
      stop = () => Promise.all(ends.map((end) => end()));
      log('info', 'listening', { host, port: bound.port, store: store.kind });
      const shown = host === '0.0.0.0' ? '127.0.0.1' : host;
      return `${options.tls ? 'https' : 'http'}://${authority(shown, bound.port)}`;
    },
    async close() {
      isDraining = true;
      log('info', 'closing: what was begun is finished');
      await stop();
      await end(parts, close);
    },
  };
}

async function end(
  { stream, engine, hub, store, log }: Parts,
  closeServer: () => Promise<void>,
): Promise<void> {
  stream.close();
  await closeServer();
  await engine.idle();
  hub.close();
  await store.close();
  log('info', 'closed');
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(options: GatewayOptions) {
  const { store, now = Date.now, log = () => undefined } = options;
  const onError = (error: unknown): void => log('error', 'something went wrong inside', errorFields(error));
  const limits = { ...LIMITS, ...options.limits };
  const shared = createShared(store, options.config);
  const { settings, kill } = shared;
  const counters = createCounters();
  const archive = createArchiveStore(store, () => settings().config.archive.consent);
  const onCommitted = (draft: Draft): void => {
    remember(draft, { counters, archive, store, now, onError });
    finder.note(draft);
  };
  const engine = createEngine({ store, now, settings, kill, limits, onCommitted });
  const finder = createFinder({ engine, store, now, onError });
  const { admit } = createAdmission(store, limits.sessions, now);
  const hub = createHub(store);
  return {
    ...{ store, now, onError, limits, log, archive, shared, settings, kill, counters, engine, admit, hub },
    ...callersOf(options, now, onError),
    sweeper: createSweeper({ engine, store, shared, finder, now, onError }),
    stream: createStream(hub, options.stream),
    access: createAccess(options.token, store, now),
  };
}

/** Who is called by webhooks, and how far that may reach. */
function callersOf({ store, webhooks = {} }: GatewayOptions, now: () => number, onError: Memory['onError']) {
  // Known once it listens.
  const place = { isLoopback: false };
  const reach = (): Reach => ({ loopback: place.isLoopback, private: webhooks.allowPrivate ?? false });
  return { place, reach, courier: createCourier({ store, now, reach, onError, options: webhooks }) };
}

function handlersOf(parts: Parts, options: GatewayOptions, isDraining: () => boolean): Handlers {
  const { store, now, shared, engine, counters, stream, access } = parts;
  return {
    ...healthHandlers(store, isDraining),
    ...messageHandlers(parts),
    ...eventHandlers(parts),
    ...hookHandlers(parts),
    ...traceHandlers(parts),
    ...readHandlers({ ...parts, permitsOverride: options.permitsOverride }),
    ...hitlHandlers(engine, options.permitsOverride ?? false),
    ...killHandlers(shared, store, now),
    ...configHandlers(shared, store, now, parts.archive),
    ...keyHandlers(store, access, now),
    ...webhookHandlers({ store, now, reach: parts.reach, wake: parts.courier.wake }),
    ...memoryHandlers({ store, engine, shared, counters, now, archive: parts.archive }),
    ...opsHandlers({
      ...{ engine, store, shared, counters, now, clients: stream.clients },
      deliveries: parts.courier.counts,
      version: options.version ?? '0.0.0',
    }),
    stream: stream.stream,
  };
}

interface Memory {
  readonly counters: Counters;
  readonly archive: ReturnType<typeof createArchiveStore>;
  readonly store: Store;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** After a commit: count, and remember across sessions. Trouble with that is no trouble of the agent's. */
function remember(draft: Draft, { counters, archive, store, now, onError }: Memory): void {
  const { base, record, facts, spentMs } = draft;
  for (const { fact, log } of facts) counters.count(fact, log);
  counters.observe(record.events - base.events, spentMs);
  const gain = gainOf(draft);
  if (gain) counters.save(gain);
  const isOver = record.state === 'ended' && base.state !== 'ended';
  const loops = record.loops.map(({ detector }) => detector);
  const later = [
    ...draft.archive.map((fact) => archive.record(fact, record.agent.id)),
    ...(isOver ? [addFigures(store, record.agent.model, { loops })] : []),
    ...(gain ? [addGain(store, gain, now())] : []),
  ];
  for (const one of later) one.catch(onError);
}
