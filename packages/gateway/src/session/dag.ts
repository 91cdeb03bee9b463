/** How long a step waits for a parent that has not arrived. */
export const PARENT_PATIENCE_MS = 30_000;

const MAX_STEPS = 64;
const MAX_CHAIN = 10_000;

/** The position of one step in the graph. */
export interface DagStep {
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  /** True until the parent arrives. */
  readonly waits: boolean;
  readonly orphan: boolean;
  readonly cycle: boolean;
  /** The agent that made the step. Absent in older records. */
  readonly agent?: string;
  /** The session of the parent, if it is another one. */
  readonly session?: string;
}

/** The most recent steps of a session. Older ones are in its history. */
export interface Dag {
  readonly steps: readonly DagStep[];
}

export const NO_DAG: Dag = { steps: [] };

type DagChange =
  | { readonly event_type: 'node_added'; readonly id: string; readonly waiting: boolean }
  | {
      readonly event_type: 'edge_added';
      readonly from: string;
      readonly to: string;
      readonly from_session?: string;
    }
  | { readonly event_type: 'node_orphaned'; readonly id: string; readonly missing: string }
  | { readonly event_type: 'cycle_refused'; readonly from: string; readonly to: string };

interface Grown {
  readonly dag: Dag;
  readonly changes: readonly DagChange[];
}

/** Adds a step. A repeated id changes nothing; an edge that would close a cycle is refused. */
export function addStep(
  dag: Dag,
  {
    id,
    parent,
    at,
    agent,
  }: { readonly id: string; readonly parent: string | null; readonly at: number; readonly agent?: string },
  limit = MAX_STEPS,
): Grown {
  const known = new Map(dag.steps.map((step) => [step.id, step]));
  if (known.has(id)) return { dag, changes: [] };
  const isCycle = parent !== null && leadsTo(known, parent, id);
  const waits = parent !== null && !isCycle && !known.has(parent);
  const own: DagStep = {
    ...{ id, parent: isCycle ? null : parent, at, waits, orphan: false, cycle: isCycle },
    ...(agent !== undefined && { agent }),
  };
  // Children that arrived before their parent are no longer waiting.
  const steps = dag.steps.map((step) =>
    step.parent === id && (step.waits || step.orphan) ? { ...step, waits: false, orphan: false } : step,
  );
  const late = dag.steps.filter((step) => step.parent === id && (step.waits || step.orphan));
  return {
    dag: { steps: [...steps, own].slice(-limit) },
    changes: [
      { event_type: 'node_added', id, waiting: waits },
      ...(isCycle ? [{ event_type: 'cycle_refused' as const, from: parent, to: id }] : []),
      ...(parent !== null && !isCycle && !waits
        ? [{ event_type: 'edge_added' as const, from: parent, to: id }]
        : []),
      ...late.map((step) => ({ event_type: 'edge_added' as const, from: id, to: step.id })),
    ],
  };
}

/** Is `to` an ancestor of `from`? Waiting children count, because the new step may be their parent. */
function leadsTo(known: ReadonlyMap<string, DagStep>, from: string, to: string): boolean {
  let here: string | null = from;
  for (let i = 0; here !== null && i < MAX_CHAIN; i++) {
    if (here === to) return true;
    here = known.get(here)?.parent ?? null;
  }
  return false;
}

/** Attaches steps to the root if their parent did not arrive in time. */
export function orphan(dag: Dag, now: number): Grown {
  const isLate = (step: DagStep): boolean => step.waits && now - step.at >= PARENT_PATIENCE_MS;
  const late = dag.steps.filter(isLate);
  if (late.length === 0) return { dag, changes: [] };
  return {
    dag: { steps: dag.steps.map((step) => (isLate(step) ? { ...step, waits: false, orphan: true } : step)) },
    changes: late.map(({ id, parent }) => ({ event_type: 'node_orphaned', id, missing: parent ?? '' })),
  };
}

/** Attaches a step to its parent in another session, unless that would close a cycle. */
export function linkStep(dag: Dag, id: string, session: string, isCycle: boolean): Grown {
  const step = dag.steps.find((one) => one.id === id);
  if (!step || step.parent === null || !(step.waits || step.orphan)) return { dag, changes: [] };
  const placed: DagStep = isCycle
    ? { ...step, parent: null, waits: false, orphan: false, cycle: true }
    : { ...step, waits: false, orphan: false, session };
  const ends = { from: step.parent, to: id };
  return {
    dag: { steps: dag.steps.map((one) => (one === step ? placed : one)) },
    changes: [
      isCycle
        ? { event_type: 'cycle_refused', ...ends }
        : { event_type: 'edge_added', ...ends, from_session: session },
    ],
  };
}

/** When the next waiting step times out. */
export function nextOrphanAt(dag: Dag): number | null {
  const times = dag.steps.filter(({ waits }) => waits).map(({ at }) => at + PARENT_PATIENCE_MS);
  return times.length > 0 ? Math.min(...times) : null;
}
