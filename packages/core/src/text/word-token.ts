import { classOf, DIGIT, isCjk, LETTER, lower } from './chars.js';
import { HASH_PRIME, HASH_START } from './hash.js';
import { scanNumber, type Units } from './number-token.js';
import { codes, hashCodes } from './piece.js';
import { followsId, ID, pushWord, WORD } from './token-buffer.js';

const UUID_LENGTH = 36;
/** A longer sequence is not a word. */
const MAX_WORD = 40;
const SMALL_F = 102;
const VOWELS = new Set(Array.from('aeiouy', (vowel) => vowel.charCodeAt(0)));
/** Fewer letters without a vowel may be an abbreviation. */
const MIN_DRAWN = 5;

/** Lower-case ASCII; 0 for characters that are not letters. */
const SMALL = new Uint8Array(128);
for (let code = 0; code < 128; code++) if (classOf(code) === LETTER) SMALL[code] = lower(code);

export function isUuid(at: number): boolean {
  return (
    codes[at + 8] === 45 &&
    codes[at + 13] === 45 &&
    codes[at + 18] === 45 &&
    codes[at + 23] === 45 &&
    (classOf(codes[at + UUID_LENGTH - 1]!) & (LETTER | DIGIT)) !== 0
  );
}

/** A word, an id, or a word followed by a number. Returns its end. */
export function scanWord(start: number, to: number, units: Units): number {
  // Most words are plain letters, and most of the time goes into this loop. A zero follows the text.
  let hash = HASH_START;
  let i = start;
  let code = codes[i]!;
  while (code < 128 && SMALL[code] !== 0) {
    hash = Math.imul(hash ^ SMALL[code]!, HASH_PRIME);
    code = codes[++i]!;
  }
  if ((classOf(code) & (LETTER | DIGIT)) !== 0) return scanMixed(start, to, units);
  if (i - start === 8 && isUuid(start) && isHex(start, i)) return pushUuid(start);
  const isId = i - start >= 10 ? isRandom(start, i) : followsId(start) && hasNoVowel(start, i);
  return pushWord(isId ? ID : WORD, hash >>> 1, i);
}

function scanMixed(start: number, to: number, units: Units): number {
  let hash = HASH_START;
  let prefix = 0;
  let firstDigit = -1;
  let switches = 0;
  let last = LETTER;
  let isHex = true;
  let i = start;
  for (; i < to; i++) {
    const code = codes[i]!;
    const kind = classOf(code);
    if ((kind !== LETTER && kind !== DIGIT) || isCjk(code)) break;
    const small = lower(code);
    if (kind !== last) {
      switches++;
      last = kind;
      if (firstDigit < 0) {
        firstDigit = i;
        prefix = hash;
      }
    }
    if (kind === LETTER && small > SMALL_F) isHex = false;
    hash = Math.imul(hash ^ small, HASH_PRIME);
  }
  const length = i - start;
  if (isHex && length === 8 && isUuid(start)) return pushUuid(start);
  if (firstDigit < 0) return pushWord(isRandom(start, i) ? ID : WORD, hash >>> 1, i);
  const isPart = followsId(start);
  if (switches > 1)
    return pushWord(
      isPart || switches > 2 || length >= 5 || (isHex && length >= 4) ? ID : WORD,
      hash >>> 1,
      i,
    );
  const isId = isPart || (i - firstDigit >= 4 && length > 5) || (isHex && length >= 7);
  if (isId) return pushWord(ID, hash >>> 1, i);
  // Letters, then a few digits: `test12`, `v3`.
  if (!isCode(start, firstDigit)) pushWord(WORD, prefix >>> 1, firstDigit);
  return scanNumber(firstDigit, to, units);
}

/** If there is one. Returns its end. */
export function pushUuid(at: number): number {
  const end = at + UUID_LENGTH;
  return pushWord(ID, hashCodes(at, end), end);
}

function isHex(from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (lower(codes[i]!) > SMALL_F) return false;
  return true;
}

/** Random letters change case often; names only at the start of their words. */
function isRandom(from: number, to: number): boolean {
  const length = to - from;
  if (length < 10) return false;
  if (length >= MAX_WORD) return true;
  let switches = 0;
  let wasCapital = isCapital(codes[from]!);
  for (let i = from + 1; i < to; i++) {
    const is = isCapital(codes[i]!);
    if (is !== wasCapital) switches++;
    wasCapital = is;
  }
  return switches > length / 4;
}

function isCapital(code: number): boolean {
  return code > 64 && code < 91;
}

/** Letters that were drawn so that they form no word: `xkvbz`. */
function hasNoVowel(from: number, to: number): boolean {
  if (to - from < MIN_DRAWN) return false;
  for (let i = from; i < to; i++) if (VOWELS.has(lower(codes[i]!))) return false;
  return true;
}

/** `EEEGJ2`: capitals with a digit are a code that happens to have its digits at the end. */
function isCode(from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isCapital(codes[i]!)) return false;
  return to - from > 2;
}
