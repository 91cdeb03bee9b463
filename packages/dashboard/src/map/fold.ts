import type { Edge, TopologyNode } from '../contract.js';
import type { Cluster } from '../live/select.js';

/** One agent, or a collapsed group of agents. */
export interface Vertex {
  readonly id: string;
  /** The name of the group that the vertex belongs to. */
  readonly group: string;
  readonly nodes: readonly TopologyNode[];
  readonly isGroup: boolean;
}

/** All edges from one vertex to another. */
export interface Link {
  readonly from: string;
  readonly to: string;
  readonly kind: Edge['kind'];
  readonly weight: number;
  readonly ring: boolean;
}

export interface FoldedMap {
  readonly vertices: readonly Vertex[];
  readonly links: readonly Link[];
}

/** Larger fleets start with collapsed groups. */
const OPEN_UP_TO = 72;

/** A group of this few agents takes no more room when it is open. */
const SMALL_GROUP = 4;

/** Agents choose their ids, so a group needs one that no agent can have. */
const groupId = (name: string): string => `\u0000${name}`;

/**
 * Collapses groups, and merges the edges between the same two vertices. `toggled` groups differ from the default. Agents of
 * a ring always stand alone, so that the ring is visible.
 */
export function foldMap(
  clusters: readonly Cluster[],
  edges: readonly Edge[],
  toggled: ReadonlySet<string>,
): FoldedMap {
  const shown = withoutEmptySessions(clusters, edges);
  const total = shown.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const inRing = new Set(edges.filter(({ ring }) => ring).flatMap(({ from, to }) => [from, to]));
  const vertices = shown.flatMap(({ name, nodes }): Vertex[] => {
    const alone = (node: TopologyNode): Vertex => ({
      ...{ id: node.id, group: name, nodes: [node], isGroup: false },
    });
    const isOpen = (total <= OPEN_UP_TO || nodes.length < SMALL_GROUP) !== toggled.has(name);
    if (isOpen) return nodes.map(alone);
    const rest = nodes.filter(({ id }) => !inRing.has(id));
    const box = { id: groupId(name), group: name, nodes: rest, isGroup: true };
    return [...(rest.length > 0 ? [box] : []), ...nodes.filter(({ id }) => inRing.has(id)).map(alone)];
  });
  return { vertices, links: mergeLinks(vertices, edges) };
}

/** A session with several agents is drawn as its agents, unless an edge leads to the session itself. */
function withoutEmptySessions(clusters: readonly Cluster[], edges: readonly Edge[]): readonly Cluster[] {
  const sessions = new Set(
    clusters.flatMap(({ nodes }) => nodes.flatMap(({ session_id = [] }) => session_id)),
  );
  const isOwn = ({ from, to }: Edge): boolean => to.startsWith(`${from}::`);
  const linked = new Set(edges.filter((edge) => !isOwn(edge)).flatMap(({ from, to }) => [from, to]));
  return clusters
    .map(({ name, nodes }) => ({
      ...{ name, nodes: nodes.filter(({ id }) => !sessions.has(id) || linked.has(id)) },
    }))
    .filter(({ nodes }) => nodes.length > 0);
}

const STRENGTH: readonly Edge['kind'][] = ['messaged', 'spawned', 'handed'];

function mergeLinks(vertices: readonly Vertex[], edges: readonly Edge[]): readonly Link[] {
  const vertexOf = new Map(vertices.flatMap(({ id, nodes }) => nodes.map((node) => [node.id, id] as const)));
  const links = new Map<string, Link>();
  for (const { kind, weight, ring, ...edge } of edges) {
    const [from, to] = [vertexOf.get(edge.from), vertexOf.get(edge.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const key = JSON.stringify([from, to]);
    const known = links.get(key);
    links.set(key, {
      ...{ from, to, ring: ring || known?.ring === true, weight: weight + (known?.weight ?? 0) },
      kind: known && STRENGTH.indexOf(known.kind) > STRENGTH.indexOf(kind) ? known.kind : kind,
    });
  }
  return [...links.values()];
}
