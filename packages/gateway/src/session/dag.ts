/** A parent that has not come yet is waited for this long. */
export const PARENT_PATIENCE_MS = 30_000;

const MAX_STEPS = 64;
const MAX_CHAIN = 10_000;

/** One step, as far as its place among others goes. */
export interface DagStep {
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  /** Until its parent comes; then none. */
  readonly waits: boolean;
  readonly orphan: boolean;
  readonly cycle: boolean;
  /** Who made it. Absent in older records. */
  readonly agent?: string;
  /** Where the parent is a step of another session: which. */
  readonly session?: string;
}

/** The last steps of a session. Older ones are in its history. */
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

/** One step later. A step that is named again keeps its place; an edge that would close a circle is refused. */
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
  // Children that came before their parent have it now.
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

/** Would walking up from `from` come to `to`? Waiting children count: their parent may be the one that is added. */
function leadsTo(known: ReadonlyMap<string, DagStep>, from: string, to: string): boolean {
  let here: string | null = from;
  for (let i = 0; here !== null && i < MAX_CHAIN; i++) {
    if (here === to) return true;
    here = known.get(here)?.parent ?? null;
  }
  return false;
}

/** Whose parent has not come in time hangs at the root from now on. */
export function orphan(dag: Dag, now: number): Grown {
  const isLate = (step: DagStep): boolean => step.waits && now - step.at >= PARENT_PATIENCE_MS;
  const late = dag.steps.filter(isLate);
  if (late.length === 0) return { dag, changes: [] };
  return {
    dag: { steps: dag.steps.map((step) => (isLate(step) ? { ...step, waits: false, orphan: true } : step)) },
    changes: late.map(({ id, parent }) => ({ event_type: 'node_orphaned', id, missing: parent ?? '' })),
  };
}

/** A parent was found in another session; what it led to hangs there, unless that would close a circle. */
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

/** When somebody has to look again. */
export function nextOrphanAt(dag: Dag): number | null {
  const times = dag.steps.filter(({ waits }) => waits).map(({ at }) => at + PARENT_PATIENCE_MS);
  return times.length > 0 ? Math.min(...times) : null;
}
