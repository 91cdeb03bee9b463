/**
 * A set, for computing the similarity of two sets. It stores the sorted distinct 15-bit hashes, one per
 * character, so that it is small in memory and plain in JSON. Up to 128 members the result is exact; beyond
 * that the smallest hashes represent the whole (bottom-k sampling).
 */
export type Sketch = string;

/** One more than 128: only a full sketch is a sample. */
const SIZE = 129;
const MASK = 0x7fff;
/** Avoids control characters and surrogates. */
const BASE = 0x100;

const seen = new Uint8Array(MASK + 1);
const members = new Uint16Array(MASK + 1);

export function sketch(hashes: Iterable<number>, size = SIZE): Sketch {
  let count = 0;
  for (const hash of hashes) {
    const short = (hash ^ (hash >>> 15)) & MASK;
    if (seen[short] === 1) continue;
    seen[short] = 1;
    members[count++] = BASE + short;
  }
  for (let i = 0; i < count; i++) seen[members[i]! - BASE] = 0;
  if (count > FEW) members.subarray(0, count).sort();
  else sortFew(count);
  // In one call: a string built piece by piece takes many times its size until it is read.
  return String.fromCharCode(...firstOf(Math.min(count, size)));
}

/** As an array, because engines spread anything else slowly. */
function firstOf(count: number): number[] {
  const units = new Array<number>(count);
  for (let i = 0; i < count; i++) units[i] = members[i]!;
  return units;
}

/** For this many members, an insertion sort is faster than the built-in sort. */
const FEW = 24;

function sortFew(count: number): void {
  for (let i = 1; i < count; i++) {
    const member = members[i]!;
    let at = i;
    for (; at > 0 && members[at - 1]! > member; at--) members[at] = members[at - 1]!;
    members[at] = member;
  }
}

/** Shared members / all members. Two empty sets have similarity 1. */
export function jaccard(a: Sketch, b: Sketch, size = SIZE): number {
  if (a === b) return 1;
  const limit = a.length === size || b.length === size ? size : Infinity;
  let both = 0;
  let i = 0;
  let j = 0;
  // Each shared member saves one step, so the number of steps gives the number of members.
  while (i < a.length && j < b.length && i + j - both < limit) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (x === y) both++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return both / Math.min(limit, a.length + b.length - both);
}
