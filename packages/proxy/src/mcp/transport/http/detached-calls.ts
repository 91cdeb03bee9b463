/** Open calls that outlive their HTTP request. Bounded. */
import { type RecentlyUsed, recentlyUsed } from '../../../shared/bounded.js';
import type { IdKey } from '../../wire/envelope.js';
import { type Pending, type PendingCalls, pendingCalls } from '../../session/exchange/pending-calls.js';

const MAX_SESSIONS = 1000;
/** Maximum calls per session, because some may never be answered. */
const MAX_DETACHED = 100;

export type DetachedCalls = RecentlyUsed<string, PendingCalls>;

export function createDetachedCalls(): DetachedCalls {
  return recentlyUsed(MAX_SESSIONS);
}

export function detachedOf(detached: DetachedCalls, name: string): PendingCalls {
  return detached.get(name) ?? pendingCalls();
}

export function keepDetached(
  detached: DetachedCalls,
  name: string,
  key: IdKey,
  call: Pending | undefined,
): void {
  if (!call) return;
  const calls = detachedOf(detached, name);
  if (calls.size() < MAX_DETACHED) calls.add(key, call);
  detached.set(name, calls);
}
