import type { Sketch } from './sketch.js';

/** As in a sketch: the bits of a member, and an offset that avoids control characters and surrogates. */
const BITS = 15;
const BASE = 0x100;
const LENGTH_BITS = 8;

/**
 * Several sketches in one string, a third smaller: the members are sorted, and the steps between them take
 * fewer bits than the members (a Rice code: the upper bits in unary, the lower bits as they are).
 */
export function packSketches(sketches: readonly Sketch[]): string {
  const units: number[] = [];
  let unit = 0;
  let count = 0;
  const write = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) {
      unit = (unit << 1) | ((value >>> i) & 1);
      if (++count % BITS !== 0) continue;
      units.push(BASE + unit);
      unit = 0;
    }
  };
  for (const sketch of sketches) {
    const low = lowBits(sketch.length);
    write(sketch.length, LENGTH_BITS);
    for (let i = 0; i < sketch.length; i++) {
      const step = sketch.charCodeAt(i) - (i === 0 ? BASE : sketch.charCodeAt(i - 1) + 1);
      for (let high = step >>> low; high > 0; high--) write(1, 1);
      write(0, 1);
      write(step, low);
    }
  }
  write(0, BITS - 1);
  return remembered(String.fromCharCode(...units), sketches);
}

/** Recently packed or unpacked sketches: a running session needs the same few again and again. */
const unpacked = new Map<string, readonly Sketch[]>();
const MAX_UNPACKED = 256;

function remembered(packed: string, sketches: readonly Sketch[]): string {
  if (unpacked.size >= MAX_UNPACKED) unpacked.clear();
  unpacked.set(packed, sketches);
  return packed;
}

/** Unpacks `count` sketches. */
export function unpackSketches(packed: string, count: number): readonly Sketch[] {
  const known = unpacked.get(packed);
  if (known?.length === count) return known;
  const sketches = unpack(packed, count);
  remembered(packed, sketches);
  return sketches;
}

function unpack(packed: string, count: number): readonly Sketch[] {
  let at = 0;
  const read = (length: number): number => {
    let value = 0;
    for (let i = 0; i < length; i++, at++) {
      const unit = packed.charCodeAt(Math.trunc(at / BITS)) - BASE;
      value = (value << 1) | ((unit >>> (BITS - 1 - (at % BITS))) & 1);
    }
    return value;
  };
  return Array.from({ length: count }, () => readSketch(read));
}

function readSketch(read: (length: number) => number): Sketch {
  const length = read(LENGTH_BITS);
  const low = lowBits(length);
  const members: number[] = [];
  for (let next = BASE; members.length < length; next = members.at(-1)! + 1) {
    let high = 0;
    while (read(1) === 1) high++;
    members.push(next + (high << low) + read(low));
  }
  return String.fromCharCode(...members);
}

/** Chosen so that the upper part of a step is 1 on average. */
function lowBits(length: number): number {
  return length === 0 ? 0 : Math.floor(Math.log2(2 ** BITS / length));
}
