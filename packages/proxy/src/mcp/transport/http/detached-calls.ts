/** Open calls that outlive their HTTP request. Bounded. */
import type { IdKey } from '../../wire/envelope.js';
import type { Upstream } from './upstream-request.js';
import { type Pending, type PendingCalls, pendingCalls } from '../../session/pending-calls.js';

const MAX_SESSIONS = 1000;
/** Maximum calls per session, because some may never be answered. */
const MAX_DETACHED = 100;

export function remember(sessions: Set<string>, id: string): void {
  sessions.delete(id);
  sessions.add(id);
  for (const oldest of sessions) {
    if (sessions.size <= MAX_SESSIONS) break;
    sessions.delete(oldest);
  }
}

export function detachedOf({ detached }: Upstream, name: string): PendingCalls {
  return detached.get(name) ?? pendingCalls();
}

export function keepDetached(upstream: Upstream, name: string, key: IdKey, call: Pending | undefined): void {
  if (!call) return;
  const { detached } = upstream;
  const calls = detachedOf(upstream, name);
  if (calls.size() < MAX_DETACHED) calls.add(key, call);
  detached.delete(name);
  detached.set(name, calls);
  for (const oldest of detached.keys()) {
    if (detached.size <= MAX_SESSIONS) break;
    detached.delete(oldest);
  }
}
