import type { DagGraph, DagNode } from '../../contract.js';
import { type DagBlock, dagBlocks, looseSteps } from './dag-runs.js';

/** A step, or a collapsed repeat, at its position. */
export interface Placed extends DagBlock {
  readonly node: DagNode;
  readonly x: number;
  readonly y: number;
  /** Of a collapsed repeat; 0 for a single step. */
  readonly width: number;
  /** `npm test ×421 ↺`; empty for a single step. */
  readonly label: string;
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
const STEP_Y = 44;
const MARGIN = 24;
const LETTER = 6.7;
const MAX_LABEL = 34;
/** The newest blocks are drawn; nobody reads more. */
const MAX_BLOCKS = 300;

/** Time runs to the right, branches go down; an intervention is drawn behind the step that it followed. */
export function layoutDag(dag: DagGraph, room = Infinity): DagPicture {
  const { edges, interventions } = dag;
  const blocks = dagBlocks(dag).slice(-MAX_BLOCKS);
  const step = stepFor(blocks, room);
  const lanes = lanesOf(blocks, looseSteps(dag.nodes));
  const placed: Placed[] = [];
  let x = MARGIN;
  for (const block of blocks) {
    const [node] = block.nodes;
    if (!node) continue;
    const label = labelOf(block);
    const width = label === '' ? 0 : label.length * LETTER + 20;
    placed.push({ ...block, node, x, y: MARGIN + (lanes.get(node.id) ?? 0) * STEP_Y, width, label });
    x += width + step;
  }
  const at = new Map(placed.flatMap((one) => one.nodes.map(({ id }) => [id, one] as const)));
  return {
    width: Math.max(MARGIN * 2, x - step + MARGIN),
    height: MARGIN * 2 + Math.max(0, ...lanes.values()) * STEP_Y,
    nodes: placed,
    edges: edges.flatMap(({ from, to }) => {
      const [a, b] = [at.get(from), at.get(to)];
      return a && b && a !== b ? [{ key: `${from} ${to}`, path: curve(a, b) }] : [];
    }),
    diamonds: diamondsOf(interventions, placed, step),
  };
}

function diamondsOf(
  interventions: DagGraph['interventions'],
  placed: readonly Placed[],
  step: number,
): readonly Diamond[] {
  return interventions.flatMap(({ seq, at, by, what, brief }, i) => {
    const before = seq === null ? undefined : placed.findLast(({ node }) => node.seq <= seq);
    if (!before || seq === null) return [];
    const key = `${i} ${at}`;
    const { nodes, x, y, width } = before;
    const first = nodes[0]?.seq ?? seq;
    const share =
      width === 0 ? 0 : Math.min(1, (seq - first) / Math.max(1, (nodes.at(-1)?.seq ?? seq) - first));
    // On the border of a collapsed repeat, at the moment inside of it.
    const place = width === 0 ? { x: x + step / 2, y } : { x: x + share * width, y: y - 12 };
    return [{ key, title: `${what} by ${by}: ${brief}`, ...place }];
  });
}

function labelOf({ nodes, period, count }: DagBlock): string {
  if (count === 1) return '';
  const names = nodes.slice(0, period).map(({ tool_call, intent }) => tool_call || intent);
  const text = names.join(' → ');
  const short = text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL - 1)}…` : text;
  return `${short} ×${count} ↺`;
}

/** As wide as there is room; the rest is scrolled. */
function stepFor(blocks: readonly DagBlock[], room: number): number {
  const fits = (room - MARGIN * 2) / Math.max(1, blocks.length);
  return Math.min(WIDEST_STEP, Math.max(NARROWEST_STEP, Math.floor(fits)));
}

/** The first child continues in its parent's lane; every other one opens a new lane. Loose steps share one. */
function lanesOf(blocks: readonly DagBlock[], loose: ReadonlySet<DagNode>): ReadonlyMap<string, number> {
  const lanes = new Map<string, number>();
  const taken = new Set<string>();
  let free = 0;
  let shared: number | undefined;
  for (const { nodes } of blocks) {
    const isLoose = nodes[0] !== undefined && loose.has(nodes[0]);
    const parent = nodes[0]?.parent ?? null;
    const above = parent === null ? undefined : lanes.get(parent);
    const isFree = above !== undefined && parent !== null && !taken.has(parent);
    const lane = isFree ? above : isLoose ? (shared ??= free++) : free++;
    if (isFree) taken.add(parent);
    for (const { id } of nodes) lanes.set(id, lane);
  }
  return lanes;
}

function curve(a: Placed, b: Placed): string {
  const start = a.x + a.width;
  const middle = (start + b.x) / 2;
  return a.y === b.y
    ? `M${start} ${a.y}H${b.x}`
    : `M${start} ${a.y}C${middle} ${a.y} ${middle} ${b.y} ${b.x} ${b.y}`;
}
