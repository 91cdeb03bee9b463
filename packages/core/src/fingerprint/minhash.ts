/**
 * The similarity of two texts, in 128 bytes per text: the words (case folded, without numbers) fall into 128
 * bins, and each bin keeps one byte of its smallest hash (one-permutation MinHash). Four bins to a number, so
 * that comparing is a matter of 32 steps; plain in JSON.
 */
export type MinHash = readonly number[];

const BINS = 128;
const NUMBERS = BINS / 4;
const LOOK = 6144;
const NONE = 0xffffffff;

const smallest = new Uint32Array(BINS);

/** Reads at most 6 kB: the head and the tail of a longer text. */
export function minHash(text: string): MinHash {
  smallest.fill(NONE);
  if (text.length <= LOOK) addWords(text, 0, text.length);
  else {
    addWords(text, 0, LOOK / 2);
    addWords(text, text.length - LOOK / 2, text.length);
  }
  const packed = new Array<number>(NUMBERS);
  for (let i = 0; i < NUMBERS; i++) {
    const k = 4 * i;
    packed[i] = byteOf(k) | (byteOf(k + 1) << 8) | (byteOf(k + 2) << 16) | (byteOf(k + 3) << 24);
  }
  return packed;
}

/** 0 for an empty bin, else 1 to 255. */
function byteOf(bin: number): number {
  const hash = smallest[bin]!;
  return hash === NONE ? 0 : (hash % 255) + 1;
}

/** An estimate of shared words / all words; two texts without words have similarity 1. */
export function likeness(a: MinHash, b: MinHash): number {
  let different = 0;
  let used = 0;
  for (let i = 0; i < NUMBERS; i++) {
    const x = a[i]!;
    const y = b[i]!;
    different += bytesSet(x ^ y);
    used += bytesSet(x | y);
  }
  return used === 0 ? 1 : 1 - different / used;
}

/** How many of the four bytes are not zero. */
function bytesSet(word: number): number {
  const high = (((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) & 0x80808080;
  return Math.imul(high >>> 7, 0x01010101) >>> 24;
}

function addWords(text: string, from: number, to: number): void {
  let hash = 0;
  for (let i = from; i <= to; i++) {
    const unit = i < to ? text.charCodeAt(i) : 32;
    const lower = unit | 32;
    if ((lower >= 97 && lower <= 122) || unit > 127) {
      hash = (Math.imul(hash, 31) + lower) | 0;
      continue;
    }
    if (hash === 0) continue;
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    const spread = (mixed ^ (mixed >>> 13)) >>> 0;
    const bin = spread & (BINS - 1);
    const rest = spread >>> 7;
    if (rest < smallest[bin]!) smallest[bin] = rest;
    hash = 0;
  }
}
