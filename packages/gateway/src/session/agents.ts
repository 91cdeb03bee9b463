import type { SessionSummary, TopologyNode } from '../api/sessions.js';
import { isAgentPaused } from './held.js';
import type { SessionRecord } from './record.js';
import type { AgentNote, Handoff } from './agent-note.js';
import type { Dag } from './dag.js';
import { nodeState } from './node.js';

const MAX_AGENTS = 32;
const MAX_HANDOFFS = 64;

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

/**
 * Where an edge between steps crosses from one agent to another. One that would close a circle between agents is left out:
 * the map shows where work came from, and the causes of each step stand in the graph of the steps.
 */
export function handoffOf(
  { steps }: Dag,
  edge: { readonly from: string; readonly to: string },
  known: readonly Handoff[],
): Handoff | undefined {
  const agentOf = (step: string): string | undefined => steps.find(({ id }) => id === step)?.agent;
  const [from, to] = [agentOf(edge.from), agentOf(edge.to)];
  if (from === undefined || to === undefined || from === to || leadsTo(known, to, from)) return undefined;
  const isKnown = known.some((one) => one.from === from && one.to === to);
  return isKnown || known.length >= MAX_HANDOFFS ? undefined : { from, to };
}

function leadsTo(handoffs: readonly Handoff[], from: string, to: string, left = MAX_HANDOFFS): boolean {
  if (from === to) return true;
  return left > 0 && handoffs.some((one) => one.from === from && leadsTo(handoffs, one.to, to, left - 1));
}

export function agentNodeId(session: string, agent: string): string {
  return `${session}::${agent}`;
}

/** The nodes of a session on the map: the session and, if it has several, its agents. */
export function nodeIdsOf({ id, agents = [] }: Pick<SessionRecord, 'id' | 'agents'>): readonly string[] {
  return agents.length < 2 ? [id] : [...agents.map((agent) => agentNodeId(id, agent.id)), id];
}

type Agents = NonNullable<SessionSummary['agents']>;

/** For lists and the map; undefined for a session with one agent. */
export function agentsOf(record: SessionRecord, now: number): Agents | undefined {
  const { agents = [], handoffs = [] } = record;
  if (agents.length < 2) return undefined;
  return {
    nodes: agents.map(({ id, type, seenAt, severity, status }) => ({
      ...{ agent_id: id, agent_type: type, updated_at: seenAt },
      state: nodeState({ severity, status, state: stateOf(record, id), seenAt, violatedAt: null }, now),
    })),
    handoffs: [...handoffs],
  };
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

/** From the session to those whom nobody else in it gave work, and from one to the other. */
export function agentEdges({
  id,
  agents,
}: SessionSummary): { readonly from: string; readonly to: string; readonly kind: 'spawned' | 'handed' }[] {
  if (!agents) return [];
  const names = new Set(agents.nodes.map(({ agent_id }) => agent_id));
  const handed = agents.handoffs.filter(({ from, to }) => names.has(from) && names.has(to));
  const others = [...names].filter((name) => !handed.some(({ to }) => to === name));
  return [
    ...others.map((name) => ({ from: id, to: agentNodeId(id, name), kind: 'spawned' as const })),
    ...handed.map(({ from, to }) => ({
      ...{ from: agentNodeId(id, from), to: agentNodeId(id, to), kind: 'handed' as const },
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

/** Edges between visible sessions. */
export function edgesAmong(
  shown: readonly SessionSummary[],
): { readonly from: string; readonly to: string; readonly kind: 'spawned' | 'handed' }[] {
  const ids = new Set(shown.map(({ id }) => id));
  return shown.flatMap(({ id, parents }) =>
    parents.flatMap(({ session, kind }) => (ids.has(session) ? [{ from: session, to: id, kind }] : [])),
  );
}
