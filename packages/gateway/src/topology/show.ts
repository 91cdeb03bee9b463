import { broadcast, change, type Draft } from '../engine/draft.js';
import { broadcastEdges } from '../engine/handoffs.js';
import { agentEdges, agentNodes } from '../session/agents.js';
import { nodeState } from '../session/node.js';
import { nodeOf, summaryOf } from '../session/summary.js';

/** Broadcasts the session's node when its state changes. */
export function showNode(draft: Draft): void {
  const { record, context } = draft;
  const state = nodeState(record, context.now);
  if (state === record.node) return;
  const summary = summaryOf(record, 0, context.now);
  broadcast(draft, 'gateway:topology', {
    ...{ event_type: 'node_updated', node: nodeOf(summary), previous_state: record.node },
  });
  broadcast(draft, 'sessions', { event_type: 'session', ...summary });
  // A loop that starts or ends may make or break a ring.
  broadcastEdges(draft);
  change(draft, { node: state, isPruned: false });
}

/** Does the same for each agent of a session with several agents. */
export function showAgents(draft: Draft): void {
  const { record, context } = draft;
  const { agents = [], isPruned = false } = record;
  if (agents.length < 2 || isPruned) return;
  const summary = summaryOf(record, 0, context.now);
  const nodes = agentNodes(summary);
  if (agents.every(({ node }, i) => node === nodes[i]?.state)) return;
  nodes.forEach((node, i) => {
    const previous_state = agents[i]?.node ?? null;
    if (node.state === previous_state) return;
    broadcast(draft, 'gateway:topology', { event_type: 'node_updated', node, previous_state });
    const edge = agentEdges(summary).find(({ to, kind }) => to === node.id && kind === 'spawned');
    if (previous_state === null && edge)
      broadcast(draft, 'gateway:topology', { event_type: 'edge_added', edge });
  });
  change(draft, { agents: agents.map((one, i) => ({ ...one, node: nodes[i]?.state ?? one.node })) });
}
