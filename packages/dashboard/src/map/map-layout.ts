import type { Edge } from '../contract.js';
import type { Cluster } from '../live/select.js';
import { foldMap, type Link, type Vertex } from './fold.js';
import { connectedParts, cyclesOf, layersOf } from './layers.js';
import { curveOf } from './curves.js';
import { agentWidth, lettersIn, MARK } from './labels.js';
import { GROUP, groupSize, marksOf } from './groups.js';
import { shelves, silentRows } from './rows.js';
import type { Box, DrawnLink, FleetMap, GroupBox, MapNode, Placed } from './picture.js';

const HEIGHT = 30;
/** The height of a name above a mark. */
const NAME = 16;
const GAP = { x: 40, y: 36 };

/** The width of the map, and of one agent with its name. */
interface Room {
  readonly width: number;
  readonly agent: number;
}

/**
 * Agents that talk are laid out by who gives work to whom, from top to bottom; a cycle is a circle. The others follow as
 * rows. Pure, so that nothing moves unless agents or edges change.
 */
export function layoutMap(
  clusters: readonly Cluster[],
  edges: readonly Edge[],
  width: number,
  toggled: ReadonlySet<string> = new Set(),
): FleetMap {
  const { vertices, links } = foldMap(clusters, edges, toggled);
  const byId = new Map(vertices.map((vertex) => [vertex.id, vertex]));
  const talking = new Set(links.flatMap(({ from, to }) => [from, to]));
  const talkers = vertices.filter(({ id }) => talking.has(id));
  const room = { width, agent: agentWidth(talkers, width) };
  const parts = connectedParts(links).map((ids) => layoutPart(ids, links, byId, room));
  const silent = vertices.filter(({ id }) => !talking.has(id));
  const boxes = silent
    .filter(({ isGroup }) => isGroup)
    .map((vertex): Placed => ({ ...groupSize(vertex, width), at: [{ vertex, x: 0, y: 0, side: 'right' }] }));
  const { placed, height } = shelves([...parts, ...boxes], width, GAP.x);
  const nodes = placed.flatMap(({ vertex, x, y, side }) => nodesOf(vertex, x, y, side, room));
  const rows = silentRows(
    silent.filter(({ isGroup }) => !isGroup),
    { top: height === 0 ? 0 : height + GAP.y / 2, width },
  );
  return {
    ...{ height: rows.height, titles: rows.titles },
    groups: placed
      .filter(({ vertex }) => vertex.isGroup)
      .map(({ vertex, x, y }) => boxOf(vertex, x, y, width)),
    nodes: [...nodes, ...rows.nodes],
    links: drawLinks(links, placed, width),
  };
}

/** One connected part: layer below layer, each layer in as many rows as it needs. */
function layoutPart(
  ids: readonly string[],
  links: readonly Link[],
  byId: ReadonlyMap<string, Vertex>,
  room: Room,
): Placed {
  const own = links.filter(({ from }) => ids.includes(from));
  const { layers } = layersOf(cyclesOf(ids, own), own);
  let [top, widest] = [0, 0];
  const rows: { readonly row: readonly Placed[]; readonly width: number; readonly top: number }[] = [];
  for (const layer of layers) {
    const blocks = layer.map((block) => layoutBlock(block, byId, room));
    for (const row of wrap(blocks, room.width)) {
      const rowWidth = row.reduce((sum, one) => sum + one.width + GAP.x, -GAP.x);
      rows.push({ row, width: rowWidth, top });
      widest = Math.max(widest, rowWidth);
      top += Math.max(...row.map(({ height }) => height)) + GAP.y;
    }
  }
  const at = rows.flatMap(({ row, width: own, top: y }) => {
    let x = (widest - own) / 2;
    return row.flatMap((block) => {
      const left = x;
      x += block.width + GAP.x;
      return block.at.map((one) => ({ ...one, x: one.x + left, y: one.y + y }));
    });
  });
  return { width: widest, height: top - GAP.y, at };
}

