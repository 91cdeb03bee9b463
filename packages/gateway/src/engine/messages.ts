import type { AgentEvent } from '@rutbreak/core';
import type { DecisionLog, MessageAck, RefusedItem } from '../api/decision-log.js';
import type { Gate } from '../api/sessions.js';
import { addStep } from '../topology/dag.js';
import { broadcast, change, type Draft, keepHistory } from './draft.js';
import { judge } from './judge.js';
import { agentNodeId, handoffOf, withAgent } from '../topology/agents.js';
import { heldCount, hold, isAgentPaused } from './hold.js';
import { handOver, isHeld, NO_WISH, repeatOrder, type Wish, wishOf } from './order.js';

const MAX_GATES = 20;
const MAX_HELD = 10_000;

export type NewMessageAck = Omit<MessageAck, 'version'>;

/** One DecisionLog: counted at once, or kept where a person has to speak first. */
export function takeMessage(draft: Draft, message: DecisionLog): NewMessageAck | RefusedItem {
  const { nextSeq } = draft.record;
  const given = message.meta.seq ?? null;
  if (given !== null && given < nextSeq) return duplicate(draft, message, given);
  if (given !== null && given > nextSeq && !(nextSeq === 0 && given === 1)) return gap(nextSeq);
  const seq = given ?? nextSeq;
  if (heldCount(draft.record) >= MAX_HELD) return full();
  const agent = message.identity.agent_id;
  introduce(draft, message, seq);
  const gate = message.control?.hitl_required === true ? openGate(draft, message, seq) : undefined;
  const own = isAgentPaused(draft.record, agent) ? agent : undefined;
  const held = own !== undefined || isHeld(draft.record);
  if (held) {
    keepHistory(draft, seq, {
      door: 'messages',
      held: true,
      ...(own !== undefined && { agent: own }),
      items: [message],
    });
    hold(draft, seq, 1, own);
  }
  const wish = held ? NO_WISH : countMessage(draft, message, seq);
  const order = handOver(draft, wish, false, agent);
  return {
    ...{ status: 'accepted', session_id: draft.record.id, seq, entropy_score: draft.record.score },
    ...{ severity: draft.record.severity, held, duplicate: false, ...order },
    ...(gate && { gate_id: gate.id }),
  };
}

function duplicate({ record, scene }: Draft, { identity }: DecisionLog, seq: number): NewMessageAck {
  const agent = identity.agent_id;
  const held = isHeld(record) || isAgentPaused(record, agent);
  return {
    ...{ status: 'accepted', session_id: record.id, seq, entropy_score: record.score },
    ...{ severity: record.severity, held, duplicate: true, ...repeatOrder(record, scene, agent) },
  };
}

function gap(expected: number): RefusedItem {
  const message = `Steps are missing: the next number is ${expected}.`;
  return { status: 'refused', code: 'SEQUENCE_GAP', field: 'meta.seq', message };
}

function full(): RefusedItem {
  const message = `More than ${MAX_HELD} steps wait for a person.`;
  return { status: 'refused', code: 'OVERLOADED', field: '', message };
}

/** Who it is, and what it has used up. */
function introduce(draft: Draft, { meta, identity, state_delta }: DecisionLog, seq: number): void {
  const { record, scene } = draft;
  change(draft, {
    ...{ nextSeq: seq + 1, events: record.events + 1, seenAt: scene.now },
    agent: {
      ...{ id: identity.agent_id, type: identity.agent_type, model: record.agent.model },
      cluster: meta.cluster_id ?? record.agent.cluster,
    },
    tokens: record.tokens + (state_delta?.tokens_consumed ?? 0),
    cost: state_delta?.cumulative_session_cost ?? record.cost,
    agents: withAgent(
      record.agents ?? [],
      { id: identity.agent_id, type: identity.agent_type },
      record,
      scene.now,
    ),
  });
}

