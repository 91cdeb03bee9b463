import type { Store } from '../store/store.js';

/** A registered receiver and its topics. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly string[];
  /** The signing key, so it cannot be stored as a hash. */
  readonly secret: string;
  readonly createdAt: number;
  readonly template: 'plain' | 'slack' | 'pagerduty';
  /** PagerDuty only: the key of the integration. */
  readonly routingKey?: string;
}

/** The delivery state of a receiver, from which any process can continue. */
export interface DeliveryState {
  /** The last outbox entry that was handled. */
  readonly cursor: number;
  readonly state: 'active' | 'failing' | 'disabled';
  readonly delivered: number;
  readonly failed: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastAt: number | null;
  readonly nextTryAt: number | null;
  /** The process that delivers now, and when its lease ends. */
  readonly lease: { readonly by: string; readonly until: number } | null;
  /** Time of the last alert by session, to deliver an alert once and not with every step. */
  readonly alerts: Readonly<Record<string, number>>;
}

export interface StoredDelivery {
  readonly version: number;
  readonly delivery: DeliveryState;
}

const HOOKS = 'webhook';
const DELIVERIES = 'webhook-delivery';
export const MAX_HOOKS = 50;

export async function hooksIn(store: Store): Promise<readonly Webhook[]> {
  const found = await store.documents({ kind: HOOKS, session: '', limit: MAX_HOOKS });
  return found.map(({ body }) => JSON.parse(body) as Webhook);
}

export async function addHook(store: Store, hook: Webhook, cursor: number): Promise<void> {
  const delivery: DeliveryState = {
    ...{ cursor, state: 'active', delivered: 0, failed: 0, failures: 0, lastError: null, lastAt: null },
    ...{ nextTryAt: null, lease: null, alerts: {} },
  };
  await store.putDocument(key(DELIVERIES, hook.id), 0, JSON.stringify(delivery));
  await store.putDocument(key(HOOKS, hook.id), 0, JSON.stringify(hook));
}

export async function removeHook(store: Store, id: string): Promise<boolean> {
  const isRemoved = await store.removeDocument(key(HOOKS, id));
  await store.removeDocument(key(DELIVERIES, id));
  return isRemoved;
}

export async function deliveryOf(store: Store, id: string): Promise<StoredDelivery | undefined> {
  const found = await store.document(key(DELIVERIES, id));
  return found && { version: found.version, delivery: JSON.parse(found.body) as DeliveryState };
}

/** Undefined if another process saved first, or the webhook was deleted. */
export async function saveDelivery(
  store: Store,
  id: string,
  { version }: StoredDelivery,
  delivery: DeliveryState,
): Promise<StoredDelivery | undefined> {
  const isDone = await store.putDocument(key(DELIVERIES, id), version, JSON.stringify(delivery));
  return isDone ? { version: version + 1, delivery } : undefined;
}

function key(kind: string, id: string): { session: string; kind: string; id: string } {
  return { session: '', kind, id };
}
