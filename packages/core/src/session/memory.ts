/** Remembers about a thousand things it has heard, roughly: two generations of a Bloom filter. Plain JSON. */
export interface Memory {
  readonly young: readonly number[];
  readonly old: readonly number[];
  readonly heard: number;
}

const WORDS = 128;
const BITS = WORDS * 31;
const GENERATION = 500;

export function newMemory(): Memory {
  return { young: [], old: [], heard: 0 };
}

/** Takes the hashes in; `share` of them was not heard before (1 for nothing at all). */
export function hear(memory: Memory, hashes: readonly number[]): { memory: Memory; share: number } {
  if (hashes.length === 0) return { memory, share: 1 };
  const young = memory.young.length > 0 ? memory.young.slice() : new Array<number>(WORDS).fill(0);
  let fresh = 0;
  for (const hash of hashes) {
    if (isKnown(memory.old, hash) || isKnown(memory.young, hash)) continue;
    fresh++;
    setBit(young, bitOf(hash, 0x9e3779b1));
    setBit(young, bitOf(hash, 0x85ebca6b));
  }
  const heard = memory.heard + fresh;
  const next = heard < GENERATION ? { young, old: memory.old, heard } : { young: [], old: young, heard: 0 };
  return { memory: next, share: fresh / hashes.length };
}

function isKnown(bits: readonly number[], hash: number): boolean {
  return bits.length > 0 && hasBit(bits, bitOf(hash, 0x9e3779b1)) && hasBit(bits, bitOf(hash, 0x85ebca6b));
}

/** 31 bits a number keep it a small integer in every engine. */
function bitOf(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), factor);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % BITS;
}

function hasBit(bits: readonly number[], bit: number): boolean {
  return ((bits[Math.floor(bit / 31)]! >>> bit % 31) & 1) === 1;
}

function setBit(bits: number[], bit: number): void {
  bits[Math.floor(bit / 31)]! |= 1 << bit % 31;
}
