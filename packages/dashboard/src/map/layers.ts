import type { Link } from './fold.js';

type Ends = Pick<Link, 'from' | 'to' | 'weight'>;

/** Vertices that reach each other belong together; each set is ordered along its heaviest cycle. */
export function cyclesOf(ids: readonly string[], links: readonly Ends[]): readonly (readonly string[])[] {
  const next = successorsOf(links);
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  // Tarjan's algorithm for strongly connected components.
  const visit = (id: string): void => {
    index.set(id, index.size);
    low.set(id, index.get(id) ?? 0);
    stack.push(id);
    for (const { to } of next.get(id) ?? []) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) low.set(id, Math.min(low.get(id) ?? 0, low.get(to) ?? 0));
    }
    if (low.get(id) !== index.get(id)) return;
    found.push(alongCycle(stack.splice(stack.indexOf(id)), next));
  };
  for (const id of ids) if (!index.has(id)) visit(id);
  return found;
}

function successorsOf(links: readonly Ends[]): ReadonlyMap<string, readonly Ends[]> {
  const next = new Map<string, Ends[]>();
  for (const link of links) next.set(link.from, [...(next.get(link.from) ?? []), link]);
  return next;
}

function alongCycle(members: readonly string[], next: ReadonlyMap<string, readonly Ends[]>): string[] {
  const left = new Set(members);
  const order: string[] = [];
  let [here] = members.toSorted();
  while (here !== undefined) {
    order.push(here);
    left.delete(here);
    const onward = (next.get(here) ?? []).filter(({ to }) => left.has(to));
    const [heaviest] = onward.toSorted((a, b) => b.weight - a.weight || a.to.localeCompare(b.to));
    here = heaviest?.to ?? [...left][0];
  }
  return order;
}

export interface Layered {
  /** Each block is one vertex or one cycle; a layer only has edges to later layers. */
  readonly layers: readonly (readonly (readonly string[])[])[];
}

/** One connected part of the map, in layers: who gives work comes before who gets it. */
export function layersOf(blocks: readonly (readonly string[])[], links: readonly Ends[]): Layered {
  const blockOf = new Map(blocks.flatMap((block) => block.map((id) => [id, block] as const)));
  const before = new Map(blocks.map((block) => [block, new Set<readonly string[]>()]));
  for (const { from, to } of links) {
    const [a, b] = [blockOf.get(from), blockOf.get(to)];
    if (a && b && a !== b) before.get(b)?.add(a);
  }
  const depths = new Map<readonly string[], number>();
  const depthOf = (block: readonly string[]): number => {
    const known = depths.get(block);
    if (known !== undefined) return known;
    const depth = Math.max(-1, ...[...(before.get(block) ?? [])].map(depthOf)) + 1;
    depths.set(block, depth);
    return depth;
  };
  const layers: (readonly string[])[][] = [];
  for (const block of blocks) (layers[depthOf(block)] ??= []).push(block);
  return { layers: ordered(layers, before) };
}

/** Each block below the middle of the blocks that it gets work from, so that edges cross less. */
function ordered(
  layers: readonly (readonly (readonly string[])[])[],
  before: ReadonlyMap<readonly string[], ReadonlySet<readonly string[]>>,
): Layered['layers'] {
  const place = new Map<readonly string[], number>();
  return layers.map((layer) => {
    const middle = (block: readonly string[]): number => {
      const sources = [...(before.get(block) ?? [])].map((one) => place.get(one) ?? 0);
      return sources.length === 0 ? 0 : sources.reduce((a, b) => a + b, 0) / sources.length;
    };
    const order = layer.toSorted((a, b) => middle(a) - middle(b) || (a[0] ?? '').localeCompare(b[0] ?? ''));
    order.forEach((block, i) => place.set(block, (i + 0.5) / order.length));
    return order;
  });
}

/** Vertices that are connected in any direction. Those without a link are not in it. */
export function connectedParts(links: readonly Ends[]): readonly (readonly string[])[] {
  const part = new Map<string, Set<string>>();
  for (const { from, to } of links) {
    const [a, b] = [part.get(from) ?? new Set([from]), part.get(to) ?? new Set([to])];
    const [large, small] = a.size >= b.size ? [a, b] : [b, a];
    if (large !== small) for (const id of small) large.add(id);
    for (const id of large) part.set(id, large);
  }
  return [...new Set(part.values())].map((one) => [...one].toSorted());
}
