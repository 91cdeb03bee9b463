import { joined } from './packed.js';

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

/** Up to so many things are looked up in the text as it is: to write a generation out takes longer. */
const FEW = 4;

/** The characters of the young generation of the memory that is asked, written out. */
const young = new Array<number>(SIZE).fill(BASE);
/** The bits that are to be added to it. */
let added: number[] = [];

/** Takes the hashes in; `share` of them was not heard before (1 for nothing at all). */
export function hear(memory: Memory, hashes: readonly number[]): { memory: Memory; share: number } {
  if (hashes.length === 0) return { memory, share: 1 };
  const split = memory === '' ? 0 : HEAD + memory.charCodeAt(1) - BASE;
  if (hashes.length <= FEW && keepsForm(memory, split, hashes.length)) return hearFew(memory, split, hashes);
  readYoung(memory, split);
  added = [];
  let fresh = 0;
  let taken = 0;
  for (let i = 0; i < hashes.length; i++) {
    const one = bitOf(hashes[i]!, 0x9e3779b1);
    const other = bitOf(hashes[i]!, 0x85ebca6b);
    if (isYoung(one) && isYoung(other)) continue;
    taken++;
    if (!isOld(memory, split, one) || !isOld(memory, split, other)) fresh++;
    // What is heard again grows young again, or it would be forgotten with its generation.
    added.push(one, other);
  }
  if (taken === 0) return { memory, share: 0 };
  const heard = taken + (memory === '' ? 0 : memory.charCodeAt(0) - BASE);
  const isFull = heard >= GENERATION;
  const next = withAdded(memory, split, isFull);
  return {
    memory: isFull ? written(0, next, '') : written(heard, memory.slice(HEAD, split), next),
    share: fresh / hashes.length,
  };
}

/** With so many things more, is the young generation still the same one, and a list or written out as it is now? */
function keepsForm(memory: Memory, split: number, more: number): boolean {
  if (memory === '' || memory.charCodeAt(0) - BASE + more >= GENERATION) return false;
  const size = memory.length - split;
  return size >= SIZE || size + 2 * more < SIZE;
}

/** The same as `hear` for a few things, without looking at the rest. */
function hearFew(
  memory: Memory,
  split: number,
  hashes: readonly number[],
): { memory: Memory; share: number } {
  added = [];
  let fresh = 0;
  let taken = 0;
  for (let i = 0; i < hashes.length; i++) {
    const one = bitOf(hashes[i]!, 0x9e3779b1);
    const other = bitOf(hashes[i]!, 0x85ebca6b);
    const isOneKnown = hasBit(memory, split, one);
    const isOtherKnown = hasBit(memory, split, other);
    if (isOneKnown && isOtherKnown) continue;
    taken++;
    if (!isOld(memory, split, one) || !isOld(memory, split, other)) fresh++;
    if (!isOneKnown && !added.includes(one)) added.push(one);
    if (!isOtherKnown && !added.includes(other)) added.push(other);
  }
  if (taken === 0) return { memory, share: 0 };
  const heard = String.fromCharCode(memory.charCodeAt(0) + taken);
  return { memory: joined(heard, ...withFew(memory, split)), share: fresh / hashes.length };
}

function hasBit(memory: Memory, split: number, bit: number): boolean {
  if (memory.length - split < SIZE) return memory.includes(String.fromCharCode(BASE + bit), split);
  return (((memory.charCodeAt(split + ((bit / WIDTH) | 0)) - BASE) >>> (bit % WIDTH)) & 1) === 1;
}

/** All but the first character, with the bits of `added`, as parts: to be put together once. */
function withFew(memory: Memory, split: number): readonly string[] {
  if (memory.length - split < SIZE)
    return [memory.slice(1), String.fromCharCode(...added.map((bit) => BASE + bit))];
  added.sort((a, b) => a - b);
  const parts: string[] = [];
  let done = 1;
  for (let i = 0; i < added.length;) {
    const word = (added[i]! / WIDTH) | 0;
    let unit = memory.charCodeAt(split + word) - BASE;
    for (; i < added.length && ((added[i]! / WIDTH) | 0) === word; i++) unit |= 1 << (added[i]! % WIDTH);
    parts.push(memory.slice(done, split + word), String.fromCharCode(BASE + unit));
    done = split + word + 1;
  }
  parts.push(memory.slice(done));
  return parts;
}

function written(heard: number, old: string, young: string): Memory {
  return joined(String.fromCharCode(BASE + heard, BASE + old.length), old, young);
}

function bitOf(hash: number, factor: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), factor);
  const spread = mixed ^ (mixed >>> 13);
  // The same as `(spread >>> 0) % BITS`, but for small numbers, which engines divide many times sooner.
  return (((spread >>> 7) % (BITS / 128)) << 7) | (spread & 127);
}

function readYoung(memory: Memory, start: number): void {
  const size = memory.length - start;
  if (size < SIZE) {
    young.fill(BASE);
    for (let at = start; at < memory.length; at++) setBit(memory.charCodeAt(at) - BASE);
  } else for (let i = 0; i < SIZE; i++) young[i] = memory.charCodeAt(start + i);
}

function isYoung(bit: number): boolean {
  return (((young[(bit / WIDTH) | 0]! - BASE) >>> (bit % WIDTH)) & 1) === 1;
}

/** An old generation is always written out. */
function isOld(memory: Memory, split: number, bit: number): boolean {
  if (split <= HEAD) return false;
  return (((memory.charCodeAt(HEAD + ((bit / WIDTH) | 0)) - BASE) >>> (bit % WIDTH)) & 1) === 1;
}

function setBit(bit: number): void {
  const at = (bit / WIDTH) | 0;
  young[at] = BASE + ((young[at]! - BASE) | (1 << (bit % WIDTH)));
}

/** The young generation with what was added. */
function withAdded(memory: Memory, start: number, isFull: boolean): string {
  const units: number[] = [];
  for (const bit of added) {
    if (isYoung(bit)) continue;
    setBit(bit);
    units.push(BASE + bit);
  }
  const isList = !isFull && memory.length - start + units.length < SIZE;
  return isList ? joined(memory.slice(start), String.fromCharCode(...units)) : String.fromCharCode(...young);
}
