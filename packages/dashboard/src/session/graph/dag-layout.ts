import type { DagGraph, DagNode } from '../../contract.js';

export interface Placed {
  readonly node: DagNode;
  readonly x: number;
  readonly y: number;
}

interface Diamond {
  readonly key: string;
  readonly title: string;
  readonly x: number;
  readonly y: number;
}

export interface DagPicture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly Placed[];
  readonly edges: readonly { readonly key: string; readonly path: string }[];
  readonly diamonds: readonly Diamond[];
}

const WIDEST_STEP = 46;
const NARROWEST_STEP = 17;
const STEP_Y = 34;
const MARGIN = 24;
/** More than this nobody reads; the newest are drawn. */
const MAX_NODES = 300;

/** Time runs to the right, branches go down; interventions stand on the step that they followed. */
export function layoutDag({ nodes: all, edges, interventions }: DagGraph, room = Infinity): DagPicture {
  const nodes = all.toSorted((a, b) => a.seq - b.seq).slice(-MAX_NODES);
  const step = stepFor(nodes.length, room);
  const lanes = lanesOf(nodes);
  const placed = nodes.map((node, i) => ({
    ...{ node, x: MARGIN + i * step, y: MARGIN + (lanes.get(node.id) ?? 0) * STEP_Y },
  }));
  const at = new Map(placed.map((one) => [one.node.id, one]));
  return {
    width: MARGIN * 2 + Math.max(0, placed.length - 1) * step,
    height: MARGIN * 2 + Math.max(0, ...lanes.values()) * STEP_Y,
    nodes: placed,
    edges: edges.flatMap(({ from, to }) => {
      const [a, b] = [at.get(from), at.get(to)];
      return a && b ? [{ key: `${from} ${to}`, path: curve(a, b) }] : [];
    }),
    diamonds: interventionsOf(interventions).flatMap(({ seq, key, title }) => {
      const before = placed.findLast(({ node }) => node.seq <= seq);
      return before ? [{ key, title, x: before.x + step / 2, y: before.y }] : [];
    }),
  };
}

/** What was done, and behind which step. */
function interventionsOf(
  told: DagGraph['interventions'],
): readonly { readonly seq: number; readonly key: string; readonly title: string }[] {
  return told.flatMap(({ seq, at, by, what, brief }, i) =>
    seq === null ? [] : [{ seq, key: `${i} ${at}`, title: `${what} by ${by}: ${brief}` }],
  );
}

/** As wide as there is room; what still does not fit is scrolled. */
function stepFor(count: number, room: number): number {
  const fits = (room - MARGIN * 2) / Math.max(1, count);
  return Math.min(WIDEST_STEP, Math.max(NARROWEST_STEP, Math.floor(fits)));
}

/** The first child goes on in its parent's lane; every other one opens a new lane. */
function lanesOf(nodes: readonly DagNode[]): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>();
  const taken = new Set<string>();
  let free = 0;
  for (const { id, parent } of nodes) {
    const above = parent === null ? undefined : lanes.get(parent);
    if (above === undefined || parent === null || taken.has(parent)) lanes.set(id, free++);
    else {
      lanes.set(id, above);
      taken.add(parent);
    }
  }
  return lanes;
}

function curve(
  a: { readonly x: number; readonly y: number },
  b: { readonly x: number; readonly y: number },
): string {
  const middle = (a.x + b.x) / 2;
  return a.y === b.y
    ? `M${a.x} ${a.y}H${b.x}`
    : `M${a.x} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`;
}
