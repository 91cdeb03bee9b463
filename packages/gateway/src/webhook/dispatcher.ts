import { randomUUID } from 'node:crypto';
import { broadcastOf } from '../api/stream.js';
import { auditLine } from '../store/change-document.js';
import type { Store } from '../store/store.js';
import { hooksIn, type Webhook } from './registry.js';
import { deliverPage, type DeliveryParts } from './deliver.js';
import type { Reach } from './target.js';

export interface WebhookOptions {
  /** Allows receivers in private networks. Receivers on this machine are allowed if the gateway listens on loopback only. */
  readonly allowPrivate?: boolean;
  /** For tests: milliseconds before the second try. */
  readonly retryMs?: number;
  /** Disables a receiver after this many consecutive failures. */
  readonly maxFailures?: number;
}

export interface Dispatcher {
  readonly start: () => () => Promise<void>;
  /** Reads webhooks and outbox now, after a change. */
  readonly wake: () => void;
  readonly counts: () => { readonly delivered: number; readonly failed: number };
}

export interface DispatcherParts {
  readonly store: Store;
  readonly now: () => number;
  readonly reach: () => Reach;
  readonly onError: (error: unknown) => void;
  readonly options?: WebhookOptions;
}

const EVERY_MS = 1000;
const HOOKS_HOLD_MS = 1000;
const TIMEOUT_MS = 10_000;
const PATIENCE_MS = 2000;

/** Delivers the outbox to the registered webhooks. */
export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { store, onError } = parts;
  const counts = { delivered: 0, failed: 0 };
  const hooks = cachedHooks(store);
  const places = new Map<string, number>();
  const busy = new Map<string, Promise<void>>();
  const visit = async (hook: Webhook): Promise<void> => {
    for (let before = -1, here = places.get(hook.id) ?? 0; here !== before;) {
      before = here;
      here = await deliverPage(hook, here, rounds());
      places.set(hook.id, here);
    }
  };
  const look = async (): Promise<void> => {
    for (const hook of await hooks.all()) {
      if (busy.has(hook.id)) continue;
      const round = visit(hook)
        .catch(onError)
        .finally(() => busy.delete(hook.id));
      busy.set(hook.id, round);
    }
  };
  const wake = (): void => void look().catch(onError);
  const rounds = deliveryParts(parts, counts, wake);
  return {
    counts: () => counts,
    wake() {
      hooks.forget();
      wake();
    },
    start: () => startPolling(store, wake, () => Promise.all(busy.values())),
  };
}

/** Wakes up at every hint and at a fixed interval, until the returned function stops it. */
function startPolling(store: Store, wake: () => void, idle: () => Promise<unknown>): () => Promise<void> {
  const stop = store.onHint(wake);
  const timer = setInterval(wake, EVERY_MS);
  timer.unref();
  return async () => {
    stop();
    clearInterval(timer);
    // Does not wait for slow receivers: their delivery is repeated with the same id.
    await Promise.race([idle(), new Promise((done) => setTimeout(done, PATIENCE_MS).unref())]);
  };
}

/** Caches the webhooks for a second, because every hint needs them. */
function cachedHooks(store: Store): {
  readonly all: () => Promise<readonly Webhook[]>;
  readonly forget: () => void;
} {
  let hooks: Promise<readonly Webhook[]> | undefined;
  let readAt = 0;
  return {
    all() {
      if (!hooks || Date.now() - readAt >= HOOKS_HOLD_MS) {
        readAt = Date.now();
        hooks = hooksIn(store);
        hooks.catch(() => (hooks = undefined));
      }
      return hooks;
    },
    forget: () => (hooks = undefined),
  };
}

function deliveryParts(
  { store, now, reach, options = {} }: DispatcherParts,
  counts: { delivered: number; failed: number },
  wake: () => void,
): () => DeliveryParts {
  const { retryMs = 1000, maxFailures = 15 } = options;
  const self = randomUUID();
  return () => ({
    ...{ store, now, reach: reach(), self, retryMs, maxFailures, timeoutMs: TIMEOUT_MS },
    onLater: (ms) => void setTimeout(wake, ms).unref(),
    onDelivered(isDone) {
      counts[isDone ? 'delivered' : 'failed']++;
    },
    onDisabled: ({ id, url }, why) =>
      store.append({
        broadcasts: [broadcastOf('gateway:control', now(), { event_type: 'webhook_disabled', id, url, why })],
        audit: [auditLine(now(), 'gateway', 'disable_webhook', { id, url, why })],
      }),
  });
}
