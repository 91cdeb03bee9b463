import { isCompoundName, partStart } from './compound-name.js';
import {
  bytes,
  CAPITAL,
  DIGIT,
  digitsEnd,
  FOLDED,
  isDigit,
  JOINT,
  KINDS,
  load,
  UNDERSCORE,
  WORD,
} from './scan.js';
import { isName, WORD_START } from './volatile-names.js';
import {
  clockEnd,
  durationEnd,
  idEnd,
  isEpoch,
  isJoined,
  isRandom,
  isRandomPart,
  isTag,
  joinedEnd,
  longDurationEnd,
  fractionEnd,
  uuidEnd,
} from './volatile-shapes.js';

/**
 * A text with what is volatile in it taken out: clock, duration, process, request id, attempt, address. One pass, no
 * regular expression, a bounded part of the text. What remains is hashed; meaningful numbers stay and are listed too.
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
  /** One hash a line that is not blank, with its volatile parts. */
  readonly lines: readonly number[];
  /** Nothing is left but volatile parts: a bare clock, a bare id. */
  readonly isVolatile: boolean;
  /** Something volatile was in it. */
  readonly isStamped: boolean;
}

const MAX_WORDS = 600;
const MAX_NUMBERS = 8;
const MAX_LINES = 200;

/** One mark stands for all that is volatile, and one for any number. */
const HIDDEN = 0x4d;
const NUMBER = 0x23;

/** More digits would not be exact, and an infinite number is not plain JSON. */
const ENOUGH = 1e14;

const ZERO = 48;
const DOT = 46;
const DASH = 45;
const NEWLINE = 10;
const NONE = -1;

// The state of the pass that is under way: two lanes for all but the numbers, one for these, one for the line.
let low = 0;
let high = 0;
let figures = 0;
let line = 0;
/** The words so far: a list that grows is copied each time. */
const found = new Array<number>(MAX_WORDS).fill(0);
let count = 0;
let numbers: number[] = [];
let lines: number[] = [];
let hidden = 0;
/** The word before was the name of something volatile: what comes now is its value. */
let named = false;
/** The word before, if nothing but a blank stands between. */
let lastWord = 0;

export function maskText(text: string): Masked {
  const size = load(text);
  begin();
  for (let at = readPlain(0); at < size; at = readPlain(at)) {
    const kind = KINDS[bytes[at]!]!;
    if ((kind & DIGIT) !== 0) at = readNumber(at);
    else if ((kind & WORD) !== 0) at = readWord(at);
    else at = readSigns(at, size);
  }
  endLine();
  return {
    print: joinLanes(low ^ figures, high ^ Math.imul(figures, 0x85ebca6b)),
    skeleton: joinLanes(low, high),
    numbers,
    words: found.slice(0, count),
    lines,
    isStamped: hidden > 0,
    isVolatile: hidden > 0 && count === 0 && numbers.length === 0,
  };
}

/** In `FOLDED`: part of a word, and what makes a word worth a closer look. */
const PART = WORD << 8;
const ODD = (DIGIT | CAPITAL | UNDERSCORE) << 8;
/** Shorter words are no start of a UUID. */
const UUID_START = 8;

/**
 * Plain words with one sign or blank between, which is most of any text: the same as `readWord` and `readSigns` do, but with
 * the state at hand, at twice the speed. Returns where something else begins.
 */
function readPlain(start: number): number {
  let a = low;
  let b = high;
  let c = line;
  let at = start;
  for (;;) {
    const sign = bytes[at]!;
    const kind = KINDS[sign]!;
    if ((kind & WORD) === 0) {
      if (sign === NEWLINE || (KINDS[bytes[at + 1]!]! & WORD) === 0) break;
      at++;
      if (kind !== 0) {
        a = Math.imul(a ^ Math.imul(sign, 0x01000193), 0x01000193);
        b = Math.imul(b ^ Math.imul(sign, 0x01000193), 0x85ebca6b) ^ (b >>> 13);
        c = Math.imul(c ^ sign, 0x9e3779b1);
        if (sign !== DASH) lastWord = 0;
        if ((kind & JOINT) === 0) named = false;
      }
    }
    let hash = WORD_START;
    let all = 0;
    let end = at;
    for (let unit = FOLDED[bytes[end]!]!; (unit & PART) !== 0; unit = FOLDED[bytes[++end]!]!) {
      hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
      all |= unit;
    }
    if ((all & ODD) !== 0 || (bytes[end] === DASH && (named || end - at >= UUID_START))) break;
    a = Math.imul(a ^ hash, 0x01000193);
    b = Math.imul(b ^ hash, 0x85ebca6b) ^ (b >>> 13);
    c = Math.imul(c ^ hash, 0x9e3779b1);
    if (count < MAX_WORDS) found[count++] = hash;
    named = isName(hash, lastWord);
    lastWord = hash;
    at = end;
  }
  low = a;
  high = b;
  line = c;
  return at;
}

function begin(): void {
  low = 0x811c9dc5;
  high = 0x9747b28c;
  figures = 0;
  line = 0;
  count = 0;
  numbers = [];
  lines = [];
  hidden = 0;
  named = false;
  lastWord = 0;
}

