import { classOf, DIGIT, isCjk, LETTER, lower } from './chars.js';
import { dateEnd } from './clock-token.js';
import { HASH_PRIME, HASH_START } from './hash.js';
import { codes, hashCodes, isDigitAt } from './piece.js';
import { CLOCK, followsId, ID, NUMBER, pushToken, pushWord, WORD } from './token-buffer.js';

/** Hashes of the units of time, in lower case. */
export type Units = ReadonlySet<number>;

const DOT = 46;
const COMMA = 44;
const MINUS = 45;
const BLANK = 32;
const HASH_SIGN = 35;
const UNDERSCORE = 95;
/** A double keeps no more; a longer number is an identifier. */
const MAX_DIGITS = 15;
/** `WO-30551`, `run_412`, `#1043`: this many digits after a symbol after a letter form an identifier. */
const MIN_SERIAL = 3;
/** `4892673d`: after this many digits, letters that are hexadecimal digits belong to a digest, not to a unit. */
const MIN_HEX_DIGITS = 6;
const SMALL_F = 102;
/** No unit of time is longer. */
const MAX_UNIT = 9;

/** A token that starts with a digit: a number, a time, an id or a version. Returns its end. */
export function scanNumber(start: number, to: number, units: Units): number {
  let end = start + 1;
  while (end < to && isDigitAt(end)) end++;
  const clock = dateEnd(start, end, to);
  if (clock >= 0) return pushWord(CLOCK, hashCodes(start, clock), clock);
  if (isTimeStamp(start, end)) return pushWord(CLOCK, 0, digitsAndDots(end, to));
  const next = end < to ? codes[end]! : 0;
  if (end - start > MAX_DIGITS && classOf(next) !== LETTER) return pushWord(ID, hashCodes(start, end), end);
  if (classOf(next) === LETTER && !isCjk(next)) return scanGlued(start, end, to, units);
  if (end - start >= MIN_SERIAL && isSerial(start) && !(next === DOT && isDigitAt(end + 1)))
    return pushWord(ID, hashCodes(start, end), end);
  const code = next === MINUS && end - start >= MIN_SERIAL ? codeEnd(end + 1, to) : end;
  if (code > end) return pushWord(ID, hashCodes(start, code), code);
  const isPoint = (next === DOT || next === COMMA) && isDigitAt(end + 1);
  if (isPoint && isVersion(end, to)) {
    const last = digitsAndDots(end, to);
    return pushWord(WORD, hashCodes(start, last), last);
  }
  return scanAmount(start, isPoint ? numberEnd(end, to) : end, to, units);
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, between 2001 and 2033. */
function isTimeStamp(start: number, end: number): boolean {
  const length = end - start;
  return (length === 10 || length === 13 || length === 16 || length === 19) && codes[start] === 49;
}

function isSerial(start: number): boolean {
  const sign = codes[start - 1];
  if (sign === HASH_SIGN) return true;
  const isJoined = sign === MINUS || sign === UNDERSCORE;
  return isJoined && ((classOf(codes[start - 2]!) & LETTER) !== 0 || followsId(start));
}

/** `7731-A`: digits and one capital. The end of the code; 0 if it is none. */
function codeEnd(at: number, to: number): number {
  const capital = at < to ? codes[at]! : 0;
  const isAlone = (classOf(codes[at + 1]!) & (LETTER | DIGIT)) === 0;
  return capital > 64 && capital < 91 && isAlone ? at + 1 : 0;
}

function digitsAndDots(from: number, to: number): number {
  let at = from;
  while (at < to && (isDigitAt(at) || (codes[at] === DOT && isDigitAt(at + 1)))) at++;
  return at;
}

/** `1.2.3`, `10.0.0.1`: numbers with more than one dot. `dot` is the position of the first. */
function isVersion(dot: number, to: number): boolean {
  if (codes[dot] !== DOT) return false;
  let at = dot + 1;
  while (at < to && isDigitAt(at)) at++;
  return codes[at] === DOT && isDigitAt(at + 1);
}

/** `1,234,567.89`: the end of the number. `1,5` is two numbers. */
function numberEnd(first: number, to: number): number {
  let at = first;
  while (codes[at] === COMMA && isGroup(at + 1)) at += 4;
  if (codes[at] !== DOT || !isDigitAt(at + 1)) return Math.min(at, to);
  at++;
  while (at < to && isDigitAt(at)) at++;
  return Math.min(at, to);
}

/** Exactly three digits. */
function isGroup(at: number): boolean {
  return isDigitAt(at) && isDigitAt(at + 1) && isDigitAt(at + 2) && !isDigitAt(at + 3);
}

/** A plain number, perhaps with a unit after it: `0.31s`, `12 ms`, `5 seconds`, `20MB`. */
function scanAmount(start: number, end: number, to: number, units: Units): number {
  const value = readValue(start, end);
  const from = codes[end] === BLANK ? end + 1 : end;
  const last = unitEnd(from, to);
  // `21.0 s` is a duration; `5 s` may be anything.
  const isUnit = last > from && (from === end || last - from > 1 || hasPoint(start, end));
  if (isUnit && units.has(hashCodes(from, last))) return pushToken(CLOCK, 0, value, last);
  const isNegative = codes[start - 1] === MINUS && (classOf(codes[start - 2]!) & (LETTER | DIGIT)) === 0;
  return pushToken(NUMBER, 0, isNegative ? -value : value, from === end && last > end ? last : end);
}

function hasPoint(start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (codes[at] === DOT) return true;
  return false;
}

/** The end of a few letters; `from` if they are not a separate word. */
function unitEnd(from: number, to: number): number {
  let at = from;
  while (at < to && at - from < MAX_UNIT && isAsciiLetter(codes[at]!)) at++;
  return at < to && (classOf(codes[at]!) & (LETTER | DIGIT)) !== 0 ? from : at;
}

function isAsciiLetter(code: number): boolean {
  const small = code | BLANK;
  return small >= 97 && small <= 122;
}

/** Digits with groups and a fraction. Integers this small divide to the nearest double. */
function readValue(start: number, end: number): number {
  let value = 0;
  let digits = 0;
  let scale = 0;
  for (let at = start; at < end && digits < MAX_DIGITS; at++) {
    const code = codes[at]!;
    if (code === DOT) scale = 1;
    if (code === DOT || code === COMMA) continue;
    value = value * 10 + code - 48;
    scale *= 10;
    digits++;
  }
  return scale === 0 ? value : value / scale;
}

/** Letters directly after digits: a duration, a number with another unit, or an id. */
function scanGlued(start: number, letters: number, to: number, units: Units): number {
  let hash = HASH_START;
  for (let i = start; i < letters; i++) hash = Math.imul(hash ^ codes[i]!, HASH_PRIME);
  let isMixed = false;
  let isHex = letters - start >= MIN_HEX_DIGITS;
  let end = letters;
  for (; end < to; end++) {
    const code = codes[end]!;
    const kind = classOf(code);
    if (kind === DIGIT) isMixed = true;
    else if (kind !== LETTER) break;
    if (lower(code) > SMALL_F) isHex = false;
    hash = Math.imul(hash ^ lower(code), HASH_PRIME);
  }
  if (isHex) return pushWord(ID, hash >>> 1, end);
  if (isDuration(letters, end, units)) return pushWord(CLOCK, 0, end);
  if (isMixed || end - letters > 3 || followsId(start)) return pushWord(ID, hash >>> 1, end);
  return pushToken(NUMBER, 0, readValue(start, letters), end);
}

/** After the first digits: `s`, `ms`, `h30m`, `m5s`; each unit is one of time. */
function isDuration(from: number, to: number, units: Units): boolean {
  let at = from;
  while (at < to) {
    let end = at;
    while (end < to && !isDigitAt(end)) end++;
    if (end - at > MAX_UNIT || !units.has(hashCodes(at, end))) return false;
    while (end < to && isDigitAt(end)) end++;
    at = end;
  }
  return true;
}
