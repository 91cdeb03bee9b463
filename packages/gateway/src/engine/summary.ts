import { overrideTerms, summarise } from '@rutbreak/core';
import type { SessionDetail, SessionSummary, TopologyNode } from '../api/sessions.js';
import { nextOrphanAt } from '../topology/dag.js';
import { nodeState } from '../topology/node.js';
import type { SessionRecord } from './record.js';

export function summaryOf(record: SessionRecord, version: number, now: number): SessionSummary {
  const { agent, gates, loops, log } = record;
  return {
    ...{ id: record.id, state: record.state, node_state: nodeState(record, now), version },
    ...{ agent_id: agent.id, agent_type: agent.type, model: agent.model, cluster_id: agent.cluster },
    ...{ created_at: record.createdAt, updated_at: record.seenAt, events: record.events },
    ...{ held: record.hold?.count ?? 0, entropy_score: record.score, severity: record.severity },
    ...{ status: record.status, action: record.action, loops: log.loops.length + log.more },
    ...{ last_loop: loops.at(-1)?.brief ?? null, cost: record.cost, tokens: record.tokens },
    open_gates: gates.filter(({ status }) => status === 'open').length,
  };
}

export function detailOf(record: SessionRecord, version: number, now: number): SessionDetail {
  const control = record.lenses.events?.state.control ?? record.lenses.steps?.state.control ?? null;
  const terms =
    control && control.count > 0
      ? overrideTerms(Math.max(control.count, control.overrides + 1), control.brief, record.id)
      : null;
  return {
    ...summaryOf(record, version, now),
    ...{ paused: record.paused, gates: [...record.gates], pending: [...record.pending] },
    ...{ summary: summarise(record.log), is_off: control?.isOff ?? false },
    override: terms && {
      friction: terms.friction,
      allowed: terms.allowOverride,
      warning: terms.overrideWarning,
    },
  };
}

export function nodeOf({
  id,
  agent_id,
  agent_type,
  cluster_id,
  node_state,
  entropy_score,
  updated_at,
}: SessionSummary): TopologyNode {
  return { id, agent_id, agent_type, cluster_id, state: node_state, entropy_score, updated_at };
}

/** When the session has to be looked at without being told to: a gate's time is up, a parent does not come. */
export function dueAt(record: SessionRecord): number | null {
  const gates = record.gates.filter(({ status }) => status === 'open').map(({ expires_at }) => expires_at);
  const orphan = nextOrphanAt(record.dag);
  const times = orphan === null ? gates : [...gates, orphan];
  return times.length > 0 ? Math.min(...times) : null;
}
