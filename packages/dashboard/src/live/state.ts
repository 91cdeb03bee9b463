import type { DemoStatus, Edge, Figures, Loop, SessionSummary, Topology, TopologyNode } from '../contract.js';
import type { KillState } from '../contract-admin.js';

/** A recent event for the news panel. */
export interface News {
  readonly id: string;
  readonly kind: 'loop' | 'intervention' | 'violation' | 'recovery' | 'shadow' | 'discrepancy';
  readonly session: string;
  readonly text: string;
  readonly at: number;
}

/** An alert of the entropy window: the last one of each session. */
export interface Alert {
  readonly session_id: string;
  readonly agent_id: string;
  readonly entropy_score: number;
  readonly window_size: number;
  readonly repeated_pattern: {
    readonly intent: string;
    readonly tool_call: string;
    readonly action_status: string;
  };
  readonly occurrence_count: number;
}

type ById<T> = Readonly<Record<string, T>>;

/** The live state of the fleet, filled from responses and from the stream by the same functions. */
export interface LiveState {
  readonly isLoaded: boolean;
  readonly sessions: ById<SessionSummary>;
  readonly nodes: ById<TopologyNode>;
  readonly edges: readonly Edge[];
  readonly loops: ById<Loop>;
  readonly alerts: ById<Alert>;
  readonly news: readonly News[];
  readonly kill: KillState | null;
  /** The figures of the fleet, from the gateway. */
  readonly figures: Figures | null;
  readonly demo: DemoStatus | null;
  /** Rises with each change of the configuration. */
  readonly configVersion: number;
}

export const EMPTY: LiveState = {
  ...{ isLoaded: false, sessions: {}, nodes: {}, edges: [], loops: {}, alerts: {}, news: [] },
  ...{ kill: null, figures: null, demo: null, configVersion: 0 },
};

export interface FleetSnapshot {
  readonly sessions: readonly SessionSummary[];
  /** Null: not known. */
  readonly topology: Topology | null;
  readonly loops: readonly Loop[];
  readonly kill: KillState | null;
  readonly figures?: Figures | null;
  readonly demo?: DemoStatus | null;
}

const MAX_NEWS = 40;
const MAX_LOOPS = 2000;
const MAX_EDGES = 4000;

/**
 * Merges a response. It may be older than the stream, so the newer version of each item wins. `asked`: the state when the
 * page asked for everything; what was known then and is missing in the response is gone.
 */
export function withSnapshot(state: LiveState, snapshot: FleetSnapshot, asked?: LiveState): LiveState {
  const next = merged(state, snapshot);
  return asked ? withoutGone(next, snapshot, asked) : next;
}

function withoutGone(state: LiveState, { sessions, topology }: FleetSnapshot, asked: LiveState): LiveState {
  const nodes = without(state.nodes, missingIn(asked.nodes, topology?.nodes ?? []));
  const gone = missingIn(asked.sessions, sessions);
  const ofGone = Object.values(state.loops).filter(({ session_id }) => gone.has(session_id));
  return {
    ...state,
    nodes,
    edges: state.edges.filter(({ from, to }) => Object.hasOwn(nodes, from) && Object.hasOwn(nodes, to)),
    sessions: without(state.sessions, gone),
    loops: without(state.loops, new Set(ofGone.map(({ id }) => id))),
  };
}

function missingIn(known: ById<unknown>, list: readonly { readonly id: string }[]): ReadonlySet<string> {
  const listed = new Set(list.map(({ id }) => id));
  return new Set(Object.keys(known).filter((id) => !listed.has(id)));
}

function merged(state: LiveState, snapshot: FleetSnapshot): LiveState {
  return {
    ...state,
    isLoaded: true,
    news: state.isLoaded ? state.news : earlierNews(state.news, snapshot.loops),
    sessions: merge(state.sessions, snapshot.sessions, isOlderSession),
    nodes: merge(
      state.nodes,
      snapshot.topology?.nodes ?? [],
      (known, one) => known.updated_at > one.updated_at,
    ),
    edges: mergeEdges(state.edges, snapshot.topology?.edges ?? []),
    loops: mergeLoops(state.loops, snapshot.loops),
    kill: snapshot.kill ?? state.kill,
    figures: snapshot.figures ?? state.figures,
    demo: snapshot.demo ?? state.demo,
  };
}

