import { isTimeUnit, isVolatileName, WORD_START } from './volatile-names.js';

/**
 * A text with what is volatile in it taken out: clock, duration, process, request id, attempt, address. One pass, no
 * regular expression, at most LOOK characters. What remains is hashed; meaningful numbers stay and are listed too.
 */
export interface Masked {
  /** Equal for texts that differ in volatile parts only. */
  readonly print: number;
  /** Equal for texts that differ in volatile parts and numbers only. */
  readonly skeleton: number;
  /** The first numbers that are not volatile. */
  readonly numbers: readonly number[];
  /** One hash a word (case folded), without numbers and volatile parts. */
  readonly words: readonly number[];
  /** Nothing is left but volatile parts: a bare clock, a bare id. */
  readonly isVolatile: boolean;
}

const LOOK = 8192;
const MAX_WORDS = 600;
const MAX_NUMBERS = 8;

const BLANK = 0;
const SIGN = 1;
const LETTER = 2;
const DIGIT = 3;
const KIND = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit <= 32) return BLANK;
  if (unit >= 48 && unit <= 57) return DIGIT;
  const lower = unit | 32;
  return (lower >= 97 && lower <= 122) || unit === 95 ? LETTER : SIGN;
});

const COLON = 58;
const DASH = 45;
const DOT = 46;
const EQUALS = 61;
const UNDERSCORE = 95;

// The state of the pass that is under way.
let text = '';
let at = 0;
let low = 0;
let high = 0;
let bare = 0;
let words: number[] = [];
let numbers: number[] = [];
let kept = 0;
let masked = 0;
/** The word before was the name of something volatile: what comes now is its value. */
let named = false;

export function maskText(whole: string): Masked {
  text = whole.length > LOOK ? whole.slice(0, LOOK / 2) + whole.slice(-LOOK / 2) : whole;
  at = 0;
  low = 0x811c9dc5;
  high = 0x9747b28c;
  bare = 0x2f0b4c47;
  words = [];
  numbers = [];
  kept = 0;
  masked = 0;
  named = false;
  while (at < text.length) {
    const kind = kindAt(at);
    if (kind === LETTER) readWord();
    else if (kind === DIGIT) readDigits();
    else {
      if (kind === SIGN) readSign();
      at++;
    }
  }
  return { print: (high >>> 11) * 0x100000000 + (low >>> 0), skeleton: bare >>> 0, numbers, words, isVolatile: masked > 0 && kept === 0 };
}

function kindAt(i: number): number {
  const unit = text.charCodeAt(i);
  return unit < 128 ? KIND[unit]! : i < text.length ? LETTER : BLANK;
}

function mixBoth(value: number): void {
  low = Math.imul(low ^ value, 0x01000193);
  high = Math.imul(high ^ value, 0x85ebca6b) ^ (high >>> 13);
}

function mixBare(value: number): void {
  bare = Math.imul(bare ^ value, 0x01000193) ^ (bare >>> 15);
}

function readSign(): void {
  const unit = text.charCodeAt(at);
  mixBoth(unit);
  mixBare(unit);
  // These may stand between a name and its value: : = " ' # ( [
  const joins = unit === COLON || unit === EQUALS || unit === 34 || unit === 39 || unit === 35 || unit === 40 || unit === 91;
  if (!joins) named = false;
}

/** Takes out what was read since `start`: one mark stands for all that is volatile. */
function hide(): void {
  mixBoth(0x4d);
  mixBare(0x4d);
  masked++;
  named = false;
}

function readWord(): void {
  const start = at;
  let hash = WORD_START;
  let digits = 0;
  let hex = 0;
  let part = start;
  let before = 0;
  while (at < text.length) {
    const unit = text.charCodeAt(at);
    const kind = unit < 128 ? KIND[unit]! : LETTER;
    if (kind < LETTER) break;
    const lower = unit >= 65 && unit <= 90 ? unit + 32 : unit;
    if (kind === DIGIT) digits++;
    if (kind === DIGIT || (lower >= 97 && lower <= 102)) hex++;
    hash = Math.imul(hash ^ lower, 0x01000193);
    // Where the last part of a compound name begins: `query_ms`, `idleForSeconds`.
    if (unit === UNDERSCORE) part = at + 1;
    else if (lower !== unit && before >= 97 && before <= 122) part = at;
    before = unit;
    at++;
  }
  const length = at - start;
  if (named && (digits > 0 || isJoined())) {
    skipJoined();
    hide();
  } else if (digits > 0 && (isId(length, digits, hex) || (part > start && isIdPart(part)))) hide();
  else if (hex === 8 && length === 8 && skipUuid(start)) hide();
  else {
    keepWord(hash);
    named = isVolatileName(hash, text, start, part, at);
  }
}

/** `neat-cloud`, `req-7f`: a value made of parts. */
function isJoined(): boolean {
  return text.charCodeAt(at) === DASH && kindAt(at + 1) >= LETTER;
}

function skipJoined(): void {
  while ((text.charCodeAt(at) === DASH && kindAt(at + 1) >= LETTER) || kindAt(at) >= LETTER) at++;
}

/** Random looking: hexadecimal with letters and digits, or long with many digits. */
function isId(length: number, digits: number, hex: number): boolean {
  if (digits === 0) return false;
  return (hex === length && length >= 7 && digits < length) || (length >= 16 && digits >= 4) || isAddress(length, hex);
}

