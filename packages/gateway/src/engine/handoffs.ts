import type { AgentEvent } from '@rutbreak/core';
import { agentEdges, withAgent } from '../session/agents.js';
import type { Handoff } from '../session/agent-note.js';
import { withHandoff } from '../session/handoffs.js';
import { summaryOf } from '../session/summary.js';
import { broadcast, change, type Draft } from './draft.js';

/** Counts a hand-off or message between two agents of the session, and broadcasts the edge. */
export function noteHandoff(
  draft: Draft,
  handoff: Required<Pick<Handoff, 'from' | 'to' | 'kind'>>,
  seq: number,
): void {
  const { handoffs: before = [] } = draft.record;
  const handoffs = withHandoff(before, handoff, seq);
  if (handoffs === before) return;
  change(draft, { handoffs });
  broadcastEdges(draft, ({ from, to }) => from === handoff.from && to === handoff.to);
}

/** Records the agents that a native event names: who acts, and who gets the work or the message. */
export function noteAgents(draft: Draft, event: AgentEvent, seq: number): void {
  const { to } = event;
  const from = event.agent ?? draft.record.agent.id;
  if (event.agent !== undefined) join(draft, event.agent);
  if (to === undefined || to === from || from === '' || event.kind === 'attempt') return;
  join(draft, to);
  const isMessage = event.kind === 'message' || event.kind === 'delta' || event.kind === 'turn';
  noteHandoff(draft, { from, to, kind: isMessage ? 'messaged' : 'handed' }, seq);
}

function join(draft: Draft, id: string): void {
  const { record, context } = draft;
  const { agents = [], agent } = record;
  const type = agents.find((one) => one.id === id)?.type ?? agent.type;
  change(draft, { agents: withAgent(agents, { id, type }, record, context.now) });
}

/** Broadcasts the edges between agents of the session, with their weight and ring. */
export function broadcastEdges(
  draft: Draft,
  isWanted: (handoff: Pick<Handoff, 'from' | 'to'>) => boolean = () => true,
): void {
  const { record, context } = draft;
  const summary = summaryOf(record, 0, context.now);
  if (!summary.agents) return;
  const handoffs = summary.agents.handoffs.filter(isWanted);
  for (const edge of agentEdges({ ...summary, agents: { ...summary.agents, handoffs } })) {
    if (edge.kind === 'spawned') continue;
    const event_type = edge.weight === 1 && !edge.ring ? 'edge_added' : 'edge_updated';
    broadcast(draft, 'gateway:topology', { event_type, edge });
  }
}
