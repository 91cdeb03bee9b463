import { createEngine } from './engine/engine.js';
import type { EngineLimits } from './engine/queue/job.js';
import { hitlHandlers } from './routes/control/commands.js';
import { killHandlers } from './routes/control/kill-switch.js';
import type { Draft } from './engine/draft.js';
import type { GatewayOptions } from './gateway-options.js';
import { createApp } from './http/app.js';
import type { Handlers } from './http/handler.js';
import { addPages } from './http/pages.js';
import type { Served } from './http/served.js';
import { eventHandlers } from './ingest/events.js';
import { hookHandlers } from './ingest/hooks.js';
import { messageHandlers } from './ingest/messages.js';
import { createEarlierLoops } from './archive/earlier-loops.js';
import { createArchiveStore } from './archive/store.js';
import { traceHandlers } from './ingest/traces.js';
import { errorFields } from './log.js';
import { afterCommit } from './ops/after-commit.js';
import { createCounters } from './ops/metrics.js';
import { opsHandlers } from './routes/admin/operations.js';
import { loginPath, pageSessionHandlers } from './routes/admin/page-session.js';
import { createLoginLinks } from './security/login-link.js';
import { createPageSessions } from './security/page-session.js';
import { keyHandlers } from './routes/admin/keys.js';
import { createAdmission } from './ingest/admission.js';
import { configHandlers } from './routes/admin/config.js';
import { healthHandlers } from './routes/admin/health.js';
import { createClusterConfig } from './ops/cluster-config.js';
import { createTotals } from './ops/totals.js';
import { createSweeper } from './ops/sweeper.js';
import { figureHandlers, listHandlers, logHandlers } from './routes/read/lists.js';
import { copyHandlers, eventListHandlers } from './routes/read/session-events.js';
import { sessionHandlers } from './routes/read/sessions.js';
import { createAccess } from './security/access.js';
import { allowedHosts, authority, isLoopback } from './security/hosts.js';
import { createDemoFleet } from './demo/fleet.js';
import { withDemoModel } from './demo/guard.js';
import { createMutes } from './ops/mutes.js';
import { muteHandlers } from './routes/control/mutes.js';
import { demoHandlers } from './routes/control/demo.js';
import { loopHandlers } from './routes/read/loops.js';
import { createDeltaRedaction } from './ingest/redact/delta-redaction.js';
import { createHub } from './stream/hub.js';
import { createFinder } from './topology/finder.js';
import { createDispatcher } from './webhook/dispatcher.js';
import { webhookHandlers } from './routes/admin/webhooks.js';
import type { Reach } from './webhook/target.js';
import { createStream } from './stream/sse.js';
import { WORKS } from './works.js';

export type Gateway = Served;

const LIMITS: EngineLimits = {
  cached: 20_000,
  sessions: 1_000_000,
  queuedBytes: 8 * 1024 * 1024,
  hookMs: 2000,
};

/** Wires the parts of the gateway; there is no global state. */
export function createGateway(options: GatewayOptions): Gateway {
  const parts = partsOf(options);
  const { store, cluster, sweeper, dispatcher, log } = parts;
  const callers = { access: parts.access, pageSessions: parts.pageSessions };
  let hosts: ReadonlySet<string> = new Set();
  let isDraining = false;
  let stop: () => Promise<unknown> = () => Promise.resolve();
  const { app, close } = createApp({
    requestMs: options.requestMs,
    ...{ callers, hosts: () => hosts, isDraining: () => isDraining, log },
    handlers: handlersOf(parts, options, () => isDraining),
    ...(options.tls && { tls: options.tls }),
  });
  addPages(app, { callers, folder: options.pages, docs: options.docs });
  return {
    async listen({ host = '127.0.0.1', port = 0 } = {}) {
      await cluster.refresh();
      await Promise.all([parts.mutes.refresh(), parts.earlier.refresh()]);
      await app.listen({ host, port });
      const address = app.server.address();
      const bound = { host, port: typeof address === 'object' && address ? address.port : port };
      hosts = allowedHosts(bound, options.allowedHosts);
      parts.place.isLoopback = isLoopback(host);
      const ends = [sweeper.start(options.sweepMs), dispatcher.start()];
      stop = () => Promise.all(ends.map((end) => end()));
      if (options.demo === true) await parts.demo.start('gateway');
      log('info', 'listening', { host, port: bound.port, store: store.kind });
      const shown = host === '0.0.0.0' ? '127.0.0.1' : host;
      return `${options.tls ? 'https' : 'http'}://${authority(shown, bound.port)}`;
    },
    loginPath: async () => loginPath((await parts.links.create()).secret),
    async close() {
      isDraining = true;
      log('info', 'shutting down: finishing requests in progress');
      await parts.demo.stop('gateway');
      await stop();
      await end(parts, close);
    },
  };
}

