import { bytes, load, LOOK } from './scan.js';
import { isTail } from './names.js';
import { LEAST_SECRET } from './shapes.js';

/** Letters, digits and the symbols inside keys: `_`, `+`, `/`, `.`, `~`, `-`. By byte. */
const WORD_UNITS = new Uint8Array(256);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/.~-')
  WORD_UNITS[sign.charCodeAt(0)] = 1;

export function isWordUnit(unit: number): boolean {
  return unit < 128 && WORD_UNITS[unit] === 1;
}

const EQUALS = 61;
const DASH = 45;
const STOP = 46;

const [BASIC, TOKEN, BEARER, APIKEY] = ['bac', 'ton', 'ber', 'apy'].map(
  (ends) => (ends.charCodeAt(0) << 16) | (ends.charCodeAt(1) << 8) | ends.charCodeAt(2),
);

/**
 * False if no word can be a secret or name one: most texts, in a third of the time of a full scan. A text
 * longer than one pass always gets a full scan.
 */
export function mayHide(text: string): boolean {
  if (text.length > LOOK) return true;
  const size = load(text);
  for (let from = 0, to = 0; from < size; from = to + 1) {
    to = from;
    while (WORD_UNITS[bytes[to]!] === 1) to++;
    if (to - from > 1 && isSuspect(from, to)) return true;
  }
  return false;
}

/** Long, or the end of a name that secrets have, an option, or the name of a scheme. */
function isSuspect(from: number, to: number): boolean {
  const length = to - from;
  // A word with up to two trailing `=` counts as longer.
  if (length >= LEAST_SECRET || (bytes[to] === EQUALS && length >= LEAST_SECRET - 2)) return true;
  if (bytes[from] === DASH) return true;
  // The full stop of a sentence is no part of a name.
  let end = to;
  while (end > from && bytes[end - 1] === STOP) end--;
  if (end - from < 3) return false;
  const last = bytes[end - 1]!;
  if (last >= 48 && last <= 57) return false;
  return isTail(last, bytes[end - 2]!, bytes[end - 3]!) || isScheme(from, length);
}

/** `basic`, `token`, `bearer`, `apikey`, by their length, their first two letters and their last one. */
function isScheme(from: number, length: number): boolean {
  if (length !== 5 && length !== 6) return false;
  const ends = ((bytes[from]! | 32) << 16) | ((bytes[from + 1]! | 32) << 8) | bytes[from + length - 1]! | 32;
  return length === 5 ? ends === BASIC || ends === TOKEN : ends === BEARER || ends === APIKEY;
}
