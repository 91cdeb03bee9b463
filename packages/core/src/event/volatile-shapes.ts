import { bytes, CAPITAL, DIGIT, digitsEnd, HEX, isDigit, isWord, KINDS, LETTER, WIDE } from './scan.js';
import { isTimeUnit, WORD_START } from './volatile-names.js';

/** Shapes of what changes from look to look. Each takes a place in the loaded text and returns where it ends, or -1. */
const NONE = -1;

const BLANK = 32;
const COMMA = 44;
const DASH = 45;
const DOT = 46;
const COLON = 58;
const PLUS = 43;
const T = 84;
const ZERO = 48;
const ONE = 49;
const Z = 90;
const X = 120;

const UUID = [8, 4, 4, 4, 12];

/** 8-4-4-4-12 hexadecimal digits. */
export function uuidEnd(from: number): number {
  if (bytes[from + 8] !== DASH) return NONE;
  let at = from;
  for (const length of UUID) {
    for (const end = at + length; at < end; at++) if ((KINDS[bytes[at]!]! & HEX) === 0) return NONE;
    if (length < 12 && bytes[at++] !== DASH) return NONE;
  }
  return at;
}

/** `2026-09-14`, `2026-09-14T09:12:03.123Z`, `09:12:03`, `09:12`; the first digits end at `whole`. */
export function clockEnd(from: number, whole: number): number {
  if (bytes[whole] === DASH && whole === from + 4) return dateEnd(from);
  const isTime = bytes[whole] === COLON && whole === from + 2 && digitsEnd(whole + 1) === whole + 3;
  return isTime ? timeEnd(from) : NONE;
}

function dateEnd(from: number): number {
  if (bytes[from + 7] !== DASH || !isTwo(from + 5) || !isTwo(from + 8)) return NONE;
  const end = from + 10;
  const hasTime = (bytes[end] === T || bytes[end] === BLANK) && isTwo(end + 1) && bytes[end + 3] === COLON;
  return hasTime ? timeEnd(end + 1) : end;
}

function isTwo(from: number): boolean {
  return isDigit(from) && isDigit(from + 1);
}

/** From `09:12` on: seconds, a fraction, a zone. */
function timeEnd(from: number): number {
  let end = from + 5;
  if (bytes[end] === COLON && isTwo(end + 1)) end += 3;
  if ((bytes[end] === DOT || bytes[end] === COMMA) && isDigit(end + 1)) end = digitsEnd(end + 1);
  if (bytes[end] === Z) return end + 1;
  const hasZone = (bytes[end] === PLUS || bytes[end] === DASH) && isTwo(end + 1);
  if (!hasZone) return end;
  return bytes[end + 3] === COLON ? end + 6 : end + 5;
}

/** Seconds since 1970, or thousandths, millionths, billionths; of this century's first third. */
export function isEpoch(from: number, whole: number): boolean {
  const length = whole - from;
  return length >= 10 && length <= 19 && length % 3 === 1 && bytes[from] === ONE;
}

/** Behind digits: the end of the fraction, if there is one. */
export function fractionEnd(from: number): number {
  return bytes[from] === DOT && isDigit(from + 1) ? digitsEnd(from + 1) : from;
}

const MAX_UNIT = 12;

/** Behind a number: the unit of a duration. `ms`, ` minutes`. */
export function durationEnd(from: number): number {
  const isApart = bytes[from] === BLANK;
  const end = unitEnd(isApart ? from + 1 : from, isApart);
  return end > 0 && isDigit(end) ? NONE : end;
}

/** The same of a duration of several parts: `m46s`. */
export function longDurationEnd(from: number): number {
  const end = unitEnd(from, false);
  return end > 0 && isDigit(end) ? longDurationEnd(digitsEnd(end)) : end;
}

function unitEnd(from: number, isApart: boolean): number {
  if ((KINDS[bytes[from]!]! & LETTER) === 0) return NONE;
  let hash = WORD_START;
  let at = from;
  for (; (KINDS[bytes[at]!]! & LETTER) !== 0; at++) {
    if (at - from > MAX_UNIT) return NONE;
    hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  }
  return isTimeUnit(hash, isApart) ? at : NONE;
}

/** Digits that go on as letters at `end`: `2f0b4c47`, `0x7ffd3c`. A short one such as `3rd` or `5G` is a word of its own. */
export function idEnd(from: number, end: number): number {
  if (!isWord(end)) return NONE;
  let at = end;
  while (isWord(at)) at++;
  const isAddress = bytes[from] === ZERO && bytes[from + 1] === X && at - from >= 6 && isHex(from + 2, at);
  return isAddress || isRandom(from, at) || isTag(from, at) ? at : NONE;
}

const QUOTE = 34;
const HASH = 35;
const EQUALS = 61;
const MIN_TAG = 4;
/** A value between quotes may be a word of four letters. */
const MIN_QUOTED = 5;

/** Short, but hung on to something like a tag: `worker#fd8a`, `next=6a5aeb`, `pod-7d9c2-009c5`, `"17ca21"`. Codes such as `E0308` have capitals. */
export function isTag(from: number, end: number): boolean {
  const hook = from === 0 ? 0 : bytes[from - 1];
  const isQuoted = hook === QUOTE && bytes[end] === QUOTE && end - from >= MIN_QUOTED;
  if (end - from < MIN_TAG || (hook !== HASH && hook !== EQUALS && hook !== DASH && !isQuoted)) return false;
  return isMixedHex(from, end);
}

/** Small letters and digits, some of each. */
function isMixedHex(from: number, end: number): boolean {
  let all = 0;
  for (let at = from; at < end; at++) {
    const kind = KINDS[bytes[at]!]!;
    if ((kind & HEX) === 0 || (kind & CAPITAL) !== 0) return false;
    all |= kind;
  }
  return (all & DIGIT) !== 0 && (all & LETTER) !== 0;
}

/** Looks random: hexadecimal with letters and digits, or long with many digits. */
export function isRandom(from: number, end: number): boolean {
  const length = end - from;
  if (length < 7) return false;
  let all = 0;
  let digits = 0;
  let hex = 0;
  for (let at = from; at < end; at++) {
    const kind = KINDS[bytes[at]!]!;
    all |= kind;
    digits += kind & DIGIT;
    hex += kind & HEX;
  }
  if (digits === 0 || (all & WIDE) !== 0) return false;
  return (hex === HEX * length && digits < length) || (length >= 16 && digits >= 4);
}

/** The last part of `mem_a9aff9e0` is hexadecimal and long enough to be random. */
export function isRandomPart(from: number, end: number): boolean {
  return isHex(from, end) && (end - from >= 7 || (end - from === 6 && isMixedHex(from, end)));
}

function isHex(from: number, end: number): boolean {
  for (let at = from; at < end; at++) if ((KINDS[bytes[at]!]! & HEX) === 0) return false;
  return true;
}

/** A value made of parts goes on: `neat-cloud`, `req-7f`. */
export function isJoined(at: number): boolean {
  return bytes[at] === DASH && isWord(at + 1);
}

export function joinedEnd(from: number): number {
  let at = from;
  while (isWord(at) || isJoined(at)) at++;
  return at;
}