function wrap(blocks: readonly Placed[], width: number): readonly (readonly Placed[])[] {
  const rows: Placed[][] = [];
  let left = -1;
  for (const block of blocks) {
    if (left < block.width) {
      rows.push([]);
      left = width;
    }
    rows.at(-1)?.push(block);
    left -= block.width + GAP.x;
  }
  return rows;
}

/** More agents than this would make a circle too large to read. */
const MAX_CIRCLE = 12;

/** One vertex, or a cycle of them as a circle with the names outside. */
function layoutBlock(block: readonly string[], byId: ReadonlyMap<string, Vertex>, room: Room): Placed {
  const members = block.flatMap((id) => byId.get(id) ?? []);
  const sizes = members.map((vertex) => sizeOf(vertex, room));
  const [first] = members;
  if (members.length === 1 && first) {
    return { ...sizeOf(first, room), at: [{ vertex: first, x: 0, y: 0, side: 'right' }] };
  }
  const isCircle = members.length <= MAX_CIRCLE && members.every(({ isGroup }) => !isGroup);
  if (!isCircle) return shelvesOf(members, sizes, room.width);
  const radius = Math.max(34, members.length * 13);
  const label = Math.min(room.agent, (room.width - 2 * radius - 2 * MARK) / 2);
  const middle = label + radius;
  const at = members.map((vertex, i) => {
    const angle = (i / members.length) * 2 * Math.PI - Math.PI / 2;
    const [x, y] = [Math.cos(angle) * radius, Math.sin(angle) * radius];
    return { vertex, x: middle + x, y: NAME + radius + y, side: sideOf(x, y) };
  });
  return { width: 2 * middle + MARK, height: NAME + 2 * radius + HEIGHT, at };
}

/** Names of a circle stand outside, where no arrow passes. */
function sideOf(x: number, y: number): MapNode['side'] {
  if (Math.abs(x) < 1) return y < 0 ? 'above' : 'below';
  return x < 0 ? 'left' : 'right';
}

function shelvesOf(
  members: readonly Vertex[],
  sizes: readonly { readonly width: number; readonly height: number }[],
  width: number,
): Placed {
  const single = members.map((vertex, i): Placed => ({
    ...(sizes[i] ?? { width: 0, height: HEIGHT }),
    at: [{ vertex, x: 0, y: 0, side: 'right' }],
  }));
  const { placed, height } = shelves(single, width, GAP.x);
  return { width, height, at: placed };
}

function sizeOf(vertex: Vertex, room: Room): { readonly width: number; readonly height: number } {
  return vertex.isGroup ? groupSize(vertex, room.width) : { width: room.agent, height: HEIGHT };
}

function nodesOf(vertex: Vertex, x: number, y: number, side: MapNode['side'], room: Room): MapNode[] {
  const { width } = room;
  if (vertex.isGroup) return marksOf(vertex, x, y, width);
  const free = {
    left: x,
    right: width - x,
    above: 2 * Math.min(x, width - x),
    below: 2 * Math.min(x, width - x),
  };
  const letters = lettersIn(Math.min(room.agent, free[side]));
  return vertex.nodes.map((node) => ({ node, x, y, size: MARK, letters, side }));
}

function boxOf(vertex: Vertex, x: number, y: number, width: number): GroupBox {
  const looping = vertex.nodes.filter(({ state }) => state === 'alert_entropy').length;
  return { name: vertex.group, count: vertex.nodes.length, looping, x, y, ...groupSize(vertex, width) };
}

function drawLinks(links: readonly Link[], placed: Placed['at'], width: number): readonly DrawnLink[] {
  const boxes = new Map(
    placed.map(({ vertex, x, y }): [string, Box] => [
      vertex.id,
      vertex.isGroup ? { x, y, ...groupSize(vertex, width) } : { x, y, width: MARK, height: MARK },
    ]),
  );
  return links.flatMap((link) => {
    const [a, b] = [boxes.get(link.from), boxes.get(link.to)];
    return a && b ? [{ ...link, key: `${link.from} ${link.to}`, ...curveOf(a, b, GROUP.pad / 2) }] : [];
  });
}
