import type { NodeState } from '../api/sessions.js';
import type { SeverityLevel } from '../api/shapes.js';

/** An agent that takes part in a session. */
export interface AgentNote {
  readonly id: string;
  readonly type: string;
  readonly seenAt: number;
  /** The severity of the session at the agent's last event. */
  readonly severity: SeverityLevel;
  readonly status: 'healthy' | 'suspicious' | 'looping';
  /** The state in the last broadcast; null while the agent is alone in its session. */
  readonly node: NodeState | null;
}

/** Work or messages from one agent to another. */
export interface Handoff {
  readonly from: string;
  readonly to: string;
  /** Absent in older records: handed. */
  readonly kind?: 'handed' | 'messaged';
  /** Absent in older records: once. */
  readonly count?: number;
  /** The sequence number of the last one. */
  readonly lastSeq?: number;
}
