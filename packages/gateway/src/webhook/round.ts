import type { Broadcast, Store } from '../store/store.js';
import { topicFilter } from '../stream/hub.js';
import { movePlace, type Place, placeOf, type StoredPlace, type Webhook } from './book.js';
import { DeliveryError, send, type SendOptions } from './send.js';

export interface RoundParts extends SendOptions {
  readonly store: Store;
  /** This process among others. */
  readonly self: string;
  /** After the first failure; then twice as long each time. */
  readonly retryMs: number;
  readonly maxFailures: number;
  readonly onDelivered: (isDone: boolean) => void;
  /** It has to be tried again after so many milliseconds. */
  readonly onLater: (ms: number) => void;
  readonly onDisabled: (hook: Webhook, why: string) => Promise<void>;
}

const PAGE = 200;
const SKIP_NOTE = 5000;
const LEASE_MS = 30_000;
const MAX_WAIT_MS = 10 * 60_000;
/** Deliveries between two notes of how far we are: after a crash at most so many come again, under the same id. */
const NOTE_EVERY = 10;
const ALERTS = 'gateway:entropy_alerts';
const ALERT_PAUSE_MS = 5 * 60_000;
const MAX_ALERTS = 200;

/**
 * What is in the outbox for one receiver, in order; resolves to how far it has come. The outbox is the one that everything
 * is committed to, so nothing is lost with a process.
 */
export async function goRound(hook: Webhook, from: number, parts: RoundParts): Promise<number> {
  const { store, now, self } = parts;
  const found = await placeOf(store, hook.id);
  if (!found || !isTurn(found.place, parts)) return from;
  const after = Math.max(from, found.place.cursor);
  const entries = await store.broadcasts(after, PAGE);
  const last = entries.at(-1)?.id ?? after;
  const wanted = entries.filter(({ topic }) => topicFilter(hook.topics)(topic));
  if (wanted.length === 0) {
    // A start after this does not begin with all that was of no interest.
    if (last - found.place.cursor >= SKIP_NOTE)
      await movePlace(store, hook.id, found, { ...found.place, cursor: last });
    return last;
  }
  const lease = { by: self, until: now() + LEASE_MS };
  let held = await movePlace(store, hook.id, found, { ...found.place, lease });
  for (const [i, entry] of wanted.entries()) {
    if (!held) return after;
    const place = await deliver(hook, entry, held.place, parts);
    const isLast = i === wanted.length - 1;
    if (place.failures > 0) {
      await movePlace(store, hook.id, held, { ...place, lease: null });
      if (place.nextTryAt !== null) parts.onLater(place.nextTryAt - now());
      if (place.state === 'disabled') await parts.onDisabled(hook, place.lastError ?? '');
      return place.cursor;
    }
    held =
      isLast || i % NOTE_EVERY === NOTE_EVERY - 1
        ? await note(hook, held, place, isLast, parts)
        : { ...held, place };
  }
  return last;
}

function isTurn({ state, nextTryAt, lease }: Place, { now, self }: RoundParts): boolean {
  if (state === 'disabled' || (nextTryAt ?? 0) > now()) return false;
  return lease === null || lease.by === self || lease.until <= now();
}

function note(
  { id }: Webhook,
  held: StoredPlace,
  place: Place,
  isLast: boolean,
  { store, self, now }: RoundParts,
): Promise<StoredPlace | undefined> {
  const lease = isLast ? null : { by: self, until: now() + LEASE_MS };
  return movePlace(store, id, held, { ...place, lease });
}

/** How far it is after this entry; with `failures` where it has to be tried again. */
async function deliver(hook: Webhook, entry: Broadcast, place: Place, parts: RoundParts): Promise<Place> {
  const alerts = entry.topic === ALERTS ? alertsWith(place.alerts, entry) : place.alerts;
  if (isKnownAlert(place.alerts, entry)) return { ...place, cursor: entry.id, alerts };
  const id = `${hook.id}.${entry.id}`;
  try {
    await send(hook.url, hook.secret, { id, body: bodyOf(id, entry) }, parts);
    parts.onDelivered(true);
    return {
      ...{ ...place, cursor: entry.id, alerts, state: 'active', failures: 0, nextTryAt: null },
      ...{ delivered: place.delivered + 1, lastAt: parts.now() },
    };
  } catch (error) {
    parts.onDelivered(false);
    return failed(place, error, parts);
  }
}

function failed(place: Place, error: unknown, { now, retryMs, maxFailures }: RoundParts): Place {
  const failures = place.failures + 1;
  const isGone = error instanceof DeliveryError && error.status === 410;
  const isOver = isGone || failures >= maxFailures;
  const wait = Math.min(MAX_WAIT_MS, retryMs * 2 ** (failures - 1));
  return {
    ...{ ...place, failures, failed: place.failed + 1, state: isOver ? 'disabled' : 'failing' },
    lastError: (error instanceof Error ? error.message : String(error)).slice(0, 500),
    // Not all at once: those that failed together do not come back together.
    nextTryAt: isOver ? null : now() + wait / 2 + (Math.random() * wait) / 2,
  };
}

function bodyOf(id: string, { topic, at, session, body }: Broadcast): string {
  const head = JSON.stringify({
    id,
    type: topic,
    timestamp: new Date(at).toISOString(),
    session_id: session,
  });
  return `${head.slice(0, -1)},"data":${body}}`;
}

function isKnownAlert(alerts: Place['alerts'], { topic, session, at }: Broadcast): boolean {
  const before = Object.hasOwn(alerts, session) ? alerts[session] : undefined;
  return topic === ALERTS && before !== undefined && at - before < ALERT_PAUSE_MS;
}

function alertsWith(alerts: Place['alerts'], { session, at }: Broadcast): Place['alerts'] {
  const all = Object.entries({ ...alerts, [session]: at }).sort(([, a], [, b]) => a - b);
  return Object.fromEntries(all.slice(-MAX_ALERTS));
}
