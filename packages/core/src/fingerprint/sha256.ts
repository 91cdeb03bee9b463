import { stableStringify } from './stable-json.js';

/** SHA-256 of the stable JSON, as 64 hex digits: for digests that leave the program or are audited. */
export function computeHash(value: unknown): string {
  return sha256(stableStringify(value));
}

const K = roundConstants();
const START = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

/** Encodes texts in pieces: a copy of a long one would take three times its size. */
const PIECE = 4096;
const encoder = new TextEncoder();
const bytes = new Uint8Array(3 * PIECE + 128);
const view = new DataView(bytes.buffer);
const words = new Int32Array(64);

/**
 * SHA-256 (FIPS 180-4) of the UTF-8 bytes. Implemented here because the core must run without a crypto
 * module.
 */
export function sha256(text: string): string {
  const hash = Int32Array.from(START);
  let total = 0;
  let waiting = 0;
  for (let at = 0; at < text.length;) {
    // Not between the halves of a surrogate pair; lone surrogates become U+FFFD.
    const isSplit = (text.charCodeAt(at + PIECE - 1) & 0xfc00) === 0xd800;
    const end = at + PIECE - (isSplit ? 1 : 0);
    const { written } = encoder.encodeInto(text.slice(at, end), bytes.subarray(waiting));
    total += written;
    waiting = readBlocks(hash, waiting + written);
    at = end;
  }
  readBlocks(hash, pad(waiting, total));
  return Array.from(hash, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Processes whole blocks of 64 bytes; returns how many bytes are left, moved to the start. */
function readBlocks(hash: Int32Array, size: number): number {
  const left = size % 64;
  for (let block = 0; block < size - left; block += 64) {
    for (let t = 0; t < 16; t++) words[t] = view.getInt32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const a = words[t - 15]!;
      const b = words[t - 2]!;
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words[t] = words[t - 16]! + s0 + words[t - 7]! + s1;
    }
    compress(hash);
  }
  bytes.copyWithin(0, size - left, size);
  return left;
}

function compress(hash: Int32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let t = 0; t < 64; t++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + K[t]! + words[t]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The end of the message: a one bit, zeros, and the length in bits. */
function pad(waiting: number, total: number): number {
  const size = waiting < 56 ? 64 : 128;
  bytes.fill(0, waiting, size);
  bytes[waiting] = 0x80;
  view.setUint32(size - 8, Math.floor(total / 0x20000000));
  view.setUint32(size - 4, (total << 3) >>> 0);
  return size;
}

/** The first 32 bits of the fractions of the cube roots of the first 64 primes. */
function roundConstants(): Int32Array {
  const found: number[] = [];
  for (let n = 2; found.length < 64; n++) {
    if (isPrime(n)) found.push(((Math.cbrt(n) % 1) * 0x100000000) | 0);
  }
  return Int32Array.from(found);
}

function isPrime(n: number): boolean {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
}
