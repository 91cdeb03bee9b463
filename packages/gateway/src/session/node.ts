import type { NodeState } from '../api/sessions.js';
import type { SeverityLevel } from '../api/shapes.js';

/** Without a message for this long a node is idle. */
const IDLE_AFTER_MS = 60_000;
/** And after this long it is thought dead. */
export const DEAD_AFTER_MS = 15 * 60_000;
/** The dead are shown for a while, then they leave the map. */
const PRUNE_AFTER_MS = 60_000;

interface Facts {
  readonly state: 'active' | 'paused' | 'ended';
  readonly severity: SeverityLevel;
  readonly status: 'healthy' | 'suspicious' | 'looping';
  readonly seenAt: number;
  readonly violatedAt: number | null;
}

/** How an agent is drawn; what a person has to look at first wins. */
export function nodeState({ state, severity, status, seenAt, violatedAt }: Facts, now: number): NodeState {
  if (state === 'ended') return 'dead';
  if (state === 'paused') return 'paused';
  const heardAt = Math.max(seenAt, violatedAt ?? seenAt);
  if (now - heardAt >= DEAD_AFTER_MS) return 'dead';
  if (violatedAt !== null && violatedAt >= seenAt) return 'schema_violation';
  if (severity === 'LOOP' || status === 'looping') return 'alert_entropy';
  if (severity === 'WARNING' || status === 'suspicious') return 'warning';
  return now - seenAt >= IDLE_AFTER_MS ? 'idle' : 'active';
}

/** When the node will look different by itself; none where it will not. */
export function nextLook(facts: Facts & { readonly isPruned?: boolean }, now: number): number | null {
  const heardAt = Math.max(facts.seenAt, facts.violatedAt ?? facts.seenAt);
  switch (nodeState(facts, now)) {
    case 'paused':
      return null;
    case 'active':
      return facts.seenAt + IDLE_AFTER_MS;
    case 'dead':
      return facts.isPruned === true ? null : prunedAt(facts);
    default:
      return heardAt + DEAD_AFTER_MS;
  }
}

/** Is it time for the node to leave the map? */
export function isPrunable(facts: Facts & { readonly isPruned?: boolean }, now: number): boolean {
  return facts.isPruned !== true && nodeState(facts, now) === 'dead' && now >= prunedAt(facts);
}

function prunedAt({ state, seenAt, violatedAt }: Facts): number {
  const heardAt = Math.max(seenAt, violatedAt ?? seenAt);
  return heardAt + PRUNE_AFTER_MS + (state === 'ended' ? 0 : DEAD_AFTER_MS);
}
