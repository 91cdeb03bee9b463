import type { NodeState } from '../api/sessions.js';
import type { SeverityLevel } from '../api/shapes.js';

/** An agent that takes part in a session. */
export interface AgentNote {
  readonly id: string;
  readonly type: string;
  readonly seenAt: number;
  /** What was thought of the session when the agent was last heard. */
  readonly severity: SeverityLevel;
  readonly status: 'healthy' | 'suspicious' | 'looping';
  /** As it was last broadcast; none while it is alone in its session. */
  readonly node: NodeState | null;
}

/** A step of one agent led to a step of the other. */
export interface Handoff {
  readonly from: string;
  readonly to: string;
}
