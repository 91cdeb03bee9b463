import { ENCODED_DATA, HARMLESS_ID } from './table.js';

const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;

function classOf(unit: number): number {
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit >= 65 && unit <= 90) return UPPER;
  return unit >= 48 && unit <= 57 ? DIGIT : OTHER;
}

/** Shorter words are ids (of 21, 24 or 27 characters) as often as secrets. */
const LEAST_MIXED = 28;
const LEAST_PLAIN = 30;
/**
 * Random text switches between letters and digits at 0.45 of all positions (not counting a capital before a
 * lower-case letter), names at 0.2.
 */
const CHANGES = 0.27;
/** The scanned part of a longer word. */
const LOOK = 512;

interface Mix {
  readonly counts: [other: number, lower: number, upper: number, digits: number];
  pairs: number;
  changes: number;
}

/**
 * Letters and digits without the order of a name. Hex digests and UUIDs count as names: a commit is not a
 * secret.
 */
export function isRandom(word: string): boolean {
  if (word.length < LEAST_MIXED || HARMLESS_ID.test(word)) return false;
  if (PREFIXED_HEX.test(word) || HEX_WITH_REGION.test(word)) return true;
  if (ENCODED_DATA.test(word) || isEncodedText(word)) return false;
  const mix: Mix = { counts: [0, 0, 0, 0], pairs: 0, changes: 0 };
  let hex = 0;
  const end = Math.min(word.length, LOOK);
  for (let from = startOf(word), to = 0; from < end; from = to + 1) {
    for (to = from; to < end && classOf(word.charCodeAt(to)) !== OTHER;) to++;
    if (!isHex(word, from, to)) addPart(mix, word, from, to);
    else if (to - from >= LEAST_HEX) hex += to - from;
  }
  return isRandomMix(mix, hex);
}

/** A long hexadecimal part counts only next to another random part: a digest of content has a name next to it. */
function isRandomMix({ counts, pairs, changes }: Mix, hex: number): boolean {
  const [, lower, upper, digits] = counts;
  const signs = lower + upper + digits;
  const isMixed = lower > 1 && upper > 1;
  const least = !isMixed ? LEAST_PLAIN : hex > 0 ? LEAST_BESIDE_HEX : LEAST_MIXED;
  if (signs < least || digits < signs / (isMixed ? 20 : 7)) return false;
  return changes >= CHANGES * pairs;
}

const LEAST_HEX = 32;
const LEAST_BESIDE_HEX = 16;

/** The issuer's prefix before the digits: `bkua_…`, in either case. Hexadecimal digits without one are a digest. */
const PREFIXED_HEX = /^[a-z][a-z0-9]{1,9}_[0-9a-f]{32,512}$/i;
/**
 * The region of the account behind 128 bits: `…-eu1`. A commit with a tag behind it is longer, the count of parts in an
 * ETag has no letters, and the name of a platform has more of them.
 */
const HEX_WITH_REGION = /^[0-9a-f]{32}-[a-z]{2}\d{1,2}$/i;

/** A short prefix of letters does not belong to the random rest. */
function startOf(word: string): number {
  const prefix = /^[A-Za-z]{1,8}[_-]/.exec(word);
  return prefix ? prefix[0].length : 0;
}

function isHex(word: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const lower = word.charCodeAt(i) | 32;
    if (lower > 102) return false;
  }
  return true;
}

function addPart(mix: Mix, word: string, from: number, to: number): void {
  let before = OTHER;
  for (let i = from; i < to; i++) {
    const now = classOf(word.charCodeAt(i));
    mix.counts[now]!++;
    if (before !== OTHER) {
      mix.pairs++;
      if (now !== before && !(before === UPPER && now === LOWER)) mix.changes++;
    }
    before = now;
  }
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;
/** Eighteen printable bytes in a row are no coincidence. */
const LEAST_TEXT = 24;

/** base64 of readable text: the content of a file, a cursor. */
function isEncodedText(word: string): boolean {
  if (word.length < LEAST_TEXT) return false;
  const end = Math.min(word.length, 64) & ~3;
  for (let i = 0; i < end; i += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => VALUES[word.charCodeAt(i + k)] ?? -1) as [
      ...[number, number, number, number],
    ];
    if (Math.min(a, b, c, d) < 0) return word.charCodeAt(i + 3) === 61 && i >= LEAST_TEXT;
    const bits = (a << 18) | (b << 12) | (c << 6) | d;
    if (!isPrintable(bits >> 16) || !isPrintable((bits >> 8) & 255) || !isPrintable(bits & 255)) return false;
  }
  return true;
}

function isPrintable(byte: number): boolean {
  return (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9;
}

/**
 * After a name that secrets share with other things: sixteen random letters and digits, or hexadecimal ones.
 */
export function isRandomValue(value: string): boolean {
  if (value.length < 16 || value.length > 4096 || /[^\w+/=~.%-]/.test(value)) return false;
  const runs = value.split(/[-_.]/);
  const longest = runs.reduce((most, run) => (run.length > most.length ? run : most), '');
  const isWhole = longest.length >= 16 && longest.length >= 0.6 * value.length;
  return (isWhole || isUuid(value)) && /\d/.test(value) && /[A-Za-z]/.test(value);
}

function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(value);
}
