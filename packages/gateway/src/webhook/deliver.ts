import type { Broadcast, Store } from '../store/store.js';
import { topicFilter } from '../stream/hub.js';
import {
  saveDelivery,
  type DeliveryState,
  deliveryOf,
  type StoredDelivery,
  type Webhook,
} from './registry.js';
import { DeliveryError, send, type SendOptions } from './send.js';
import { bodyOf } from './templates.js';

export interface DeliveryParts extends SendOptions {
  readonly store: Store;
  /** The id of this process, for leases. */
  readonly self: string;
  /** Delay after the first failure; it doubles with each further one. */
  readonly retryMs: number;
  readonly maxFailures: number;
  readonly onDelivered: (isDone: boolean) => void;
  /** Schedules a retry after this many milliseconds. */
  readonly onLater: (ms: number) => void;
  readonly onDisabled: (hook: Webhook, why: string) => Promise<void>;
}

const PAGE = 200;
const SAVE_AFTER_SKIPPED = 5000;
const LEASE_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;
/** Deliveries between two saved cursors: after a crash at most this many are repeated, with the same id. */
const SAVE_EVERY = 10;
const ALERTS: Broadcast['topic'] = 'gateway:entropy_alerts';
const ALERT_PAUSE_MS = 5 * 60_000;
const MAX_ALERTS = 200;

/**
 * Delivers one page of the outbox to one receiver, in order, and resolves to the new cursor. Every commit writes to the
 * outbox, so a crashed process loses no delivery.
 */
export async function deliverPage(hook: Webhook, from: number, parts: DeliveryParts): Promise<number> {
  const { store, now, self } = parts;
  const found = await deliveryOf(store, hook.id);
  if (!found || !isTurn(found.delivery, parts)) return from;
  const after = Math.max(from, found.delivery.cursor);
  const entries = await store.broadcasts(after, PAGE);
  const last = entries.at(-1)?.id ?? after;
  const wanted = entries.filter(({ topic }) => topicFilter(hook.topics)(topic));
  if (wanted.length === 0) {
    // After a restart, delivery need not skip these entries again.
    if (last - found.delivery.cursor >= SAVE_AFTER_SKIPPED)
      await saveDelivery(store, hook.id, found, { ...found.delivery, cursor: last });
    return last;
  }
  const lease = { by: self, until: now() + LEASE_MS };
  let held = await saveDelivery(store, hook.id, found, { ...found.delivery, lease });
  for (const [i, entry] of wanted.entries()) {
    if (!held) return after;
    const delivery = await deliver(hook, entry, held.delivery, parts);
    const isLast = i === wanted.length - 1;
    if (delivery.failures > 0) {
      await saveDelivery(store, hook.id, held, { ...delivery, lease: null });
      if (delivery.nextTryAt !== null) parts.onLater(delivery.nextTryAt - now());
      if (delivery.state === 'disabled') await parts.onDisabled(hook, delivery.lastError ?? '');
      return delivery.cursor;
    }
    held =
      isLast || i % SAVE_EVERY === SAVE_EVERY - 1
        ? await note(hook, held, delivery, isLast, parts)
        : { ...held, delivery };
  }
  return last;
}

function isTurn({ state, nextTryAt, lease }: DeliveryState, { now, self }: DeliveryParts): boolean {
  if (state === 'disabled' || (nextTryAt ?? 0) > now()) return false;
  return lease === null || lease.by === self || lease.until <= now();
}

function note(
  { id }: Webhook,
  held: StoredDelivery,
  delivery: DeliveryState,
  isLast: boolean,
  { store, self, now }: DeliveryParts,
): Promise<StoredDelivery | undefined> {
  const lease = isLast ? null : { by: self, until: now() + LEASE_MS };
  return saveDelivery(store, id, held, { ...delivery, lease });
}

/** The delivery state after this entry; `failures` is above 0 if it needs a retry. */
async function deliver(
  hook: Webhook,
  entry: Broadcast,
  delivery: DeliveryState,
  parts: DeliveryParts,
): Promise<DeliveryState> {
  const alerts = entry.topic === ALERTS ? alertsWith(delivery.alerts, entry) : delivery.alerts;
  if (isKnownAlert(delivery.alerts, entry)) return { ...delivery, cursor: entry.id, alerts };
  const id = `${hook.id}.${entry.id}`;
  try {
    await send(hook.url, hook.secret, { id, body: bodyOf(hook, id, entry) }, parts);
    parts.onDelivered(true);
    return {
      ...{ ...delivery, cursor: entry.id, alerts, state: 'active', failures: 0, nextTryAt: null },
      ...{ delivered: delivery.delivered + 1, lastAt: parts.now() },
    };
  } catch (error) {
    parts.onDelivered(false);
    return failed(delivery, error, parts);
  }
}

function failed(
  delivery: DeliveryState,
  error: unknown,
  { now, retryMs, maxFailures }: DeliveryParts,
): DeliveryState {
  const failures = delivery.failures + 1;
  const isGone = error instanceof DeliveryError && error.status === 410;
  const isOver = isGone || failures >= maxFailures;
  const wait = Math.min(MAX_WAIT_MS, retryMs * 2 ** (failures - 1));
  return {
    ...{ ...delivery, failures, failed: delivery.failed + 1, state: isOver ? 'disabled' : 'failing' },
    lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    // Jitter, so that deliveries that failed together are not retried together.
    nextTryAt: isOver ? null : now() + wait / 2 + (Math.random() * wait) / 2,
  };
}

function isKnownAlert(alerts: DeliveryState['alerts'], { topic, session, at }: Broadcast): boolean {
  const before = Object.hasOwn(alerts, session) ? alerts[session] : undefined;
  return topic === ALERTS && before !== undefined && at - before < ALERT_PAUSE_MS;
}

function alertsWith(alerts: DeliveryState['alerts'], { session, at }: Broadcast): DeliveryState['alerts'] {
  const all = Object.entries({ ...alerts, [session]: at }).sort(([, a], [, b]) => a - b);
  return Object.fromEntries(all.slice(-MAX_ALERTS));
}
