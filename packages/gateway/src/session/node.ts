import type { NodeState } from '../api/sessions.js';
import type { SeverityLevel } from '../api/shapes.js';

/** A node without a message for this long is idle. */
const IDLE_AFTER_MS = 60_000;
/** A node without a message for this long is considered dead. */
export const DEAD_AFTER_MS = 15 * 60_000;
/** Dead nodes stay on the map for this long. */
const PRUNE_AFTER_MS = 60_000;

interface Facts {
  readonly state: 'active' | 'paused' | 'ended';
  readonly severity: SeverityLevel;
  readonly status: 'healthy' | 'suspicious' | 'looping';
  readonly seenAt: number;
  readonly violatedAt: number | null;
}

/** The display state of an agent; the most urgent one wins. */
export function nodeState({ state, severity, status, seenAt, violatedAt }: Facts, now: number): NodeState {
  if (state === 'ended') return 'dead';
  if (state === 'paused') return 'paused';
  const activeAt = Math.max(seenAt, violatedAt ?? seenAt);
  if (now - activeAt >= DEAD_AFTER_MS) return 'dead';
  if (violatedAt !== null && violatedAt >= seenAt) return 'schema_violation';
  if (severity === 'LOOP' || status === 'looping') return 'alert_entropy';
  if (severity === 'WARNING' || status === 'suspicious') return 'warning';
  return now - seenAt >= IDLE_AFTER_MS ? 'idle' : 'active';
}

/** When the state changes without a new event; null if it does not. */
export function nextStateChange(facts: Facts & { readonly isPruned?: boolean }, now: number): number | null {
  const activeAt = Math.max(facts.seenAt, facts.violatedAt ?? facts.seenAt);
  switch (nodeState(facts, now)) {
    case 'paused':
      return null;
    case 'active':
      return facts.seenAt + IDLE_AFTER_MS;
    case 'dead':
      return facts.isPruned === true ? null : prunedAt(facts);
    default:
      return activeAt + DEAD_AFTER_MS;
  }
}

/** Should the node leave the map now? */
export function isPrunable(facts: Facts & { readonly isPruned?: boolean }, now: number): boolean {
  return facts.isPruned !== true && nodeState(facts, now) === 'dead' && now >= prunedAt(facts);
}

function prunedAt({ state, seenAt, violatedAt }: Facts): number {
  const activeAt = Math.max(seenAt, violatedAt ?? seenAt);
  return activeAt + PRUNE_AFTER_MS + (state === 'ended' ? 0 : DEAD_AFTER_MS);
}
