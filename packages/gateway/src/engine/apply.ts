import type { HookAnswer, HookCall } from '@rutbreak/adapters/hooks';
import { logOutcome } from '@rutbreak/core';
import type { DecisionLog, RefusedItem } from '../api/decision-log.js';
import type { StoredEvent } from '../api/sessions.js';
import { command, expireGates, type HitlCommand, type Misfit, type NewCommandAck } from '../hitl/commands.js';
import { agentEdges, agentNodes } from '../topology/agents.js';
import { type Link, link, lookAround } from '../topology/link.js';
import { nodeState } from '../topology/node.js';
import { broadcast, change, type Draft } from './draft.js';
import { type Gap, type NewEventAck, type NewEvents, takeEvents } from './events.js';
import { takeHook } from './hooks.js';
import { markLoop } from './loops.js';
import { type NewMessageAck, takeMessage } from './messages.js';
import { nodeOf, summaryOf } from './summary.js';

/** Everything that can happen to a session. */
export type Work =
  | { readonly kind: 'message'; readonly message: DecisionLog }
  | { readonly kind: 'events'; readonly batch: NewEvents }
  | { readonly kind: 'hook'; readonly agent: string; readonly call: HookCall }
  | { readonly kind: 'violation' }
  | { readonly kind: 'command'; readonly command: HitlCommand }
  | { readonly kind: 'outcome'; readonly loop: string; readonly isRecovered: boolean }
  | { readonly kind: 'feedback'; readonly loop: string; readonly verdict: 'correct' | 'false-positive' }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'look' };

export interface Replies {
  readonly message: NewMessageAck | RefusedItem;
  readonly events: NewEventAck | Gap;
  readonly hook: HookAnswer;
  readonly violation: null;
  readonly command: NewCommandAck | Misfit;
  readonly outcome: null;
  readonly feedback: null;
  readonly link: null;
  readonly look: null;
}

export type Reply = Replies[keyof Replies];

/** Does a session begin with it? */
export function begins({ kind }: Work): boolean {
  return kind === 'message' || kind === 'events' || kind === 'hook';
}

/** May it set kept steps free? Then they have to be at hand. */
export function mayForward(work: Work): boolean {
  if (work.kind === 'look') return true;
  return (
    work.kind === 'command' && ['unpause', 'approve', 'rewrite-gate', 'reject'].includes(work.command.name)
  );
}

/** One thing happens to a session: what follows is in the draft, what is answered comes back. Pure but for the draft. */
export function apply(draft: Draft, work: Work, kept: readonly StoredEvent[]): Reply {
  const reply = dispatch(draft, work, kept);
  showNode(draft);
  showAgents(draft);
  return reply;
}

function dispatch(draft: Draft, work: Work, kept: readonly StoredEvent[]): Reply {
  switch (work.kind) {
    case 'message':
      return takeMessage(draft, work.message);
    case 'events':
      return takeEvents(draft, work.batch);
    case 'hook':
      return takeHook(draft, work.agent, work.call);
    case 'command':
      return command(draft, work.command, kept);
    case 'violation':
      change(draft, { violatedAt: draft.scene.now });
      return null;
    case 'look':
      expireGates(draft, kept);
      return lookAround(draft);
    case 'link':
      return link(draft, work.link);
    case 'outcome':
      change(draft, { log: logOutcome(draft.record.log, work.isRecovered) });
      markLoop(draft, work.loop, { outcome: work.isRecovered ? 'recovered' : 'failed' });
      return null;
    case 'feedback':
      markLoop(draft, work.loop, { feedback: work.verdict });
      return null;
  }
}

/** Who draws the map is told when a node looks different. */
function showNode(draft: Draft): void {
  const { record, scene } = draft;
  const state = nodeState(record, scene.now);
  if (state === record.node) return;
  const summary = summaryOf(record, 0, scene.now);
  broadcast(draft, 'gateway:topology', {
    ...{ event_type: 'node_updated', node: nodeOf(summary), previous_state: record.node },
  });
  broadcast(draft, 'sessions', { event_type: 'session', ...summary });
  change(draft, { node: state, isPruned: false });
}

/** The same for each agent, where there are several. */
function showAgents(draft: Draft): void {
  const { record, scene } = draft;
  const { agents = [], isPruned = false } = record;
  if (agents.length < 2 || isPruned) return;
  const summary = summaryOf(record, 0, scene.now);
  const nodes = agentNodes(summary);
  const isSame = agents.every(({ node }, i) => node === nodes[i]?.state);
  if (isSame) return;
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
