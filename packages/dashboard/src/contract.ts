/** What the page knows of the gateway: the shapes of its interface, and nothing else. */
export type NodeState =
  'idle' | 'active' | 'alert_entropy' | 'warning' | 'schema_violation' | 'paused' | 'dead';
export type Action = 'continue' | 'nudge' | 'redirect' | 'block' | 'pause' | 'stop';
type SeverityLevel = 'LOOP' | 'WARNING' | 'NORMAL';

export interface SessionSummary {
  readonly id: string;
  readonly state: 'active' | 'paused' | 'ended';
  readonly node_state: NodeState;
  readonly agent_id: string;
  readonly agent_type: string;
  readonly model: string;
  readonly cluster_id: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly events: number;
  readonly held: number;
  readonly entropy_score: number | null;
  readonly severity: SeverityLevel;
  readonly status: 'healthy' | 'suspicious' | 'looping';
  readonly action: Action;
  readonly loops: number;
  readonly last_loop: string | null;
  readonly open_gates: number;
  readonly cost: number;
  readonly tokens: number;
  readonly version: number;
  readonly saved?: Saved | undefined;
}

/** An estimate of what was not spent. */
export interface Saved {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
}

/** What the agent was at when something was last done about it. */
export interface Packet {
  readonly packet_id: string;
  readonly content?: unknown;
  readonly loop_metadata: {
    readonly detected_at: string;
    readonly loop_type: string;
    readonly pattern: string;
    readonly pattern_hash: string;
    readonly reset_count: number;
    readonly previous_attempts: readonly { readonly approach_summary: string; readonly failed_at: string }[];
  };
}

export interface Gate {
  readonly id: string;
  readonly seq: number;
  readonly trace_id: string;
  readonly intent: string;
  readonly tool_call: string;
  readonly opened_at: number;
  readonly expires_at: number;
  readonly on_timeout: 'approve' | 'reject';
  readonly status: 'open' | 'approved' | 'rewritten' | 'rejected' | 'expired';
  readonly decided_by: string | null;
  readonly decided_at: number | null;
}

interface Directive {
  readonly id: string;
  readonly kind: 'inject' | 'rewrite' | 'gate';
  readonly text: string;
}

export interface SessionDetail extends SessionSummary {
  readonly paused: { readonly by: string; readonly at: number; readonly reason: string } | null;
  readonly gates: readonly Gate[];
  readonly pending: readonly Directive[];
  readonly summary: string;
  readonly is_off: boolean;
  readonly override: {
    readonly friction: string;
    readonly allowed: boolean;
    readonly warning: string;
  } | null;
  readonly ladder?:
    { readonly rung: string; readonly count: number; readonly gate: string | null } | undefined;
  readonly packet?: Packet | null | undefined;
}

export interface SessionList {
  readonly sessions: readonly SessionSummary[];
  readonly next: string | null;
  readonly total: number;
}

export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  readonly door: 'messages' | 'events' | 'traces' | 'hooks';
  readonly held: boolean;
  readonly body?: unknown;
}

export interface EventList {
  readonly events: readonly StoredEvent[];
  readonly next: number | null;
}

export interface Loop {
  readonly id: string;
  readonly session_id: string;
  readonly category: string;
  readonly detector: string;
  readonly brief: string;
  readonly score: number;
  readonly first_seq: number;
  readonly last_seq: number;
  readonly first_at: number;
  readonly last_at: number;
  readonly rung: string;
  readonly count: number;
  readonly outcome: 'open' | 'recovered' | 'failed' | 'overridden';
  readonly evidence?: unknown;
  readonly text: string;
  readonly pattern: string;
  readonly feedback: 'correct' | 'false-positive' | null;
}

export interface DagNode {
  readonly id: string;
  readonly parent: string | null;
  readonly seq: number;
  readonly at: number;
  readonly intent: string;
  readonly tool_call: string;
  readonly status: string;
  readonly agent_id: string;
  readonly orphan: boolean;
  readonly waiting: boolean;
  readonly cycle_refused: boolean;
  readonly parent_session?: string | null | undefined;
}

interface Intervention {
  readonly seq: number | null;
  readonly node: string | null;
  readonly at: number;
  readonly by: string;
  readonly what: string;
  readonly brief: string;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
}

export interface DagGraph {
  readonly session_id: string;
  readonly nodes: readonly DagNode[];
  readonly edges: readonly Edge[];
  readonly root: string;
  readonly interventions?: readonly Intervention[] | undefined;
}

export interface TopologyNode {
  readonly id: string;
  readonly agent_id: string;
  readonly agent_type: string;
  readonly cluster_id: string;
  readonly state: NodeState;
  readonly entropy_score: number | null;
  readonly updated_at: number;
}

export interface Topology {
  readonly nodes: readonly TopologyNode[];
  readonly edges: readonly Edge[];
}
