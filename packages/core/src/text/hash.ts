import { lower } from './chars.js';

export const HASH_START = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

/** Combines two numbers; order matters. */
export function mix(a: number, b: number): number {
  return Math.imul(a ^ b ^ (a >>> 15), 0x9e3779b1) ^ (b << 7);
}

/** A hash as stored in state: 31 bits, never negative. */
export function toHash31(hash: number): number {
  return hash >>> 1;
}

/** The same if 0 means "none". */
export function toPresentHash31(hash: number): number {
  return hash >>> 1 || 1;
}

/** 31 bits; ignores case. Equal to the hash of the token if the text is one word. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = HASH_START;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ lower(text.charCodeAt(i)), HASH_PRIME);
  return hash >>> 1;
}

/** All bits of a number, so that 0.1 and 0.2 differ. */
export function hashNumber(value: number): number {
  const whole = value | 0;
  if (whole === value) return Math.imul(whole, 0x2c1b3c6d) ^ whole;
  FLOAT[0] = value;
  return mix(BITS[0]!, BITS[1]!);
}

const FLOAT = new Float64Array(1);
const BITS = new Int32Array(FLOAT.buffer);
