import type { AgentEvent } from '@rutbreak/core';
import type { DecisionLog, MessageAck, RefusedItem } from '../api/decision-log.js';
import type { Gate } from '../api/sessions.js';
import { agentsOfEdge } from '../session/handoffs.js';
import { addStep } from '../session/dag.js';
import { buildAck, recommendationOf, repeatAck } from './ack.js';
import { broadcast, change, type Draft } from './draft.js';
import { noteHandoff } from './handoffs.js';
import { type Judged, takeIn } from './intake/intake.js';
import { intervene } from './loops/loops.js';
import { runCore } from './loops/run-core.js';
import { bounded } from '../session/amount.js';
import { addUsage } from './usage.js';

declare module './work.js' {
  interface Works {
    message: { readonly input: DecisionLog; readonly reply: NewMessageAck | RefusedItem };
    violation: { readonly input: null; readonly reply: null };
  }
}

const MAX_DECIDED_GATES = 20;
const MAX_OPEN_GATES = 20;

export type NewMessageAck = Omit<MessageAck, 'version'>;

/** Handles one DecisionLog: runs detection, or holds the step until a person decides. */
export async function takeMessage(draft: Draft, message: DecisionLog): Promise<NewMessageAck | RefusedItem> {
  const isGate = message.control?.hitl_required === true;
  if (isGate && draft.record.gates.filter(isOpen).length >= MAX_OPEN_GATES) return full('gates are open');
  let gate: Gate | undefined;
  const sender = senderOf(message);
  const taken = await takeIn<DecisionLog>(draft, {
    ...{ door: 'messages', firstSeq: message.meta.seq ?? undefined, items: [message], sender },
    onPlaced(seq) {
      addUsed(draft, message);
      if (isGate) gate = openGate(draft, message, seq);
    },
    run: (items, from) => runStep(draft, items[0] ?? message, from),
  });
  if (taken.kind === 'gap') return gap(taken.expected);
  if (taken.kind === 'full') return full('steps wait for a person');
  const duplicate = taken.duplicates > 0;
  const order = duplicate
    ? repeatAck(draft.record, draft.context, sender.id)
    : buildAck(draft, taken.recommendation, false, sender.id);
  const { id, score, severity } = draft.record;
  return {
    ...{ status: 'accepted', session_id: id, seq: duplicate ? (message.meta.seq ?? 0) : taken.seq },
    ...{ entropy_score: score, severity, held: taken.held, duplicate, ...order },
    ...(gate && { gate_id: gate.id }),
  };
}

function senderOf({ meta, identity }: DecisionLog) {
  return { id: identity.agent_id, type: identity.agent_type, cluster: meta.cluster_id ?? undefined };
}

function gap(expected: number): RefusedItem {
  const message = `Steps are missing: expected number ${expected}.`;
  return { status: 'refused', code: 'SEQUENCE_GAP', field: 'meta.seq', message };
}

function full(subject: string): RefusedItem {
  return { status: 'refused', code: 'OVERLOADED', field: '', message: `Too many ${subject}.` };
}

function addUsed(draft: Draft, { state_delta }: DecisionLog): void {
  addUsage(draft, { tokens: state_delta?.tokens_consumed ?? 0 });
  const total = state_delta?.cumulative_session_cost;
  if (total != null) change(draft, { cost: bounded(total) });
}

const isOpen = ({ status }: Gate): boolean => status === 'open';

function openGate(draft: Draft, { meta, cognition, action }: DecisionLog, seq: number): Gate {
  const { record, context } = draft;
  const { timeoutMs, onTimeout } = context.settings.config.gates;
  const gate: Gate = {
    ...{ id: `g${seq}`, seq, trace_id: meta.trace_id, intent: cognition.intent.slice(0, 500) },
    ...{ tool_call: (action.tool_call ?? '').slice(0, 500), opened_at: context.now, status: 'open' },
    ...{ expires_at: context.now + timeoutMs, on_timeout: onTimeout, decided_by: null, decided_at: null },
  };
  const decided = record.gates.filter((one) => !isOpen(one)).slice(-MAX_DECIDED_GATES);
  change(draft, { gates: [...decided, ...record.gates.filter(isOpen), gate] });
  broadcast(draft, 'session:hitl:{id}', { event_type: 'gate_opened', session_id: record.id, gate });
  return gate;
}