/** Agents choose ids freely, so inherited properties such as `constructor` must not count. */
export function ownOf<T>(all: ById<T>, id: string): T | undefined {
  return Object.hasOwn(all, id) ? all[id] : undefined;
}

/** An assignment to `__proto__` would change the prototype. */
function put<T>(all: Record<string, T>, id: string, value: T): void {
  Object.defineProperty(all, id, { value, enumerable: true, configurable: true, writable: true });
}

/** Copies the map once for all items, and only if one changes: what stays the same object is not drawn again. */
function merge<T extends { readonly id: string }>(
  all: ById<T>,
  items: readonly T[],
  isOlder: (before: T, one: T) => boolean,
): ById<T> {
  let next: Record<string, T> | undefined;
  for (const one of items) {
    const before = ownOf(next ?? all, one.id);
    if (before && (isOlder(before, one) || isSame(before, one))) continue;
    next ??= { ...all };
    put(next, one.id, one);
  }
  return next ?? all;
}

/** Field by field; a field that is an object counts as changed. */
function isSame(before: object, one: object): boolean {
  const [old, fields] = [new Map(Object.entries(before)), Object.entries(one)];
  return old.size === fields.length && fields.every(([key, value]) => old.get(key) === value);
}

function isOlderSession(known: SessionSummary, one: SessionSummary): boolean {
  return known.version > one.version || (known.version === one.version && known.updated_at > one.updated_at);
}

/** Summaries in the stream have no version; the latest one wins. */
export function mergeSession(all: ById<SessionSummary>, one: SessionSummary): ById<SessionSummary> {
  const version = one.version === 0 ? (ownOf(all, one.id)?.version ?? 0) : one.version;
  return merge(all, [{ ...one, version }], isOlderSession);
}

export function mergeNode(all: ById<TopologyNode>, one: TopologyNode): ById<TopologyNode> {
  return merge(all, [one], (known, next) => known.updated_at > next.updated_at);
}

/** Replaces edges between the same two nodes, and keeps the order of the others. */
export function mergeEdges(all: readonly Edge[], more: readonly Edge[]): readonly Edge[] {
  const keyOf = ({ from, to }: Edge): string => JSON.stringify([from, to]);
  const next = new Map(all.map((edge) => [keyOf(edge), edge]));
  let isChanged = false;
  for (const edge of more) {
    const known = next.get(keyOf(edge));
    if (known && known.weight === edge.weight && known.ring === edge.ring && known.kind === edge.kind)
      continue;
    next.set(keyOf(edge), edge);
    isChanged = true;
  }
  return isChanged ? [...next.values()].slice(-MAX_EDGES) : all;
}

export function mergeLoops(all: ById<Loop>, more: readonly Loop[]): ById<Loop> {
  const next = merge(all, more, (known, one) => known.last_at > one.last_at);
  const loops = Object.values(next);
  if (loops.length <= MAX_LOOPS) return next;
  const newest = loops.toSorted((a, b) => b.last_at - a.last_at).slice(0, MAX_LOOPS);
  return Object.fromEntries(newest.map((loop) => [loop.id, loop]));
}

export function without<T>(all: ById<T>, ids: ReadonlySet<string>): ById<T> {
  return ids.size === 0 ? all : Object.fromEntries(Object.entries(all).filter(([key]) => !ids.has(key)));
}

/** A repeated message replaces the earlier one. */
export function addNews(state: LiveState, one: News): LiveState {
  if (state.news.some(({ id }) => id === one.id)) return state;
  const isSame = (other: News): boolean =>
    other.session === one.session && other.kind === one.kind && other.text === one.text;
  return { ...state, news: [one, ...state.news.filter((other) => !isSame(other))].slice(0, MAX_NEWS) };
}

export function newsOf({ session_id, brief, first_at }: Loop, id: string): News {
  return { id, kind: 'loop', session: session_id, text: brief, at: first_at };
}

const EARLIER = 8;

/** Fills the news with the most recent loops when the page opens. */
function earlierNews(news: readonly News[], loops: readonly Loop[]): readonly News[] {
  const newest = loops.toSorted((a, b) => b.first_at - a.first_at).slice(0, EARLIER);
  const told = new Set(news.map(({ session, text }) => `${session} ${text}`));
  return [
    ...news,
    ...newest
      .map((loop) => newsOf(loop, `earlier ${loop.id}`))
      .filter(({ session, text }) => !told.has(`${session} ${text}`)),
  ];
}
