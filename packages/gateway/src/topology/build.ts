import type { z } from 'zod';
import type { DecisionLog } from '../api/decision-log.js';
import type { DagNode, dagShape, StoredEvent } from '../api/sessions.js';
import { addStep, type Dag, NO_DAG, orphan } from './dag.js';

/** All steps of a session by cause, from its history. */
export function buildDag(
  session: string,
  events: readonly StoredEvent[],
  now: number,
): z.infer<typeof dagShape> {
  const steps = events.filter(({ door, body }) => door === 'messages' && body !== null);
  let dag: Dag = NO_DAG;
  const facts = new Map<string, Omit<DagNode, 'parent' | 'orphan' | 'waiting' | 'cycle_refused'>>();
  for (const { seq, at, body } of steps) {
    const { meta, identity, cognition, action } = body as DecisionLog;
    const id = meta.trace_id;
    dag = addStep(dag, { id, parent: meta.parent_step_id ?? null, at }, Infinity).dag;
    if (facts.has(id)) continue;
    facts.set(id, {
      ...{ id, seq, at, intent: cognition.intent.slice(0, 500), status: action.status },
      ...{ tool_call: (action.tool_call ?? '').slice(0, 500), agent_id: identity.agent_id },
    });
  }
  const nodes = orphan(dag, now).dag.steps.flatMap((step): DagNode[] => {
    const fact = facts.get(step.id);
    const flags = { orphan: step.orphan, waiting: step.waits, cycle_refused: step.cycle };
    return fact ? [{ ...fact, parent: step.parent, ...flags }] : [];
  });
  const edges = nodes.flatMap(({ id, parent, orphan: isOrphan, waiting }) =>
    waiting ? [] : [{ from: isOrphan || parent === null ? session : parent, to: id }],
  );
  return { session_id: session, root: session, nodes, edges };
}
