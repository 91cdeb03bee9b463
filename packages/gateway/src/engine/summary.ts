import { overrideTerms, presetOf, summarise } from '@rutbreak/core';
import type { SessionDetail, SessionSummary, TopologyNode } from '../api/sessions.js';
import { agentsOf } from '../topology/agents.js';
import { nextOrphanAt } from '../topology/dag.js';
import { nextLook, nodeState } from '../topology/node.js';
import { claimDueAt } from '../topology/source.js';
import type { SessionRecord } from './record.js';
import { heldCount } from './hold.js';
import { NOTHING_SAVED } from './savings.js';

export function summaryOf(record: SessionRecord, version: number, now: number): SessionSummary {
  const { agent, gates, loops, log } = record;
  const agents = agentsOf(record, now);
  return {
    ...{ id: record.id, state: record.state, node_state: nodeState(record, now), version },
    ...{ agent_id: agent.id, agent_type: agent.type, model: agent.model, cluster_id: agent.cluster },
    ...{ created_at: record.createdAt, updated_at: record.seenAt, events: record.events },
    ...{ held: heldCount(record), entropy_score: record.score, severity: record.severity },
    ...{ status: record.status, action: record.action, loops: log.loops.length + log.more },
    ...{ last_loop: loops.at(-1)?.brief ?? null, cost: record.cost, tokens: record.tokens },
    open_gates: gates.filter(({ status }) => status === 'open').length,
    ...{ parents: [...(record.sources ?? [])], orphan: isOrphan(record) },
    saved: record.saved ?? NOTHING_SAVED,
    ...(agents && { agents }),
  };
}

/** It named a parent that never came: the session that started it, or a step before its first one. */
function isOrphan({ claim, dag }: SessionRecord): boolean {
  return claim?.state === 'orphan' || (dag.steps[0]?.orphan ?? false);
}

export function detailOf(
  record: SessionRecord,
  version: number,
  now: number,
  isPermitted = false,
): SessionDetail {
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
      allowed: terms.allowOverride || isPermitted,
      warning: terms.overrideWarning,
    },
    ...{ ladder: ladderOf(record), packet: record.packet ?? null },
  };
}

/** How far the session has come: what was last done, the how-manieth time, and what still holds. */
function ladderOf({ lenses, done = [] }: SessionRecord): SessionDetail['ladder'] {
  const lens = lenses.events?.state.control ? lenses.events : (lenses.steps ?? lenses.events);
  const gate = lens && presetOf(lens.preset).ladder.gate(lens.state.ladder);
  return {
    ...{ rung: done.at(-1)?.rung ?? 'observe', count: lens?.state.control?.count ?? 0 },
    gate: gate ?? null,
  };
}

export function nodeOf(summary: SessionSummary): TopologyNode {
  const { id, agent_id, agent_type, cluster_id, node_state, entropy_score, updated_at, orphan } = summary;
  return { id, agent_id, agent_type, cluster_id, state: node_state, entropy_score, updated_at, orphan };
}

/** When the session has to be looked at without being told to: a gate's time is up, a parent does not come, it is idle. */
export function dueAt(record: SessionRecord, now: number): number | null {
  const gates = record.gates.filter(({ status }) => status === 'open').map(({ expires_at }) => expires_at);
  const others = [nextOrphanAt(record.dag), claimDueAt(record.claim), nextLook(record, now)];
  const times = [...gates, ...others.filter((time) => time !== null)];
  return times.length > 0 ? Math.min(...times) : null;
}
