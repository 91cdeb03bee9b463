import {
  addLeaf,
  addNumber,
  addText,
  addWord,
  allowance,
  beginSum,
  cut,
  endSum,
  FALSE,
  NO_ITEMS,
  NO_KEYS,
  NULL,
  TRUE,
  wasCut,
} from './leaf-sum.js';
import { normaliseText } from './normalise.js';
import { plainOf } from './plain.js';
import { C1, C2, C3, hashShort, hashText, lanes } from './text-hash.js';

/**
 * A 53-bit digest of a value, for comparing and never for reading back. Equal JSON gives equal digests, whatever the
 * order of the keys. Not collision-resistant against an adversary: what is written out uses SHA-256 (`sha256.ts`).
 */
export type Fingerprint = number;

export interface FingerprintResult {
  readonly print: Fingerprint;
  /** A limit was reached: part of the value was not read, so the fingerprint proves no identity. */
  readonly partial: boolean;
}

const MAX_DEPTH = 64;
const MAX_NODES = 10_000;
/** Longer texts are not normalised. */
const MAX_LOOSE = 1 << 20;

const ROOT_A = 0x6a09e667;
const ROOT_B = 0x3b67ae85;

let nodes = 0;
let loose = false;
/** Checks every object for `toJSON`, because one with its own was found. */
let careful = false;

/**
 * Digest of the value as JSON sees it: `undefined` keys are absent, NaN is null, `toJSON` is called. Never
 * throws.
 */
export function fingerprint(value: unknown): FingerprintResult {
  return print(value, false);
}

/** The same without differences of spelling: path form, white space, `"5"` for `5`, null and empty keys. */
export function looseFingerprint(value: unknown): FingerprintResult {
  return print(value, true);
}

/**
 * The digest for comparing events: a partial one proves nothing, so it is made different from that of any
 * other event.
 */
export function provenPrint(value: unknown, seq: number): Fingerprint {
  return proven(fingerprint(value), seq);
}

export function proven({ print: digest, partial }: FingerprintResult, seq: number): Fingerprint {
  return partial ? combine(digest, seq + 0.5) : digest;
}

/** Digest of one text of any length: the same as `fingerprint(text).print` if that is not partial. */
export function textPrint(text: string): Fingerprint {
  beginSum();
  hashText(text, Infinity);
  addLeaf(ROOT_A, ROOT_B, lanes[0]!, lanes[1]!);
  return endSum();
}

const float = new Float64Array(1);
const bits = new Int32Array(float.buffer);

/** Combines several digests into one. Order matters. */
export function combine(...prints: readonly Fingerprint[]): Fingerprint {
  let a = 0x1e3779b9;
  let b = prints.length;
  for (let i = 0; i < prints.length; i++) {
    float[0] = prints[i]!;
    a = Math.imul(a ^ bits[0]!, C1);
    a = ((a << 15) | (a >>> 17)) + b;
    b = Math.imul(b ^ bits[1]!, C3);
    b = ((b << 13) | (b >>> 19)) + a;
  }
  beginSum();
  addLeaf(ROOT_A, ROOT_B, a, b);
  return endSum();
}

function print(value: unknown, isLoose: boolean): FingerprintResult {
  loose = isLoose;
  careful = false;
  // A second pass, because an object's own `toJSON` was found after some of its keys.
  if (!tryWalk(value) && isCareful()) tryWalk(value);
  return { print: endSum(), partial: wasCut() };
}

/** The walk sets it, which the compiler cannot see. */
function isCareful(): boolean {
  return careful;
}

/** Whether the walk finished. */
function tryWalk(value: unknown): boolean {
  nodes = 1;
  beginSum();
  try {
    walk(value, ROOT_A, ROOT_B, 0);
    return true;
  } catch {
    // A getter, a proxy or a toJSON threw: what was read so far proves nothing.
    cut();
    return false;
  }
}

function walk(value: unknown, pathA: number, pathB: number, depth: number): void {
  if (typeof value === 'string') walkText(value, pathA, pathB);
  else if (typeof value === 'number') addNumber(value, pathA, pathB);
  else if (typeof value === 'object' && value !== null) {
    if (depth >= MAX_DEPTH) cut();
    else if (Array.isArray(value)) walkItems(value, pathA, pathB, depth);
    else if (value.constructor === Object && !careful) walkKeys(value, pathA, pathB, depth);
    else walkOdd(value, pathA, pathB, depth);
  } else if (typeof value === 'bigint') walkBigInt(value, pathA, pathB);
  else addWord(value === true ? TRUE : value === false ? FALSE : NULL, pathA, pathB);
}

