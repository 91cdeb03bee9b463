import type { Vertex } from './fold.js';
import type { MapNode } from './picture.js';

/** A collapsed group: a box with its name and one mark for each agent. */
export const GROUP = { step: 15, mark: 10, pad: 8, title: 22, least: 150 };

function columnsOf({ nodes }: Vertex, width: number): number {
  const fit = Math.max(1, Math.floor((width - 2 * GROUP.pad) / GROUP.step));
  return Math.max(1, Math.min(fit, Math.ceil(Math.sqrt(nodes.length * 3.2))));
}

export function groupSize(
  vertex: Vertex,
  width: number,
): { readonly width: number; readonly height: number } {
  const columns = columnsOf(vertex, width);
  return {
    width: Math.min(width, Math.max(GROUP.least, columns * GROUP.step + 2 * GROUP.pad)),
    height: GROUP.title + Math.ceil(vertex.nodes.length / columns) * GROUP.step + GROUP.pad,
  };
}

export function marksOf(vertex: Vertex, left: number, top: number, width: number): MapNode[] {
  const columns = columnsOf(vertex, width);
  return vertex.nodes.map((node, i) => ({
    ...{ node, size: GROUP.mark, letters: 0 },
    // A name over other marks of the group, never over a neighbour.
    side: i % columns < columns / 2 ? 'right' : 'left',
    x: left + GROUP.pad + (i % columns) * GROUP.step,
    y: top + GROUP.title + Math.floor(i / columns) * GROUP.step,
  }));
}
