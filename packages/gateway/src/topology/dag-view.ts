import type { z } from 'zod';
import type { DecisionLog } from '../api/decision-log.js';
import type { StoredEvent } from '../api/sessions.js';
import type { DagNode, dagShape } from '../api/topology.js';
import { timesOf } from '../engine/loops/done.js';
import type { SessionRecord } from '../session/record.js';
import type { AuditEntry } from '../store/store.js';
import { addStep, type Dag, linkStep, NO_DAG, orphan } from '../session/dag.js';

type DagGraph = z.infer<typeof dagShape>;
type Placed = 'parent' | 'orphan' | 'waiting' | 'cycle_refused' | 'parent_session';

/** The causal graph of a session from its history, with all interventions. */
export function buildDag(
  record: SessionRecord,
  events: readonly StoredEvent[],
  audit: readonly AuditEntry[],
  now: number,
): DagGraph {
  const { id: session } = record;
  const facts = new Map<string, Omit<DagNode, Placed>>();
  const dag = linked(record, steps(events, facts));
  const nodes = orphan(dag, now).dag.steps.flatMap((step): DagNode[] => {
    const fact = facts.get(step.id);
    const flags = { orphan: step.orphan, waiting: step.waits, cycle_refused: step.cycle };
    return fact ? [{ ...fact, parent: step.parent, ...flags, parent_session: step.session ?? null }] : [];
  });
  const edges = nodes.flatMap(({ id, parent, orphan: isOrphan, waiting, parent_session: other }) =>
    waiting ? [] : [{ from: isOrphan || other !== null ? session : (parent ?? session), to: id }],
  );
  return {
    session_id: session,
    root: session,
    nodes,
    edges,
    interventions: interventionsOf(record, audit, nodes),
  };
}

function steps(events: readonly StoredEvent[], facts: Map<string, Omit<DagNode, Placed>>): Dag {
  let dag: Dag = NO_DAG;
  for (const { seq, at, door, body } of events) {
    if (door !== 'messages' || body === null) continue;
    const { meta, identity, cognition, action } = body as DecisionLog;
    const id = meta.trace_id;
    dag = addStep(dag, { id, parent: meta.parent_step_id ?? null, at }, Infinity).dag;
    if (facts.has(id)) continue;
    facts.set(id, {
      ...{ id, seq, at, intent: cognition.intent.slice(0, 500), status: action.status },
      ...{ tool_call: (action.tool_call ?? '').slice(0, 500), agent_id: identity.agent_id },
    });
  }
  return dag;
}

/** Adds links to parents in other sessions, which the history lacks. */
function linked({ dag: { steps: last } }: SessionRecord, dag: Dag): Dag {
  return last.reduce((grown, { id, session, cycle }) => {
    if (session === undefined && !cycle) return grown;
    return linkStep(grown, id, session ?? '', cycle).dag;
  }, dag);
}

/** Interventions of the guard and commands of people, in order. */
function interventionsOf(
  { done = [] }: SessionRecord,
  audit: readonly AuditEntry[],
  nodes: readonly DagNode[],
): DagGraph['interventions'] {
  const bySeq = new Map(nodes.map(({ seq, id }) => [seq, id]));
  const atTime = (at: number): DagNode | undefined => nodes.findLast((node) => node.at <= at);
  const byGuard = done.map((one) => {
    const { seq, at, rung, brief } = one;
    const times = timesOf(one);
    const told = { seq, at, by: 'rutbreak', what: rung, brief, node: bySeq.get(seq) ?? null };
    return times > 1 ? { ...told, times } : told;
  });
  const byPeople = audit.map(({ at, operator, command }) => {
    const last = atTime(at);
    return { seq: last?.seq ?? null, at, by: operator, what: command, brief: '', node: last?.id ?? null };
  });
  return [...byGuard, ...byPeople].sort((a, b) => a.at - b.at);
}
