import { normaliseText } from './normalise.js';

/**
 * A 53-bit digest of a value, for comparing and never for reading back. Equal JSON gives equal digests, whatever the
 * order of the keys. Not collision-resistant against an adversary: what is written out uses SHA-256 (`sha256.ts`).
 */
export type Fingerprint = number;

export interface Printed {
  readonly print: Fingerprint;
  /** A limit was reached: part of the value was not looked at, so the print alone proves no identity. */
  readonly partial: boolean;
}

const MAX_DEPTH = 64;
const MAX_NODES = 10_000;
const MAX_CHARS = 1 << 20;

// One walk at a time (the core is synchronous), so its counters live here instead of in an object per call.
let low = 0;
let high = 0;
let nodes = 0;
let chars = 0;
let partial = false;
let loose = false;

const float = new Float64Array(1);
const bits = new Uint32Array(float.buffer);

/** Digest of the value as JSON sees it: `undefined` keys are absent, NaN is null, `toJSON` is asked. Never throws. */
export function fingerprint(value: unknown): Printed {
  return print(value, false);
}

/** The same, blind to spelling: path form, white space, `"5"` for `5`, null and empty keys. */
export function looseFingerprint(value: unknown): Printed {
  return print(value, true);
}

/** The digest for comparing one event with another: a partial one proves nothing, so it is made unlike any other event's. */
export function provenPrint(value: unknown, seq: number): Fingerprint {
  const { print: digest, partial: isPartial } = fingerprint(value);
  return isPartial ? combine(digest, seq + 0.5) : digest;
}

function print(value: unknown, isLoose: boolean): Printed {
  nodes = 0;
  chars = 0;
  partial = false;
  loose = isLoose;
  try {
    walk(value, 0);
  } catch {
    // A getter, a proxy or a toJSON threw: what was seen so far is no proof of anything.
    partial = true;
  }
  return { print: pack(), partial };
}

/** Digest of one text: the same as `fingerprint(text).print` while the text is below the limit. */
export function textPrint(text: string): Fingerprint {
  chars = 0;
  hashText(text);
  return pack();
}

/** One digest out of several. Order matters. */
export function combine(...prints: readonly Fingerprint[]): Fingerprint {
  let a = 0x9e3779b9;
  let b = 0x85ebca6b;
  for (const print of prints) {
    float[0] = print;
    a = mix(a ^ bits[0]!, 0x2c1b3c6d);
    b = mix(b ^ bits[1]!, 0x297a2d39) + a;
  }
  low = a;
  high = b;
  return pack();
}

function pack(): Fingerprint {
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

function mix(value: number, factor: number): number {
  const once = Math.imul(value ^ (value >>> 15), factor);
  return Math.imul(once ^ (once >>> 13), 0x5bd1e995) ^ (once >>> 16);
}

/** Leaves the digest of `value` in `low` and `high`. */
function walk(value: unknown, depth: number): void {
  if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
    partial = true;
    setTag(0x0b5e55ed);
    return;
  }
  switch (typeof value) {
    case 'string':
      hashString(value);
      return;
    case 'number':
      hashNumber(value);
      return;
    case 'boolean':
      setTag(value ? 0x7e57ab1e : 0x0ff5e7ed);
      return;
    case 'bigint':
      hashBigInt(value);
      return;
    case 'object':
      if (value === null) setTag(0x6e756c6c);
      else walkObject(value, depth);
      return;
    default:
      setTag(0x6e756c6c);
  }
}

function setTag(tag: number): void {
  low = tag;
  high = Math.imul(tag, 0x27d4eb2f);
}

function hashNumber(value: number): void {
  if (!Number.isFinite(value)) {
    setTag(0x6e756c6c);
    return;
  }
  float[0] = value + 0; // -0 is 0, as in JSON
  const a = bits[0]!;
  const b = bits[1]!;
  low = mix(a ^ 0x51ed270b, 0x2c1b3c6d) + Math.imul(b, 0x85ebca6b);
  high = mix(b ^ 0x3c6ef372, 0x297a2d39) + Math.imul(a, 0xc2b2ae35);
}

