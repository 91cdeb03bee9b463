/** Remembers about a thousand things it has heard, roughly: two generations of a Bloom filter. Plain JSON. */
export interface Memory {
  readonly young: readonly number[];
  readonly old: readonly number[];
  /** How many things the young generation holds. */
  readonly heard: number;
}

const WORDS = 128;
/** 31 bits a number keep it a small integer in every engine. */
const WIDTH = 31;
const GENERATION = 500;

const NOTHING: Memory = { young: [], old: [], heard: 0 };

export function newMemory(): Memory {
  return NOTHING;
}

/** Takes the hashes in; `share` of them was not heard before (1 for nothing at all). */
export function hear(memory: Memory, hashes: readonly number[]): { memory: Memory; share: number } {
  if (hashes.length === 0) return { memory, share: 1 };
  const { young, old } = memory;
  let next: number[] | undefined;
  let fresh = 0;
  let taken = 0;
  for (let i = 0; i < hashes.length; i++) {
    const one = bitOf(hashes[i]!, 0x9e3779b1);
    const other = bitOf(hashes[i]!, 0x85ebca6b);
    if (hasBoth(young, one, other)) continue;
    taken++;
    if (!hasBoth(old, one, other)) fresh++;
    // What is heard again grows young again, or it would be forgotten with its generation.
    next ??= young.length > 0 ? young.slice() : new Array<number>(WORDS).fill(0);
    setBit(next, one);
    setBit(next, other);
  }
  if (!next) return { memory, share: 0 };
  const heard = memory.heard + taken;
  const isFull = heard >= GENERATION;
  return {
    memory: isFull ? { young: [], old: next, heard: 0 } : { young: next, old, heard },
    share: fresh / hashes.length,
  };
}

function bitOf(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), factor);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % (WORDS * WIDTH);
}

function hasBoth(bits: readonly number[], one: number, other: number): boolean {
  return bits.length > 0 && hasBit(bits, one) && hasBit(bits, other);
}

function hasBit(bits: readonly number[], bit: number): boolean {
  return ((bits[Math.floor(bit / WIDTH)]! >>> (bit % WIDTH)) & 1) === 1;
}

function setBit(bits: number[], bit: number): void {
  bits[Math.floor(bit / WIDTH)]! |= 1 << (bit % WIDTH);
}
