import type { Edge, TopologyNode } from '../contract.js';
import type { Cluster } from '../live/select.js';

export interface MapNode {
  readonly node: TopologyNode;
  readonly x: number;
  readonly y: number;
}

export interface FleetMap {
  readonly height: number;
  readonly size: number;
  /** Every agent has its name next to it. */
  readonly isNamed: boolean;
  readonly titles: readonly {
    readonly name: string;
    readonly count: number;
    readonly x: number;
    readonly y: number;
  }[];
  readonly nodes: readonly MapNode[];
  readonly edges: readonly { readonly key: string; readonly path: string }[];
}

/** Up to here names fit; beyond, marks alone, and names where something is wrong. */
const NAMED_UP_TO = 72;
const TITLE = 22;
const GAP = 20;

interface Cell {
  readonly width: number;
  readonly height: number;
  readonly size: number;
}

/** Clusters as blocks of cells, from left to right, as many in a row as fit. Pure, so that nothing ever jumps. */
export function layoutMap(clusters: readonly Cluster[], edges: readonly Edge[], width: number): FleetMap {
  const total = clusters.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const isNamed = total <= NAMED_UP_TO;
  const cell: Cell = isNamed ? { width: 166, height: 23, size: 11 } : { width: 20, height: 20, size: 13 };
  const titles: { name: string; count: number; x: number; y: number }[] = [];
  const nodes: MapNode[] = [];
  let [x, y, rowHeight] = [0, 0, 0];
  for (const cluster of clusters) {
    const columns = columnsFor(cluster.nodes.length, cell, width, isNamed);
    const blockWidth = Math.max(columns * cell.width, isNamed ? 0 : 110);
    if (x > 0 && x + blockWidth > width) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
    titles.push({ name: cluster.name, count: cluster.nodes.length, x, y: y + 12 });
    cluster.nodes.forEach((node, i) => {
      const column = i % columns;
      const row = Math.floor(i / columns);
      nodes.push({ node, x: x + column * cell.width, y: y + TITLE + row * cell.height });
    });
    rowHeight = Math.max(rowHeight, TITLE + Math.ceil(cluster.nodes.length / columns) * cell.height);
    x += blockWidth + GAP;
  }
  return {
    height: y + rowHeight,
    size: cell.size,
    isNamed,
    titles,
    nodes,
    edges: drawEdges(edges, nodes, cell.size),
  };
}

function columnsFor(count: number, cell: Cell, width: number, isNamed: boolean): number {
  const fit = Math.max(1, Math.floor(width / cell.width));
  const square = isNamed ? fit : Math.ceil(Math.sqrt(count * 2.2));
  return Math.max(1, Math.min(fit, square, count));
}

function drawEdges(edges: readonly Edge[], nodes: readonly MapNode[], size: number): FleetMap['edges'] {
  const at = new Map(nodes.map((one) => [one.node.id, one]));
  return edges.flatMap(({ from, to }) => {
    const [a, b] = [at.get(from), at.get(to)];
    if (!a || !b || from === to) return [];
    const [ax, ay, bx, by] = [a.x + size / 2, a.y + size / 2, b.x + size / 2, b.y + size / 2];
    const bend = Math.min(60, 12 + Math.hypot(bx - ax, by - ay) / 4);
    return [
      {
        key: `${from} ${to}`,
        path: `M${ax} ${ay}Q${(ax + bx) / 2} ${Math.min(ay, by) - bend / 2} ${bx} ${by}`,
      },
    ];
  });
}
