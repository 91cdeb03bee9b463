import type { Store } from '../store/store.js';

/** Who is called, for what. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly string[];
  /** Signs; so it cannot be kept as a hash. */
  readonly secret: string;
  readonly createdAt: number;
  readonly template: 'plain' | 'slack' | 'pagerduty';
  /** Of PagerDuty: the integration that the events belong to. */
  readonly routingKey?: string;
}

/** How far a receiver has come. All that a process needs to go on where another one ended. */
export interface DeliveryState {
  /** The last entry of the outbox that is done with. */
  readonly cursor: number;
  readonly state: 'active' | 'failing' | 'disabled';
  readonly delivered: number;
  readonly failed: number;
  /** In a row. */
  readonly failures: number;
  readonly lastError: string | null;
  readonly lastAt: number | null;
  readonly nextTryAt: number | null;
  /** One process delivers at a time, until then. */
  readonly lease: { readonly by: string; readonly until: number } | null;
  /** When a session's alert was last seen: it is told once, not with every step. */
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

/** Nothing where somebody else was faster, or the webhook is gone. */
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