function walkText(text: string, pathA: number, pathB: number): void {
  if (!loose || text.length > MAX_LOOSE) {
    addText(text, pathA, pathB);
    return;
  }
  const plain = normaliseText(text);
  if (typeof plain === 'number') addNumber(plain, pathA, pathB);
  else addText(plain, pathA, pathB);
}

function walkBigInt(value: bigint, pathA: number, pathB: number): void {
  const kept = BigInt.asIntN(512, value);
  if (kept !== value) cut();
  addText(`${kept.toString()}n`, pathA, pathB);
}

/** Not a plain object, according to a quick check. */
function walkOdd(value: object, pathA: number, pathB: number, depth: number): void {
  const plain = plainOf(value, MAX_NODES);
  if (plain === value) walkKeys(value, pathA, pathB, depth);
  else walk(plain, pathA, pathB, depth + 1);
}

function walkItems(value: readonly unknown[], pathA: number, pathB: number, depth: number): void {
  const { length } = value;
  if (length === 0) addWord(NO_ITEMS, pathA, pathB);
  const most = Math.min(length, Math.max(0, MAX_NODES - nodes));
  if (most < length) cut();
  nodes += most;
  for (let i = 0; i < most; i++) {
    const a = Math.imul((pathA + i) ^ 0x7f4a7c15, C2);
    const b = Math.imul(pathB ^ i, C1);
    const item = value[i];
    const nextA = (a << 13) | (a >>> 19);
    const nextB = (b << 17) | (b >>> 15);
    if (typeof item === 'string' && !loose) addText(item, nextA, nextB);
    else if (typeof item === 'number') addNumber(item, nextA, nextB);
    else walk(item, nextA, nextB, depth + 1);
  }
}

/** `for … in` is three times as fast as a list of keys, and the most common leaves need no function call. */
function walkKeys(value: object, pathA: number, pathB: number, depth: number): void {
  let count = 0;
  for (const key in value) {
    // Engines optimise this form: `Object.hasOwn` would take as long as all the rest.
    if (!Object.prototype.hasOwnProperty.call(value, key)) continue;
    const item = (value as Readonly<Record<string, unknown>>)[key];
    const slot = keySlot(key, count);
    let a = Math.imul(pathA ^ keyLanes[2 * slot]!, C1);
    let b = Math.imul(pathB + keyLanes[2 * slot + 1]!, C3);
    a = (a << 13) | (a >>> 19);
    b = (b << 17) | (b >>> 15);
    if (loose && isNothing(item)) continue;
    if (typeof item === 'string' && !loose) addText(item, a, b);
    else if (typeof item === 'number') addNumber(item, a, b);
    else if (isAbsent(item)) {
      if (key === 'toJSON' && !careful) startAgain();
      continue;
    } else walk(item, a, b, depth + 1);
    count++;
    if (++nodes > MAX_NODES) {
      cut();
      break;
    }
  }
  if (count === 0) addWord(NO_KEYS, pathA, pathB);
}

/** Values that JSON omits. */
function isAbsent(item: unknown): boolean {
  return item === undefined || typeof item === 'function' || typeof item === 'symbol';
}

function startAgain(): never {
  careful = true;
  throw new Error('an object with a toJSON of its own');
}

/** An empty argument equals a missing one. */
function isNothing(item: unknown): boolean {
  if (item === null || item === '') return true;
  if (typeof item !== 'object') return false;
  if (Array.isArray(item)) return item.length === 0;
  if (plainOf(item, 1) !== item) return false;
  for (const key in item) if (Object.hasOwn(item, key)) return false;
  return true;
}

const MAX_KEY = 64;
const SLOTS = 512;
const NO_KEY = ' '.repeat(MAX_KEY + 1);
/** The same few keys recur, mostly at the same position, so the hashes of the latest keys are cached. */
const knownKeys = new Array<string>(SLOTS).fill(NO_KEY);
const keyLanes = new Int32Array(2 * SLOTS);

/** `keyLanes` holds the hash of this key at twice the returned index. */
function keySlot(key: string, place: number): number {
  const slot = (key.length * 16 + place) & (SLOTS - 1);
  if (knownKeys[slot] !== key) learnKey(key, slot);
  return slot;
}

function learnKey(key: string, slot: number): void {
  const isShort = key.length <= MAX_KEY;
  if (isShort) hashShort(key);
  else hashText(key, allowance(key.length));
  knownKeys[slot] = isShort ? key : NO_KEY;
  keyLanes[2 * slot] = lanes[0]!;
  keyLanes[2 * slot + 1] = lanes[1]!;
}
