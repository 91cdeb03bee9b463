import type { SessionSummary } from '../api/sessions.js';
import type { SeverityLevel } from '../api/shapes.js';
import type { TopologyEdge, TopologyNode } from '../api/topology.js';
import { isAgentPaused } from './held.js';
import type { SessionRecord } from './record.js';
import type { AgentNote } from './agent-note.js';
import { leadsTo, shownHandoffs } from './handoffs.js';
import { nodeState } from './node.js';

const MAX_AGENTS = 32;

/** Records an event of this agent now, and drops the least recently active agent if the list is full. */
export function withAgent(
  agents: readonly AgentNote[],
  { id, type }: { readonly id: string; readonly type: string },
  { severity, status }: Pick<SessionRecord, 'severity' | 'status'>,
  now: number,
): readonly AgentNote[] {
  const known = agents.find((one) => one.id === id);
  const note = { id, type, seenAt: now, severity, status, node: known?.node ?? null };
  return [...agents.filter((one) => one !== known), note].slice(-MAX_AGENTS);
}

function agentNodeId(session: string, agent: string): string {
  return `${session}::${agent}`;
}

/** The nodes of a session on the map: the session and, if it has several, its agents. */
export function nodeIdsOf({ id, agents = [] }: Pick<SessionRecord, 'id' | 'agents'>): readonly string[] {
  return agents.length < 2 ? [id] : [...agents.map((agent) => agentNodeId(id, agent.id)), id];
}

type Agents = NonNullable<SessionSummary['agents']>;

/** For lists and the map; undefined for a session with one agent. */
export function agentsOf(record: SessionRecord, now: number): Agents | undefined {
  const { agents = [] } = record;
  if (agents.length < 2) return undefined;
  return {
    nodes: agents.map(({ id, type, seenAt, severity, status }) => ({
      ...{ agent_id: id, agent_type: type, updated_at: seenAt },
      state: nodeState(
        {
          ...{ severity: milder(SEVERITIES, severity, record.severity), state: stateOf(record, id) },
          ...{ status: milder(STATUSES, status, record.status), seenAt, violatedAt: null },
        },
        now,
      ),
    })),
    handoffs: shownHandoffs(record),
  };
}

const SEVERITIES: readonly SeverityLevel[] = ['NORMAL', 'WARNING', 'LOOP'];
const STATUSES: readonly SessionRecord['status'][] = ['healthy', 'suspicious', 'looping'];

/** An agent that had its last turn in a loop is out of it as soon as its session is. */
function milder<Level>(levels: readonly Level[], one: Level, other: Level): Level {
  return levels.indexOf(one) < levels.indexOf(other) ? one : other;
}

function stateOf(record: SessionRecord, agent: string): SessionRecord['state'] {
  const { state } = record;
  return state === 'active' && isAgentPaused(record, agent) ? 'paused' : state;
}

/** The agents of a session as map nodes. */
export function agentNodes(summary: SessionSummary): TopologyNode[] {
  const { id, cluster_id, entropy_score, orphan } = summary;
  return (summary.agents?.nodes ?? []).map((agent) => ({
    ...{ id: agentNodeId(id, agent.agent_id), session_id: id, ...agent, cluster_id, entropy_score, orphan },
  }));
}

/** Edges from the session to agents without another source of work, and between the agents. */
export function agentEdges({ id, agents }: SessionSummary): TopologyEdge[] {
  if (!agents) return [];
  const names = new Set(agents.nodes.map(({ agent_id }) => agent_id));
  const handed = agents.handoffs.filter(({ from, to }) => names.has(from) && names.has(to));
  const others = [...names].filter((name) => !handed.some(({ to }) => to === name));
  return [
    ...others.map((name) => ({
      ...{ from: id, to: agentNodeId(id, name), kind: 'spawned' as const, weight: 1, ring: false },
    })),
    ...handed.map(({ from, to, kind = 'handed', count = 1, ring = false }) => ({
      ...{ from: agentNodeId(id, from), to: agentNodeId(id, to), kind, weight: count, ring },
    })),
  ];
}

/** Updates a stored summary to the current time: agents that were active then may be idle now. */
export function aged(summary: SessionSummary, now: number): SessionSummary {
  const { agents } = summary;
  if (!agents) return summary;
  const nodes = agents.nodes.map((one) => {
    const facts = {
      severity: 'NORMAL',
      status: 'healthy',
      seenAt: one.updated_at,
      violatedAt: null,
    } as const;
    return one.state === 'active' ? { ...one, state: nodeState({ ...facts, state: 'active' }, now) } : one;
  });
  return { ...summary, agents: { ...agents, nodes } };
}

/** Edges between visible sessions. A cycle of hand-offs between sessions that loop is a ring. */
export function edgesAmong(shown: readonly SessionSummary[]): TopologyEdge[] {
  const ids = new Set(shown.map(({ id }) => id));
  const looping = new Set(shown.filter(({ open_loops }) => open_loops > 0).map(({ id }) => id));
  const edges = shown.flatMap(({ id, parents }) =>
    parents
      .filter(({ session }) => ids.has(session))
      .map(({ session, kind, count = 1 }) => ({ from: session, to: id, kind, weight: count, ring: false })),
  );
  const between = edges.filter(({ from, to }) => looping.has(from) && looping.has(to));
  return edges.map((edge) => ({
    ...edge,
    ring: between.includes(edge) && leadsTo(between, edge.to, edge.from),
  }));
}
