import { broadcast, change, type Draft } from '../engine/draft.js';
import { nodeIdsOf } from '../session/agents.js';
import { linkStep, NO_DAG, orphan } from '../session/dag.js';
import { isPrunable } from '../session/node.js';
import { claimDueAt, withSource } from '../session/source.js';

/** A parent that the finder has located. */
export interface Link {
  /** The child step; null: the session itself. */
  readonly step: string | null;
  /** The session of the parent. */
  readonly session: string;
  readonly isCycle: boolean;
}

declare module '../engine/work.js' {
  interface Works {
    link: { readonly input: Link; readonly reply: null };
    /** Applies the passage of time: gates expire, missing parents time out, dead nodes leave the map. */
    look: { readonly input: null; readonly reply: null };
  }
}

/** Links the parent and broadcasts the new edge. */
export function link(draft: Draft, { step, session, isCycle }: Link): null {
  const { record } = draft;
  if (step === null) return linkSession(draft, session, isCycle);
  const { dag, changes } = linkStep(record.dag, step, session, isCycle);
  if (changes.length === 0) return null;
  change(draft, { dag });
  for (const one of changes) broadcast(draft, 'session:dag:{id}', { ...one, session_id: record.id });
  if (!isCycle) addSource(draft, session, record.dag.steps[0]?.id === step);
  return null;
}

function linkSession(draft: Draft, session: string, isCycle: boolean): null {
  const { id, claim } = draft.record;
  if (claim?.session !== session || claim.state !== 'waiting') return null;
  change(draft, { claim: { ...claim, state: isCycle ? 'cycle' : 'linked' } });
  if (!isCycle) addSource(draft, session, true);
  else broadcast(draft, 'gateway:topology', { event_type: 'cycle_refused', edge: { from: session, to: id } });
  return null;
}

function addSource(draft: Draft, session: string, isFirst: boolean): void {
  const { id, sources: before = [] } = draft.record;
  const sources = withSource(before, session, isFirst);
  change(draft, { sources });
  const source = sources.find((one) => one.session === session);
  if (!source) return;
  const { kind, count: weight = 1 } = source;
  broadcast(draft, 'gateway:topology', {
    event_type: weight === 1 ? 'edge_added' : 'edge_updated',
    edge: { from: session, to: id, kind, weight, ring: false },
  });
}

/** Times out missing parents and removes dead nodes from the map. */
export function sweepSession(draft: Draft): null {
  const { record, context } = draft;
  const { id, claim } = record;
  const { dag, changes } = orphan(record.dag, context.now);
  if (changes.length > 0) change(draft, { dag });
  for (const one of changes) broadcast(draft, 'session:dag:{id}', { ...one, session_id: id });
  if (claim && context.now >= (claimDueAt(claim) ?? Infinity)) {
    change(draft, { claim: { ...claim, state: 'orphan' } });
    broadcast(draft, 'gateway:topology', {
      ...{ event_type: 'node_orphaned', node_id: id, missing: claim.session },
    });
  }
  if (!isPrunable(record, context.now)) return null;
  // The history still has the steps, so the graph can be rebuilt.
  change(draft, { isPruned: true, dag: NO_DAG });
  for (const node_id of nodeIdsOf(record))
    broadcast(draft, 'gateway:topology', { event_type: 'node_removed', node_id });
  return null;
}