function openGate(draft: Draft, { meta, cognition, action }: DecisionLog, seq: number): Gate {
  const { record, scene } = draft;
  const { timeoutMs, onTimeout } = scene.settings.config.gates;
  const gate: Gate = {
    ...{ id: `g${seq}`, seq, trace_id: meta.trace_id, intent: cognition.intent.slice(0, 500) },
    ...{ tool_call: (action.tool_call ?? '').slice(0, 500), opened_at: scene.now, status: 'open' },
    ...{ expires_at: scene.now + timeoutMs, on_timeout: onTimeout, decided_by: null, decided_at: null },
  };
  const isOpen = ({ status }: Gate): boolean => status === 'open';
  const decided = record.gates.filter((one) => !isOpen(one)).slice(-MAX_GATES);
  change(draft, { gates: [...decided, ...record.gates.filter(isOpen), gate] });
  broadcast(draft, `session:hitl:${record.id}`, { event_type: 'gate_opened', session_id: record.id, gate });
  return gate;
}

/** The step counts: score, alert, discrepancy, its place among the others. */
export function countMessage(draft: Draft, message: DecisionLog, seq: number, isStored = false): Wish {
  const { record, scene } = draft;
  const { agent_id } = message.identity;
  const decision = judge(draft, 'steps', stepOf(message, scene.now), seq);
  const facts = { session_id: record.id, agent_id };
  const scored = decision.reports.find(({ event_type }) => event_type === 'entropy_score');
  const alert = decision.reports.find(({ event_type }) => event_type === 'entropy_alert');
  const score = typeof scored?.['entropy_score'] === 'number' ? scored['entropy_score'] : record.score;
  const severity = (scored?.['severity'] as typeof record.severity | undefined) ?? record.severity;
  change(draft, { score, severity });
  const { agents = [], status } = draft.record;
  change(draft, {
    agents: agents.map((one) => (one.id === agent_id ? { ...one, severity, status } : one)),
  });
  const reported = message.cognition.entropy_score ?? null;
  const known = { ...message, cognition: { ...message.cognition, entropy_score: score } };
  if (!isStored) keepHistory(draft, seq, { door: 'messages', held: false, items: [known] });
  broadcast(draft, 'gateway:messages', { ...known, session_id: record.id, seq });
  if (alert) broadcast(draft, 'gateway:entropy_alerts', { ...alert, ...facts });
  if (reported !== null && score !== null) compare(draft, facts, reported, score);
  placeStep(draft, message);
  if (message.control?.is_terminal === true) change(draft, { state: 'ended', firm: null });
  return wishOf(decision);
}

function stepOf({ meta, cognition, action }: DecisionLog, now: number): AgentEvent {
  const time = typeof meta.timestamp === 'number' ? meta.timestamp : Date.parse(meta.timestamp);
  return {
    ...{ kind: 'step', intent: cognition.intent, status: action.status },
    ...(action.tool_call != null && { tool: action.tool_call }),
    at: Number.isFinite(time) ? time : now,
  };
}

function compare(draft: Draft, facts: object, reported: number, score: number): void {
  const tolerance = draft.scene.settings.config.entropy.discrepancyTolerance;
  const difference = Math.round(Math.abs(reported - score) * 1e4) / 1e4;
  if (difference <= tolerance) return;
  broadcast(draft, 'gateway:entropy_discrepancies', {
    ...{ event_type: 'entropy_discrepancy', ...facts },
    ...{ reported_score: reported, entropy_score: score, difference, tolerance },
  });
}

function placeStep(draft: Draft, { meta, identity }: DecisionLog): void {
  const { record, scene } = draft;
  const step = {
    ...{ id: meta.trace_id, parent: meta.parent_step_id ?? null, at: scene.now, agent: identity.agent_id },
  };
  const { dag, changes } = addStep(record.dag, step);
  change(draft, { dag });
  for (const one of changes) {
    broadcast(draft, `session:dag:${record.id}`, { ...one, session_id: record.id });
    if (one.event_type === 'edge_added') noteHandoff(draft, one);
  }
}

/** The edge goes from one agent to another. */
function noteHandoff(draft: Draft, edge: { readonly from: string; readonly to: string }): void {
  const { id, dag, handoffs = [] } = draft.record;
  const handoff = handoffOf(dag, edge, handoffs);
  if (!handoff) return;
  change(draft, { handoffs: [...handoffs, handoff] });
  const ends = { from: agentNodeId(id, handoff.from), to: agentNodeId(id, handoff.to), kind: 'handed' };
  broadcast(draft, 'gateway:topology', { event_type: 'edge_added', edge: ends });
}