function hashBigInt(value: bigint): void {
  const kept = BigInt.asIntN(512, value);
  if (kept !== value) partial = true;
  hashText(`${kept.toString()}n`);
}

function hashString(text: string): void {
  if (!loose) {
    hashText(text);
    return;
  }
  const plain = normaliseText(text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text);
  if (typeof plain === 'number') hashNumber(plain);
  else hashText(plain);
  if (text.length > MAX_CHARS) partial = true;
}

/** Four characters a step in two lanes that do not wait for each other. */
function hashText(text: string): void {
  let length = text.length;
  chars += length;
  if (chars > MAX_CHARS) {
    partial = true;
    length = Math.max(0, Math.min(length, MAX_CHARS - (chars - length)));
  }
  let a = 0x2545f491 ^ text.length;
  let b = 0x9e3779b9 + length;
  let i = 0;
  for (; i + 4 <= length; i += 4) {
    const one = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
    const two = text.charCodeAt(i + 2) | (text.charCodeAt(i + 3) << 16);
    a = Math.imul(a ^ one, 0x85ebca6b);
    b = Math.imul(b ^ two, 0xc2b2ae35);
    a ^= a >>> 15;
    b ^= b >>> 13;
    b = (b + one) | 0;
    a = (a + two) | 0;
  }
  for (; i < length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca6b);
    b = Math.imul(b + unit, 0xc2b2ae35);
    b ^= b >>> 13;
  }
  low = mix(a + Math.imul(b, 0x9e3779b1), 0x2c1b3c6d);
  high = mix(b ^ a, 0x297a2d39);
}

function walkObject(value: object, depth: number): void {
  if (Array.isArray(value)) {
    walkArray(value as readonly unknown[], depth);
    return;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const { toJSON } = value as { toJSON?: unknown };
    if (typeof toJSON === 'function') {
      walk((toJSON as (this: object, key: string) => unknown).call(value, ''), depth + 1);
      return;
    }
  }
  walkKeys(value as Readonly<Record<string, unknown>>, depth);
}

/** An object is the sum of its (key, value) pairs: no sorting, and the order of keys does not matter. */
function walkKeys(value: Readonly<Record<string, unknown>>, depth: number): void {
  let a = 0x1f83d9ab;
  let b = 0x5be0cd19;
  const keys = Object.keys(value);
  for (let i = 0; i < keys.length; i++) {
    if (nodes >= MAX_NODES) {
      partial = true;
      break;
    }
    const key = keys[i]!;
    const item = value[key];
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') continue;
    if (loose && isNothing(item)) continue;
    hashText(key);
    const keyLow = low;
    const keyHigh = high;
    walk(item, depth + 1);
    a = (a + mix(low ^ Math.imul(keyLow, 0x165667b1), 0x2c1b3c6d)) | 0;
    b = (b + mix(high + Math.imul(keyHigh, 0x27d4eb2f), 0x297a2d39)) | 0;
  }
  low = mix(a, 0x85ebca6b);
  high = mix(b ^ a, 0xc2b2ae35);
}

/** An argument that says nothing is like one that is not there. */
function isNothing(item: unknown): boolean {
  if (item === null || item === '') return true;
  if (typeof item !== 'object') return false;
  for (const key in item) if (Object.hasOwn(item, key)) return false;
  return true;
}

function walkArray(value: readonly unknown[], depth: number): void {
  let a = 0x6a09e667 ^ value.length;
  let b = 0xbb67ae85;
  for (let i = 0; i < value.length; i++) {
    if (nodes >= MAX_NODES) {
      partial = true;
      break;
    }
    walk(value[i], depth + 1);
    a = mix(a + low, 0x2c1b3c6d);
    b = mix(b ^ high, 0x297a2d39) + a;
  }
  low = mix(a, 0x85ebca6b);
  high = mix(b ^ a, 0xc2b2ae35);
}
