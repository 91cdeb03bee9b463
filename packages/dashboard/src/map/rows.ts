import type { Vertex } from './fold.js';
import { agentWidth, lettersIn, MARK } from './labels.js';
import type { FleetMap, MapNode, Placed } from './picture.js';

/** Blocks from left to right, as many in a row as fit, the tallest first. */
export function shelves(
  blocks: readonly Placed[],
  width: number,
  gap: number,
): { readonly placed: Placed['at']; readonly height: number } {
  let [x, y, tallest] = [0, 0, 0];
  const placed = blocks
    .toSorted((a, b) => b.height - a.height || firstName(a).localeCompare(firstName(b)))
    .flatMap((block) => {
      if (x > 0 && x + block.width > width) [x, y, tallest] = [0, y + tallest + gap, 0];
      const [left, top] = [x, y];
      x += block.width + gap;
      tallest = Math.max(tallest, block.height);
      return block.at.map((one) => ({ ...one, x: one.x + left, y: one.y + top }));
    });
  return { placed, height: y + tallest };
}

const firstName = ({ at }: Placed): string => at[0]?.vertex.group ?? '';

const ROW = { height: 24, gutter: 124, title: 22 };

/** Agents without edges: a row for each group, with the name in front or, if it is narrow, above. */
export function silentRows(
  vertices: readonly Vertex[],
  { top, width }: { readonly top: number; readonly width: number },
): Pick<FleetMap, 'height' | 'titles' | 'nodes'> {
  const gutter = width >= 560 ? ROW.gutter : 0;
  const columns = Math.max(1, Math.floor((width - gutter) / agentWidth(vertices, width - gutter)));
  const column = (width - gutter) / columns;
  const letters = lettersIn(column);
  const groups = new Map<string, Vertex[]>();
  for (const one of vertices) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  const titles: FleetMap['titles'][number][] = [];
  const nodes: MapNode[] = [];
  let y = top;
  for (const [name, members] of groups) {
    titles.push({ name, count: members.length, x: 0, y: y + 13 });
    if (gutter === 0) y += ROW.title;
    for (const [i, node] of members.flatMap((one) => one.nodes).entries())
      nodes.push({
        ...{ node, size: MARK, letters, side: 'right' },
        ...{ x: gutter + (i % columns) * column, y: y + 4 + Math.floor(i / columns) * ROW.height },
      });
    y += Math.ceil(members.length / columns) * ROW.height + (gutter === 0 ? 8 : 4);
  }
  return { height: y, titles, nodes };
}
