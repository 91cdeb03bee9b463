import { presetOf } from '@rutbreak/core';
import { type LoopLog, overridePrompt, summarise } from '@rutbreak/core/edge';
import type { SessionDetail, SessionSummary } from '../api/sessions.js';
import type { TopologyNode } from '../api/topology.js';
import { agentsOf } from './agents.js';
import { nextOrphanAt } from './dag.js';
import { nextStateChange, nodeState } from './node.js';
import { claimDueAt } from './source.js';
import type { SessionRecord } from './record.js';
import { heldCount } from './held.js';
import { NOTHING } from './amount.js';

export function summaryOf(record: SessionRecord, version: number, now: number): SessionSummary {
  const { agent, gates, loops, olderLoops = 0 } = record;
  const agents = agentsOf(record, now);
  return {
    ...{ id: record.id, state: record.state, node_state: nodeState(record, now), version },
    ...{ agent_id: agent.id, agent_type: agent.type, model: agent.model, cluster_id: agent.cluster },
    ...{ created_at: record.createdAt, updated_at: record.seenAt, events: record.events },
    ...{ held: heldCount(record), entropy_score: record.score, severity: record.severity },
    ...{
      status: record.status,
      action: record.action,
      stop_status: record.stopStatus ?? null,
      loops: loops.length + olderLoops,
    },
    ...{ last_loop: loops.at(-1)?.brief ?? null, cost: record.cost, tokens: record.tokens },
    open_gates: gates.filter(({ status }) => status === 'open').length,
    ...{ parents: [...(record.sources ?? [])], orphan: isOrphan(record) },
    ...{ saved: record.saved ?? NOTHING, wasted: record.wasted ?? NOTHING },
    ...{ resets: record.resets ?? 0, refused: record.refused ?? 0 },
    open_loops: loops.filter(({ figures }) => figures.is_going).length,
    ...(agents && { agents }),
    ...(record.discrepancy && { discrepancy: record.discrepancy }),
  };
}

/** The parent session, or the parent of the first step, never arrived. */
function isOrphan({ claim, dag }: SessionRecord): boolean {
  return claim?.state === 'orphan' || (dag.steps[0]?.orphan ?? false);
}

export function detailOf(
  record: SessionRecord,
  version: number,
  now: number,
  isPermitted = false,
): SessionDetail {
  const control = record.core.events?.state.control ?? record.core.steps?.state.control ?? null;
  const terms =
    control && control.count > 0
      ? overridePrompt(Math.max(control.count, control.overrides + 1), {
          ...{ brief: control.brief, session: `gateway/${record.id}` },
          countsResets: (record.resets ?? 0) > 0,
        })
      : null;
  return {
    ...summaryOf(record, version, now),
    ...{ paused: record.paused, gates: [...record.gates], pending: [...record.pending] },
    preset: record.core.events?.preset ?? null,
    ...{ summary: summarise(logOf(record)), is_off: control?.isOff ?? false },
    override: terms && {
      friction: terms.friction,
      allowed: terms.allowOverride || isPermitted,
      warning: terms.overrideWarning,
    },
    ...{ ladder: ladderOf(record), packet: record.packet ?? null },
    ...(record.outcomes && { outcomes: [...record.outcomes] }),
  };
}

/** The loops in the form that core's summary needs. */
function logOf({ loops, olderLoops = 0 }: SessionRecord): LoopLog {
  return {
    more: olderLoops,
    loops: loops.map(({ voice: finding, detector, first_seq, last_seq, outcome }, print) => ({
      ...{ print, category: finding.category, detector, first: first_seq, last: last_seq },
      outcome: outcome === 'overridden' ? 'open' : outcome,
    })),
  };
}

/** The state of escalation: the last rung, the number of interventions, and the gate in force. */
function ladderOf({ core, done = [], rungs = [] }: SessionRecord): SessionDetail['ladder'] {
  const stored = core.events?.state.control ? core.events : (core.steps ?? core.events);
  const gate = stored && presetOf(stored.preset).ladder.gate(stored.state.ladder);
  return {
    rung: done.at(-1)?.rung ?? 'observe',
    count: rungs.reduce((sum, { times }) => sum + times, 0),
    ...{ gate: gate ?? null, rungs: [...rungs] },
  };
}

/** Are the newest steps a loop? Covers DecisionLogs and native events. */
export function isLooping({ severity, status }: Pick<SessionRecord, 'severity' | 'status'>): boolean {
  return severity === 'LOOP' || status === 'looping';
}

const TOKEN = 1e-12;

/** One sort key: the wasted cost or, without reported costs, the wasted tokens. */
export function wasteKey({ wasted = NOTHING }: Pick<SessionRecord, 'wasted'>): number {
  return wasted.cost + wasted.tokens * TOKEN;
}

export function nodeOf(summary: SessionSummary): TopologyNode {
  const { id, agent_id, agent_type, cluster_id, node_state, entropy_score, updated_at, orphan } = summary;
  return { id, agent_id, agent_type, cluster_id, state: node_state, entropy_score, updated_at, orphan };
}

/** When the sweeper must visit the session: a gate expires, a parent times out, or the node state changes. */
export function dueAt(record: SessionRecord, now: number): number | null {
  const gates = record.gates.filter(({ status }) => status === 'open').map(({ expires_at }) => expires_at);
  const others = [nextOrphanAt(record.dag), claimDueAt(record.claim), nextStateChange(record, now)];
  const times = [...gates, ...others.filter((time) => time !== null)];
  return times.length > 0 ? Math.min(...times) : null;
}
