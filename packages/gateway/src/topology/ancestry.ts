import type { SessionEngine } from '../engine/engine.js';
import type { DagStep } from '../session/dag.js';

/** Maximum number of sessions to walk up. */
const MAX_SESSIONS = 32;

interface Place {
  readonly session: string;
  readonly step: string;
}

/** Is the step `to` an ancestor of `from`, also across sessions? */
export async function leadsToStep(engine: SessionEngine, from: Place, to: string): Promise<boolean> {
  let place: Place | null = from;
  for (let i = 0; place !== null && i < MAX_SESSIONS; i++) {
    const entry: Awaited<ReturnType<SessionEngine['read']>> = await engine.read(place.session);
    const steps = new Map(entry?.record.dag.steps.map((step) => [step.id, step]));
    const { isThere, last } = walkUp(steps, place.step, to);
    if (isThere) return true;
    const isElsewhere = last?.session !== undefined && last.parent !== null;
    place = isElsewhere ? { session: last.session, step: last.parent } : null;
  }
  return false;
}

interface Walk {
  readonly isThere: boolean;
  /** The topmost step of this session on the path. */
  readonly last: DagStep | undefined;
}

function walkUp(steps: ReadonlyMap<string, DagStep>, from: string, to: string): Walk {
  let last: DagStep | undefined;
  let here: string | null = from;
  for (let i = 0; here !== null && i <= steps.size; i++) {
    if (here === to) return { isThere: true, last };
    const step = steps.get(here);
    if (!step) break;
    last = step;
    here = step.parent;
  }
  return { isThere: false, last };
}

/** Is the session `to` an ancestor of the session `from`? */
export async function leadsToSession(engine: SessionEngine, from: string, to: string): Promise<boolean> {
  let here: string | undefined = from;
  for (let i = 0; here !== undefined && i < MAX_SESSIONS; i++) {
    if (here === to) return true;
    const entry: Awaited<ReturnType<SessionEngine['read']>> = await engine.read(here);
    const claim = entry?.record.claim;
    here = claim?.state === 'linked' || claim?.state === 'waiting' ? claim.session : undefined;
  }
  return false;
}