function joinLanes(a: number, b: number): number {
  return (b >>> 11) * 0x100000000 + (a >>> 0);
}

/** Into the print and the skeleton. */
function mixAll(value: number): void {
  low = Math.imul(low ^ value, 0x01000193);
  high = Math.imul(high ^ value, 0x85ebca6b) ^ (high >>> 13);
}

/** Into the line too. */
function mix(value: number): void {
  mixAll(value);
  line = Math.imul(line ^ value, 0x9e3779b1);
}

function endLine(): void {
  if (line !== 0 && lines.length < MAX_LINES) lines.push(line ^ (line >>> 15));
  line = 0;
}

/** Signs and blanks up to the next word or number. Where a line ends matters to the lines only. */
function readSigns(start: number, size: number): number {
  let signs = 0;
  let joints = JOINT;
  let at = start;
  for (let kind = KINDS[bytes[at]!]!; (kind & WORD) === 0 && at < size; kind = KINDS[bytes[++at]!]!) {
    const byte = bytes[at]!;
    if (byte === NEWLINE) endLine();
    if (kind === 0) continue;
    signs = Math.imul(signs ^ byte, 0x01000193);
    line = Math.imul(line ^ byte, 0x9e3779b1);
    joints &= kind;
  }
  if (signs === 0) return at;
  mixAll(signs);
  // `Request-Id` is `Request ID`.
  if (at > start + 1 || bytes[start] !== DASH) lastWord = 0;
  if (joints === 0) named = false;
  return at;
}

/** Takes out what stands from `start` to `end`; only the line keeps it. */
function hide(start: number, end: number): number {
  mixAll(HIDDEN);
  for (let at = start; at < end; at++) line = Math.imul(line ^ bytes[at]!, 0x9e3779b1);
  hidden++;
  named = false;
  lastWord = 0;
  return end;
}

function readWord(start: number): number {
  let hash = WORD_START;
  let all = 0;
  let at = start;
  for (let kind = KINDS[bytes[at]!]!; (kind & WORD) !== 0; kind = KINDS[bytes[++at]!]!) {
    hash = Math.imul(hash ^ (bytes[at]! | (kind & CAPITAL)), 0x01000193);
    all |= kind;
  }
  // Nearly all words are plain ones, and then there is nothing to look for.
  const isOdd = (all & (DIGIT | CAPITAL | UNDERSCORE)) !== 0 || bytes[at] === DASH;
  const end = isOdd ? hiddenEnd(start, at, (all & DIGIT) !== 0) : NONE;
  if (end > 0) return hide(start, end);
  keepWord(hash);
  named = isName(hash, lastWord) || ((all & (CAPITAL | UNDERSCORE)) !== 0 && isCompoundName(start, at));
  lastWord = hash;
  return at;
}

/** Where a volatile word ends, with all that belongs to it; -1 for a word that says something. */
function hiddenEnd(start: number, end: number, hasDigit: boolean): number {
  if (named && (hasDigit || isJoined(end))) return joinedEnd(end);
  const uuid = end - start >= 8 ? uuidEnd(end - 8) : NONE;
  if (uuid > 0) return uuid;
  if (!hasDigit) return NONE;
  return isRandom(start, end) || isRandomPart(partStart(start, end), end) || isTag(start, end) ? end : NONE;
}

function keepWord(hash: number): void {
  mix(hash);
  if (count < MAX_WORDS) found[count++] = hash;
}

/** A run of digits: part of a clock time, a date or an id, a duration, or a number that says something. */
function readNumber(start: number): number {
  const whole = digitsEnd(start);
  const shape = Math.max(clockEnd(start, whole), uuidEnd(start));
  if (shape > 0) return hide(start, shape);
  const end = fractionEnd(whole);
  if (named) return hide(start, joinedEnd(end));
  if (isEpoch(start, whole)) return hide(start, end);
  const goesOn = Math.max(durationEnd(end), idEnd(start, end));
  if (goesOn > 0) return hide(start, goesOn);
  // A rising one is all that some tools show of their progress: it is a number.
  const long = longDurationEnd(end);
  keepNumber(start, Math.max(end, long));
  return Math.max(end, long);
}

function keepNumber(start: number, end: number): void {
  let value = 0;
  /** Of a duration of several parts: hours, minutes. */
  let larger = 0;
  let scale = 1;
  let isFraction = false;
  let hash = NUMBER;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    hash = Math.imul(hash ^ byte, 0x01000193);
    if (byte === DOT) isFraction = true;
    else if (!isDigit(at)) {
      if (at + 1 < end && isDigit(at + 1)) {
        larger = (larger + value) * 60;
        value = 0;
      }
    } else if (value < ENOUGH) {
      value = value * 10 + byte - ZERO;
      if (isFraction) scale *= 10;
    }
  }
  figures = Math.imul(figures ^ hash, 0x85ebca6b) ^ (figures >>> 15);
  line = Math.imul(line ^ hash, 0x9e3779b1);
  mixAll(NUMBER);
  lastWord = 0;
  if (numbers.length < MAX_NUMBERS) numbers.push(larger + value / scale);
}
