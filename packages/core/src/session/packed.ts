/**
 * Numbers as text. A list takes eight bytes per number and an object takes more: too much for ten thousand
 * sessions. A character takes two bytes and holds 15 bits, without control characters and surrogates, so JSON
 * keeps it unchanged.
 */
const BITS = 15;
const MASK = 0x7fff;
const SPAN = 2 ** BITS;
const BASE = 0x100;

/** Two characters: an integer from 0 on; larger ones are written as 2^30. */
export function putCount(into: number[], value: number): void {
  const count = Math.min(value, SPAN ** 2 - 1);
  into.push(BASE + (count >>> BITS), BASE + (count & MASK));
}

/** Four characters: a digest of up to 53 bits. */
export function putPrint(into: number[], value: number): void {
  const high = Math.floor(value / SPAN ** 2);
  const low = value - high * SPAN ** 2;
  into.push(BASE + (high >>> BITS), BASE + (high & MASK), BASE + (low >>> BITS), BASE + (low & MASK));
}

/** One character, up to 15 bits. */
export function putBits(into: number[], value: number): void {
  into.push(BASE + (value & MASK));
}

const float = new Float64Array(1);
const halves = new Uint32Array(float.buffer);

/** Four characters: any number; the last four of its 64 bits, beyond the fifteenth decimal, are dropped. */
export function putAny(into: number[], value: number): void {
  float[0] = value;
  const high = halves[1]!;
  const low = halves[0]! >>> 4;
  into.push(BASE + (high >>> 17), BASE + ((high >>> 2) & MASK));
  into.push(BASE + (((high & 3) << 13) | (low >>> BITS)), BASE + (low & MASK));
}

/** The digits of a hash: as many characters as JSON keeps unchanged, from BASE up to the surrogates. */
const DIGITS = 0xd800 - BASE;

/** Two characters: a hash of 31 bits. */
export function putHash(into: number[], hash: number): void {
  const high = Math.floor(hash / DIGITS);
  into.push(BASE + high, BASE + hash - high * DIGITS);
}

export function hashAt(text: string, at: number): number {
  return bitsAt(text, at) * DIGITS + bitsAt(text, at + 1);
}

export function bitsAt(text: string, at: number): number {
  return text.charCodeAt(at) - BASE;
}

export function countAt(text: string, at: number): number {
  return (bitsAt(text, at) << BITS) | bitsAt(text, at + 1);
}

export function printAt(text: string, at: number): number {
  return countAt(text, at) * SPAN ** 2 + countAt(text, at + 2);
}

export function anyAt(text: string, at: number): number {
  const third = bitsAt(text, at + 2);
  halves[1] = ((bitsAt(text, at) << 17) | (bitsAt(text, at + 1) << 2) | (third >>> 13)) >>> 0;
  halves[0] = (((third & 0x1fff) << BITS) | bitsAt(text, at + 3)) << 4;
  return float[0]!;
}

export function textOf(units: readonly number[]): string {
  return String.fromCharCode(...units);
}

/** A concatenation or slice keeps its source strings alive; this copies it into a new string. */
export function joined(...parts: readonly string[]): string {
  return parts.join('');
}

/** A packed list of digests: the last `size`, newest last. */
export function pushPrint(prints: string, print: number, size: number): string {
  const unit: number[] = [];
  putPrint(unit, print);
  return joined(prints.slice(Math.max(0, prints.length + 4 - 4 * size)), textOf(unit));
}

export function hasPrint(prints: string, print: number): boolean {
  for (let at = 0; at < prints.length; at += 4) if (printAt(prints, at) === print) return true;
  return false;
}

/** A packed list of hashes: the first ones, at most `most`. */
export function packHashes(hashes: readonly number[], most = hashes.length): string {
  const units: number[] = [];
  for (let i = 0; i < hashes.length && i < most; i++) putHash(units, hashes[i]!);
  return textOf(units);
}

export function unpackHashes(text: string): readonly number[] {
  const hashes: number[] = [];
  for (let at = 0; at < text.length; at += 2) hashes.push(hashAt(text, at));
  return hashes;
}
