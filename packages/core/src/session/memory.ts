import { bitsAt, joined } from './packed.js';

/**
 * Remembers about a thousand things it has heard, roughly: two generations of a Bloom filter. Plain JSON.
 * A generation is the list of its bits while it has few (one character each), then the bits themselves (15 a character).
 * One text: how many things the young generation holds, how many characters the old one has, the old one, the young one.
 */
export type Memory = string;

const BITS = 3968;
const WIDTH = 15;
const BASE = 0x100;
/** Characters of a generation that is written out; a list is shorter. */
const SIZE = Math.ceil(BITS / WIDTH);
const GENERATION = 500;
/** Characters before the generations. */
const HEAD = 2;

export function newMemory(): Memory {
  return '';
}

/** The bits that the generation under way gets. */
const added: number[] = [];
const isAdded = new Uint8Array(BITS);

/** Takes the hashes in; `share` of them was not heard before (1 for nothing at all). */
export function hear(memory: Memory, hashes: readonly number[]): { memory: Memory; share: number } {
  if (hashes.length === 0) return { memory, share: 1 };
  const split = memory === '' ? 0 : HEAD + bitsAt(memory, 1);
  const old = memory.slice(HEAD, split);
  const young = memory.slice(split);
  let fresh = 0;
  let taken = 0;
  for (let i = 0; i < hashes.length; i++) {
    const one = bitOf(hashes[i]!, 0x9e3779b1);
    const other = bitOf(hashes[i]!, 0x85ebca6b);
    const hasOne = hasBit(young, one);
    const hasOther = hasBit(young, other);
    if (hasOne && hasOther) continue;
    taken++;
    if (!hasBit(old, one) || !hasBit(old, other)) fresh++;
    // What is heard again grows young again, or it would be forgotten with its generation.
    if (!hasOne) add(one);
    if (!hasOther) add(other);
  }
  if (taken === 0) return { memory, share: 0 };
  const next = withAdded(young);
  const heard = taken + (memory === '' ? 0 : bitsAt(memory, 0));
  const isFull = heard >= GENERATION;
  return {
    memory: isFull ? written(0, next, '') : written(heard, old, next),
    share: fresh / hashes.length,
  };
}

function written(heard: number, old: string, young: string): Memory {
  return joined(String.fromCharCode(BASE + heard, BASE + old.length), old, young);
}

function add(bit: number): void {
  if (isAdded[bit] === 1) return;
  isAdded[bit] = 1;
  added.push(bit);
}

function bitOf(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), factor);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % BITS;
}

function hasBit(bits: string, bit: number): boolean {
  if (bits.length < SIZE) return bits !== '' && bits.includes(String.fromCharCode(BASE + bit));
  return ((bitsAt(bits, Math.trunc(bit / WIDTH)) >>> (bit % WIDTH)) & 1) === 1;
}

/** The generation with the bits that were added; these are none then. */
function withAdded(bits: string): string {
  for (const bit of added) isAdded[bit] = 0;
  const listed = bits.length < SIZE ? bits.length : SIZE;
  const next = listed + added.length < SIZE ? listWith(bits) : writeOut(bits);
  added.length = 0;
  return next;
}

function listWith(bits: string): string {
  for (let i = 0; i < added.length; i++) added[i]! += BASE;
  return joined(bits, String.fromCharCode(...added));
}

const units: number[] = new Array<number>(SIZE).fill(0);

function writeOut(bits: string): string {
  const isListed = bits.length < SIZE;
  for (let i = 0; i < SIZE; i++) units[i] = isListed ? BASE : bits.charCodeAt(i);
  for (let i = 0; isListed && i < bits.length; i++) setBit(bitsAt(bits, i));
  for (const bit of added) setBit(bit);
  return String.fromCharCode(...units);
}

function setBit(bit: number): void {
  const at = Math.trunc(bit / WIDTH);
  units[at] = BASE + ((units[at]! - BASE) | (1 << (bit % WIDTH)));
}
