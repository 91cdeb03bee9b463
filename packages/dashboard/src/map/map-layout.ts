import type { Edge, TopologyNode } from '../contract.js';
import type { Cluster } from '../live/select.js';

export interface MapNode {
  readonly node: TopologyNode;
  readonly x: number;
  readonly y: number;
}

interface Title {
  readonly name: string;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

export interface FleetMap {
  readonly height: number;
  readonly size: number;
  /** How many letters of a name fit; 0 where agents are marks alone. */
  readonly letters: number;
  readonly titles: readonly Title[];
  readonly nodes: readonly MapNode[];
  readonly edges: readonly { readonly key: string; readonly path: string }[];
}

/** Up to here names fit; beyond, marks alone, and names where something is wrong. */
const NAMED_UP_TO = 72;
const CLUSTERS_UP_TO = 24;

/** Clusters with their agents. Pure, so that nothing ever jumps. */
export function layoutMap(clusters: readonly Cluster[], edges: readonly Edge[], width: number): FleetMap {
  const total = clusters.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const isNamed = total <= NAMED_UP_TO;
  const blocks =
    clusters.length <= CLUSTERS_UP_TO ? asRows(clusters, width, isNamed) : asBlocks(clusters, width);
  return { ...blocks, edges: drawEdges(edges, blocks.nodes, blocks.size) };
}

type Blocks = Omit<FleetMap, 'edges'>;

const NAMED = { height: 24, size: 11, least: 148 };
const UNNAMED = { height: 20, size: 13, least: 20 };
const GUTTER = 124;
const LETTER = 6.2;
const TITLE = 22;

/** A row for each cluster, its name in front, agents in columns that all rows share; where it is narrow, the name above. */
function asRows(clusters: readonly Cluster[], width: number, isNamed: boolean): Blocks {
  const { height, size, least } = isNamed ? NAMED : UNNAMED;
  const gutter = width >= 560 ? GUTTER : 0;
  const columns = Math.max(1, Math.floor((width - gutter) / least));
  const column = (width - gutter) / columns;
  const titles: Title[] = [];
  const nodes: MapNode[] = [];
  let y = 0;
  for (const { name, nodes: members } of clusters) {
    titles.push({ name, count: members.length, x: 0, y: y + 13 });
    if (gutter === 0) y += TITLE;
    for (const [i, node] of members.entries())
      nodes.push({
        ...{ node, x: gutter + (i % columns) * column, y: y + 4 + Math.floor(i / columns) * height },
      });
    y += Math.ceil(members.length / columns) * height + (gutter === 0 || !isNamed ? 8 : 4);
  }
  const letters = isNamed ? Math.floor((column - size - 14) / LETTER) : 0;
  return { height: y, size, letters, titles, nodes };
}

const MARK = { step: 20, size: 13, least: 110, gap: 20 };

/** Blocks of marks from left to right, as many in a row as fit. */
function asBlocks(clusters: readonly Cluster[], width: number): Blocks {
  const titles: Title[] = [];
  const nodes: MapNode[] = [];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const { name, nodes: members } of clusters) {
    const columns = columnsFor(members.length, width);
    const blockWidth = Math.max(columns * MARK.step, MARK.least);
    if (x > 0 && x + blockWidth > width) [x, y, rowHeight] = [0, y + rowHeight + MARK.gap, 0];
    titles.push({ name, count: members.length, x, y: y + 12 });
    for (const [i, node] of members.entries())
      nodes.push({
        ...{ node, x: x + (i % columns) * MARK.step, y: y + TITLE + Math.floor(i / columns) * MARK.step },
      });
    rowHeight = Math.max(rowHeight, TITLE + Math.ceil(members.length / columns) * MARK.step);
    x += blockWidth + MARK.gap;
  }
  return { height: y + rowHeight, size: MARK.size, letters: 0, titles, nodes };
}

function columnsFor(count: number, width: number): number {
  const fit = Math.max(1, Math.floor(width / MARK.step));
  return Math.max(1, Math.min(fit, Math.ceil(Math.sqrt(count * 2.2)), count));
}

function drawEdges(edges: readonly Edge[], nodes: readonly MapNode[], size: number): FleetMap['edges'] {
  const at = new Map(nodes.map((one) => [one.node.id, one]));
  return edges.flatMap(({ from, to }) => {
    const [a, b] = [at.get(from), at.get(to)];
    if (!a || !b || from === to) return [];
    return [{ key: `${from} ${to}`, path: a.y === b.y ? below(a, b, size) : bent(a, b, size) }];
  });
}

/** Under the names of one row, from mark to mark. */
function below(a: MapNode, b: MapNode, size: number): string {
  const side = b.x > a.x ? 1 : -1;
  const [from, to, y] = [a.x + size / 2, b.x + size / 2, a.y + size];
  return `M${from} ${y}v2q0 3 ${side * 3} 3H${to - side * 3}q${side * 3} 0 ${side * 3} -3v-2`;
}

function bent(a: MapNode, b: MapNode, size: number): string {
  const [ax, ay, bx, by] = [a.x + size / 2, a.y + size / 2, b.x + size / 2, b.y + size / 2];
  const bend = Math.min(60, 12 + Math.hypot(bx - ax, by - ay) / 4);
  return `M${ax} ${ay}Q${(ax + bx) / 2} ${Math.min(ay, by) - bend / 2} ${bx} ${by}`;
}