async function end(
  { stream, engine, hub, totals, store, log }: Parts,
  closeServer: () => Promise<void>,
): Promise<void> {
  stream.close();
  await closeServer();
  await engine.idle();
  await totals.flush();
  hub.close();
  await store.close();
  log('info', 'closed');
}

type Parts = ReturnType<typeof partsOf>;

function partsOf(options: GatewayOptions) {
  const { store, now = Date.now, log = () => undefined } = options;
  const onError = (error: unknown): void => log('error', 'internal error', errorFields(error));
  const limits = { ...LIMITS, ...options.limits };
  const cluster = createClusterConfig(store, options.config);
  const { kill } = cluster;
  const settings = withDemoModel(cluster.settings);
  const counters = createCounters();
  const mutes = createMutes(store, now);
  const archive = createArchiveStore(store, () => settings().config.archive.consent);
  const totals = createTotals(store, now, onError);
  const earlier = createEarlierLoops(store, now);
  const onCommitted = (draft: Draft): void => {
    if (draft.archive.length > 0) earlier.note();
    afterCommit(draft, { counters, archive, store, totals, onError });
    finder.note(draft);
  };
  const engine = createEngine({
    ...{ store, now, settings, kill, mutes: mutes.current, earlier, limits, onCommitted, ...WORKS },
  });
  const finder = createFinder({ engine, store, now, onError });
  const hub = createHub(store);
  const ingest = {
    ...{ engine, store, settings, now, deltas: createDeltaRedaction() },
    admit: createAdmission(store, limits.sessions, now),
  };
  return {
    ...ingest,
    ...{ onError, limits, log, archive, cluster, kill, counters, hub, totals, mutes, earlier },
    demo: createDemoFleet({ ...ingest, onError, paceMs: options.demoPaceMs }),
    ...webhooksOf(options, now, onError),
    sweeper: createSweeper({ engine, store, cluster, mutes, earlier, finder, now, onError }),
    stream: createStream(hub, options.stream),
    ...accessOf(options, now),
  };
}

/** Tokens, keys, login links and page sessions. */
function accessOf({ token, store }: GatewayOptions, now: () => number) {
  const access = createAccess(token, store, now);
  const links = createLoginLinks(store, now);
  return { access, links, pageSessions: createPageSessions(store, access, links, now) };
}

/** Webhooks, and the networks that they may reach. */
function webhooksOf(
  { store, webhooks = {} }: GatewayOptions,
  now: () => number,
  onError: (error: unknown) => void,
) {
  // Known once the server listens.
  const place = { isLoopback: false };
  const reach = (): Reach => ({ loopback: place.isLoopback, private: webhooks.allowPrivate ?? false });
  return { place, reach, dispatcher: createDispatcher({ store, now, reach, onError, options: webhooks }) };
}

function handlersOf(parts: Parts, options: GatewayOptions, isDraining: () => boolean): Handlers {
  const { store, now, cluster, engine, counters, stream, access } = parts;
  return {
    ...healthHandlers(store, isDraining, parts.log),
    ...messageHandlers(parts),
    ...eventHandlers(parts),
    ...hookHandlers(parts),
    ...traceHandlers(parts),
    ...listHandlers(parts),
    ...figureHandlers(parts),
    ...logHandlers(parts),
    ...sessionHandlers({ ...parts, permitsOverride: options.permitsOverride }),
    ...eventListHandlers(parts),
    ...copyHandlers(parts),
    ...hitlHandlers(engine, options.permitsOverride ?? false),
    ...killHandlers(cluster, store, now),
    ...configHandlers(cluster, store, now, parts.archive),
    ...keyHandlers(store, access, now),
    ...pageSessionHandlers(parts, options.tls !== undefined),
    ...demoHandlers(parts.demo),
    ...muteHandlers(parts),
    ...webhookHandlers({ store, now, reach: parts.reach, wake: parts.dispatcher.wake }),
    ...loopHandlers({ store, engine, cluster, counters, now, archive: parts.archive }),
    ...opsHandlers({
      ...{ engine, store, cluster, counters, now, totals: parts.totals, clients: stream.clients },
      deliveries: parts.dispatcher.counts,
      version: options.version ?? '0.0.0',
      hasDocs: options.docs !== undefined,
    }),
    stream: stream.stream,
  };
}
