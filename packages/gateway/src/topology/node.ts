import type { NodeState } from '../api/sessions.js';
import type { SeverityLevel } from '../api/shapes.js';

/** Without a message for this long a node is idle. */
const IDLE_AFTER_MS = 60_000;
/** And after this long it is thought dead. */
const DEAD_AFTER_MS = 15 * 60_000;

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
  if (violatedAt !== null && violatedAt >= seenAt) return 'schema_violation';
  if (now - seenAt > DEAD_AFTER_MS) return 'dead';
  if (severity === 'LOOP' || status === 'looping') return 'alert_entropy';
  if (severity === 'WARNING' || status === 'suspicious') return 'warning';
  return now - seenAt > IDLE_AFTER_MS ? 'idle' : 'active';
}