/** Runs detection on one step: score, alert, discrepancy, and its position in the graph. */
export function runStep(draft: Draft, message: DecisionLog, seq: number): Judged<DecisionLog> {
  const { record, context } = draft;
  const { agent_id } = message.identity;
  const judgement = runCore(draft, 'steps', stepOf(message, context.now), seq);
  const decision = judgement.judged;
  intervene(draft, judgement);
  const scored = decision.reports.find(({ event_type }) => event_type === 'entropy_score');
  const alert = decision.reports.find(({ event_type }) => event_type === 'entropy_alert');
  const score = typeof scored?.['entropy_score'] === 'number' ? scored['entropy_score'] : record.score;
  const found = (scored?.['severity'] as typeof record.severity | undefined) ?? record.severity;
  const severity = decision.isMuted === true ? 'NORMAL' : found;
  change(draft, { score, severity });
  const { agents = [], status } = draft.record;
  change(draft, {
    agents: agents.map((one) => (one.id === agent_id ? { ...one, severity, status } : one)),
  });
  const facts = { session_id: record.id, agent_id };
  const reported = message.cognition.entropy_score ?? null;
  const known = { ...message, cognition: { ...message.cognition, entropy_score: score } };
  broadcast(draft, 'gateway:messages', { ...known, session_id: record.id, seq });
  if (alert) broadcast(draft, 'gateway:entropy_alerts', { ...alert, ...facts } as never);
  if (reported !== null && score !== null) compare(draft, facts, reported, score);
  placeStep(draft, message, seq);
  if (message.control?.is_terminal === true) change(draft, { state: 'ended', standing: null });
  return { stored: [known], recommendation: recommendationOf(decision) };
}

function stepOf({ meta, cognition, action }: DecisionLog, now: number): AgentEvent {
  const time = typeof meta.timestamp === 'number' ? meta.timestamp : Date.parse(meta.timestamp);
  return {
    ...{ kind: 'step', intent: cognition.intent, status: action.status },
    ...(action.tool_call != null && { tool: action.tool_call }),
    at: Number.isFinite(time) ? time : now,
  };
}

function compare(
  draft: Draft,
  facts: { readonly session_id: string; readonly agent_id: string },
  reported: number,
  score: number,
): void {
  const tolerance = draft.context.settings.config.entropy.discrepancyTolerance;
  const difference = Math.round(Math.abs(reported - score) * 1e4) / 1e4;
  if (difference <= tolerance) return;
  const { record, context } = draft;
  const scores = { reported_score: reported, entropy_score: score, at: context.now };
  change(draft, { discrepancy: { ...scores, count: (record.discrepancy?.count ?? 0) + 1 } });
  broadcast(draft, 'gateway:entropy_discrepancies', {
    ...{ event_type: 'entropy_discrepancy', ...facts, ...scores, difference, tolerance },
  });
}

function placeStep(draft: Draft, { meta, identity }: DecisionLog, seq: number): void {
  const { record, context } = draft;
  const step = {
    ...{ id: meta.trace_id, parent: meta.parent_step_id ?? null, at: context.now, agent: identity.agent_id },
  };
  const { dag, changes } = addStep(record.dag, step);
  change(draft, { dag });
  for (const one of changes) {
    broadcast(draft, 'session:dag:{id}', { ...one, session_id: record.id });
    const ends = one.event_type === 'edge_added' ? agentsOfEdge(dag, one) : undefined;
    if (ends) noteHandoff(draft, { ...ends, kind: 'handed' }, seq);
  }
}
