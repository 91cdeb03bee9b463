import type { SessionSummary } from '../api/sessions.js';
import type { Handoff } from './agent-note.js';
import type { Dag } from './dag.js';
import type { SessionRecord } from './record.js';

const MAX_HANDOFFS = 64;
/** One round trip between agents is ordinary work. */
const MIN_ROUNDS = 2;

/** The agents at both ends of an edge between steps; undefined if it stays with one agent. */
export function agentsOfEdge(
  { steps }: Dag,
  edge: { readonly from: string; readonly to: string },
): Pick<Handoff, 'from' | 'to'> | undefined {
  const agentOf = (step: string): string | undefined => steps.find(({ id }) => id === step)?.agent;
  const [from, to] = [agentOf(edge.from), agentOf(edge.to)];
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}

/** Counts a hand-off or message. Unlike steps, agents may form a cycle. Drops new pairs if the list is full. */
export function withHandoff(
  handoffs: readonly Handoff[],
  { from, to, kind }: Required<Pick<Handoff, 'from' | 'to' | 'kind'>>,
  lastSeq: number,
): readonly Handoff[] {
  const known = handoffs.find((one) => one.from === from && one.to === to);
  if (!known && handoffs.length >= MAX_HANDOFFS) return handoffs;
  const count = (known?.count ?? (known ? 1 : 0)) + 1;
  // Work outweighs words: a pair that also hands work over is a hand-off.
  const strongest = known && (known.kind ?? 'handed') === 'handed' ? 'handed' : kind;
  const next: Handoff = { from, to, kind: strongest, count, lastSeq };
  return known ? handoffs.map((one) => (one === known ? next : one)) : [...handoffs, next];
}

type Ringed = Pick<SessionRecord, 'handoffs' | 'loops' | 'state'>;
type ShownHandoff = NonNullable<SessionSummary['agents']>['handoffs'][number];

/** The hand-offs for lists and the map, with those of a ring marked. */
export function shownHandoffs(record: Ringed): ShownHandoff[] {
  const { handoffs = [] } = record;
  const ring = ringOf(record);
  return handoffs.map((one) => {
    const { from, to, kind = 'handed', count = 1 } = one;
    return { from, to, kind, count, ring: ring.has(one) };
  });
}

/**
 * The hand-offs of a ring: a loop that core has found and that the agents have not left, during which they have passed work
 * around a cycle more than once. A cycle alone is not a ring: a planner and a coder take turns in healthy work.
 */
function ringOf({ handoffs = [], loops, state }: Ringed): ReadonlySet<Handoff> {
  const isThere = ({ figures, outcome }: SessionRecord['loops'][number]): boolean =>
    figures.is_going || (state === 'active' && outcome === 'open');
  const starts = loops.filter(isThere).map(startOf);
  if (starts.length === 0) return new Set();
  const since = Math.min(...starts);
  const recent = handoffs.filter(({ count = 1, lastSeq = -1 }) => count >= MIN_ROUNDS && lastSeq >= since);
  return new Set(recent.filter((one) => leadsTo(recent, one.to, one.from)));
}

function startOf({ first_seq, voice: finding }: SessionRecord['loops'][number]): number {
  return Math.min(first_seq, ...finding.signal.evidence.events);
}

/** Does a path of edges lead from one node to the other? */
export function leadsTo(
  edges: readonly { readonly from: string; readonly to: string }[],
  from: string,
  to: string,
): boolean {
  const seen = new Set<string>([from]);
  for (const here of seen) {
    if (here === to) return true;
    for (const edge of edges) if (edge.from === here) seen.add(edge.to);
  }
  return false;
}