/** `mem_a9aff9e0`: the last part is hexadecimal, with a digit, and long enough to be random. */
function isIdPart(part: number): boolean {
  if (at - part < 7) return false;
  let digits = 0;
  for (let i = part; i < at; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 48 && unit <= 57) digits++;
    else if ((unit | 32) < 97 || (unit | 32) > 102) return false;
  }
  return digits > 0;
}

function isAddress(length: number, hex: number): boolean {
  return length >= 6 && hex === length - 1 && text.charCodeAt(at - length) === 48 && text.charCodeAt(at - length + 1) === 120;
}

function keepWord(hash: number): void {
  mixBoth(hash);
  mixBare(hash);
  kept++;
  if (words.length < MAX_WORDS) words.push(hash);
}

/** A run of digits: part of a clock time, a date or an id, a duration, or a number that says something. */
function readDigits(): void {
  const start = at;
  if (skipUuid(start) || skipClock(start)) {
    hide();
    return;
  }
  while (kindAt(at) === DIGIT) at++;
  const whole = at - start;
  if (text.charCodeAt(at) === DOT && kindAt(at + 1) === DIGIT) {
    at++;
    while (kindAt(at) === DIGIT) at++;
  }
  const end = at;
  if (named) skipJoined();
  if (named || isEpoch(start, whole) || skipUnit() || skipId(start)) {
    hide();
    return;
  }
  keepNumber(start, end);
}

function keepNumber(start: number, end: number): void {
  const value = Number(text.slice(start, end));
  if (numbers.length < MAX_NUMBERS) numbers.push(value);
  kept++;
  for (let i = start; i < end; i++) mixBoth(text.charCodeAt(i));
  mixBare(0x23);
}

/** Seconds or milliseconds since 1970, of this century's first half. */
function isEpoch(start: number, whole: number): boolean {
  return (whole === 10 || whole === 13) && text.charCodeAt(start) === 49;
}

/** `12ms`, `0.58s`, `4 minutes` */
function skipUnit(): boolean {
  const from = text.charCodeAt(at) === 32 ? at + 1 : at;
  let end = from;
  while (end < text.length && kindAt(end) === LETTER) end++;
  if (end === from || end - from > 12 || kindAt(end) === DIGIT || !isTimeUnit(text.slice(from, end), from > at)) return false;
  at = end;
  return true;
}

/** Digits that go on as letters: `2f0b4c47`. A short one such as `3rd` or `5G` is a word of its own. */
function skipId(start: number): boolean {
  if (kindAt(at) !== LETTER) return false;
  let end = at;
  let hex = at - start;
  let digits = hex;
  for (; end < text.length && kindAt(end) >= LETTER; end++) {
    const lower = text.charCodeAt(end) | 32;
    if (kindAt(end) === DIGIT) digits++;
    if (kindAt(end) === DIGIT || (lower >= 97 && lower <= 102)) hex++;
  }
  const length = end - start;
  const keep = at;
  at = end;
  if (isId(length, digits, hex)) return true;
  at = keep;
  return false;
}

/** 8-4-4-4-12 hexadecimal digits. */
function skipUuid(start: number): boolean {
  if (text.charCodeAt(start + 8) !== DASH || text.charCodeAt(start + 13) !== DASH || text.charCodeAt(start + 23) !== DASH) return false;
  for (let i = start; i < start + 36; i++) {
    const isDash = i === start + 8 || i === start + 13 || i === start + 18 || i === start + 23;
    const unit = text.charCodeAt(i);
    const isHex = (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 102);
    if (isDash ? unit !== DASH : !isHex) return false;
  }
  at = start + 36;
  return true;
}

/** `2026-09-14`, `2026-09-14T09:12:03.123Z`, `09:12:03`, `09:12`. */
function skipClock(start: number): boolean {
  let end = start;
  if (isDigits(end, 4) && text.charCodeAt(end + 4) === DASH && isDigits(end + 5, 2) && text.charCodeAt(end + 7) === DASH && isDigits(end + 8, 2)) {
    end += 10;
    const next = text.charCodeAt(end);
    const hasTime = (next === 84 || next === 32) && isDigits(end + 1, 2) && text.charCodeAt(end + 3) === COLON;
    at = hasTime ? skipTime(end + 1) : end;
    return true;
  }
  if (!(isDigits(start, 2) && text.charCodeAt(start + 2) === COLON && isDigits(start + 3, 2)) || kindAt(start + 5) === DIGIT) return false;
  at = skipTime(start);
  return true;
}

function skipTime(start: number): number {
  let end = start + 5;
  if (text.charCodeAt(end) === COLON && isDigits(end + 1, 2)) end += 3;
  if (text.charCodeAt(end) === DOT || text.charCodeAt(end) === 44) {
    let fraction = end + 1;
    while (kindAt(fraction) === DIGIT) fraction++;
    if (fraction > end + 1) end = fraction;
  }
  if (text.charCodeAt(end) === 90) return end + 1;
  const sign = text.charCodeAt(end);
  const hasZone = (sign === 43 || sign === DASH) && isDigits(end + 1, 2);
  if (!hasZone) return end;
  return text.charCodeAt(end + 3) === COLON ? end + 6 : end + 5;
}

function isDigits(from: number, count: number): boolean {
  for (let i = from; i < from + count; i++) if (kindAt(i) !== DIGIT) return false;
  return true;
}
