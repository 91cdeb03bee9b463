/** An observation, whose `y` is 1 or 0, or neighbouring ones with one mean. */
export interface Block {
  /** Weighted means. */
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Isotonic regression by pool-adjacent-violators: the rising steps that are nearest to the observations. */
export function isotonic(observations: readonly Block[]): Block[] {
  const blocks: Block[] = [];
  for (const one of atEachX(observations)) {
    let last = one;
    for (let before = blocks.at(-1); before && before.y >= last.y; before = blocks.at(-1)) {
      blocks.pop();
      last = merged(before, last);
    }
    blocks.push(last);
  }
  return blocks;
}

/** Observations at one place can only have one mean. */
function atEachX(observations: readonly Block[]): Block[] {
  const places = new Map<number, Block>();
  for (const { x, y, weight } of observations) {
    const before = places.get(x);
    places.set(x, before ? merged(before, { x, y, weight }) : { x, y, weight });
  }
  return [...places.values()].toSorted((a, b) => a.x - b.x);
}

/** At most so many blocks, none lighter than `least`: the neighbours whose union loses least become one. */
export function reduced(blocks: readonly Block[], most: number, least = 0): Block[] {
  const kept = [...blocks];
  while (kept.length > 1) {
    const isLight = kept.some(({ weight }) => weight < least);
    if (!isLight && kept.length <= most) break;
    const pairs = kept.slice(1).map((right, i) => ({ i, left: kept[i] ?? right, right }));
    const open = isLight
      ? pairs.filter(({ left, right }) => Math.min(left.weight, right.weight) < least)
      : pairs;
    const best = open.reduce((a, b) => (lossOf(b.left, b.right) < lossOf(a.left, a.right) ? b : a));
    kept.splice(best.i, 2, merged(best.left, best.right));
  }
  return kept;
}

/** How much squared error a union adds. */
function lossOf(a: Block, b: Block): number {
  return ((a.weight * b.weight) / (a.weight + b.weight)) * (a.y - b.y) ** 2;
}

function merged(a: Block, b: Block): Block {
  const weight = a.weight + b.weight;
  const mean = (one: number, other: number): number => (one * a.weight + other * b.weight) / weight;
  return { x: mean(a.x, b.x), y: mean(a.y, b.y), weight };
}
