import { MAX_AHEAD, RING_MASK } from './char-run.js';
import { BLANK, DIGIT, IDEOGRAPH, LETTER, MARK, signOf, STOP } from './signs.js';
import { CLOCK, FULL, HALF, NOTHING, NUMBER, THIN, TIED, UNIT } from './word-run.js';

/**
 * How far the cutting of a stream into words, marks and ends has come. Letters and the digits behind them are one word; digits
 * before letters, as in `14ms`, are a number of their own.
 */
export interface Spelling {
  /** What is being read: LETTER, DIGIT, ESCAPE after a backslash, or 0. */
  kind: number;
  /** Of the open word: its hash, or its value. */
  open: number;
  /** What the word has after its first letter: LETTER if letters only. */
  rest: number;
  /** TIED or CLOCK if the open number is part of a name or of a time; and what the last mark would make of one. */
  tied: number;
  glue: number;
  /** Words since the last blank. */
  packed: number;
  /** After a `<`: IN_TAG, after a blank in it IN_ATTRIBUTES; up to the next `>` or line end. */
  tag: number;
  hasStopped: boolean;
  /** Marks since the last word or end; and those that are not of prose, since the last end. */
  marks: number;
  oddMarks: number;
  /** Ticks in a row that stand free; -1 after something else. */
  ticks: number;
  /** Between two fences of three ticks. */
  isFenced: boolean;
  /** Whether nothing but words came since the last blank, outside of tags: then a word and a blank leave no other trace. */
  isPlain: boolean;
}

/** Kinds of ends; those of words are lower. */
export const LINE = 4;
const SENTENCE = 5;
/** A sentence that ends a line. */
export const LAST_SENTENCE = 6;
/** A closing brace. */
export const RECORD = 7;

/**
 * What was spelled: kinds; words as numbers, and for ends how many marks that are not of prose came since the last one;
 * and how many marks of any kind came before. Filled and emptied within one call of `readWords`.
 */
export const kinds = new Uint8Array(2 * MAX_AHEAD);
export const codes = new Int32Array(2 * MAX_AHEAD);
export const gaps = new Int32Array(2 * MAX_AHEAD);

const ESCAPE = 7;
const IN_TAG = 1;
const IN_ATTRIBUTES = 2;
const PRIME = 0x01000193;
const SEED = 0x811c9dc5;
/** Makes a small letter of a capital. */
const SMALL = 32;
const MAX_NUMBER = 0x00ffffff;
const MAX_PACKED = 12;
const LINE_END = 10;
const SPACE = 32;
const TICK = 96;
const BACKSLASH = 92;
const COLON = 58;
/** Between date and time. */
const TIME = 84;
const BRACE = 125;
const TAG = 60;

/** What marks do: tie a number to a name, belong to prose, or have a meaning of their own. */
const GLUE = 1;
const PROSE = 2;
const SPECIAL = 4;
const MARKS = new Uint8Array(128).map((_, unit) => {
  const trait = (marks: string, value: number): number =>
    marks.includes(String.fromCharCode(unit)) ? value : 0;
  return trait('_-./:', GLUE) | trait(",'-\\", PROSE) | trait('`\\}<>', SPECIAL);
});

export function newSpelling(): Spelling {
  return {
    kind: 0,
    open: 0,
    rest: 0,
    tied: 0,
    glue: 0,
    packed: 0,
    tag: 0,
    hasStopped: false,
    marks: 0,
    oddMarks: 0,
    ticks: 0,
    isFenced: false,
    isPlain: true,
  };
}

/** Cuts characters `from` to `to` of the stream, MAX_AHEAD at most, into words, marks and ends; returns how many. */
export function spell(place: Spelling, ring: Uint16Array, from: number, to: number): number {
  let { kind, open, rest, isPlain } = place;
  let count = 0;
  for (let i = from; i < to; i++) {
    const unit = ring[i & RING_MASK]!;
    const sign = signOf(unit);
    if (kind === LETTER && (sign === LETTER || sign === DIGIT)) {
      open = Math.imul(open ^ (unit | SMALL), PRIME);
      rest |= sign;
    } else if (kind === 0 && sign === LETTER) {
      kind = LETTER;
      open = Math.imul(SEED ^ (unit | SMALL), PRIME);
      rest = 0;
    } else if (kind === LETTER && unit === SPACE && isPlain) {
      kind = 0;
      codes[count] = open & ~1;
      gaps[count] = 0;
      kinds[count++] = rest === LETTER ? FULL : THIN;
    } else if (kind === DIGIT && sign === DIGIT) {
      open = open < MAX_NUMBER ? open * 10 + unit - 48 : open;
    } else if (kind !== 0 || !isPlain || !isMoreBlank(ring, i, unit)) {
      place.kind = kind;
      place.open = open;
      place.rest = rest;
      count = turn(place, unit, sign, count);
      ({ kind, open, rest, isPlain } = place);
    }
  }
  place.kind = kind;
  place.open = open;
  place.rest = rest;
  return count;
}

/** Blanks after a blank, and line ends after a line end, change nothing. */
function isMoreBlank(ring: Uint16Array, i: number, unit: number): boolean {
  return unit === SPACE || (unit === LINE_END && ring[(i - 1) & RING_MASK] === LINE_END);
}

/** The character does not go on with what is being read. */
function turn(place: Spelling, unit: number, sign: number, count: number): number {
  const { kind } = place;
  place.kind = 0;
  if (kind === DIGIT) return turnFromNumber(place, unit, sign, count);
  if (kind === ESCAPE && (unit === 110 || unit === 114 || unit === 116)) {
    // In code and in arguments a line end is often written with a backslash.
    return takeBlank(place, unit === 110, count);
  }
  const next =
    kind === LETTER ? putWord(place, place.open & ~1, place.rest === LETTER ? FULL : THIN, count) : count;
  return take(place, unit, sign, next);
}

function take(place: Spelling, unit: number, sign: number, count: number): number {
  if (sign <= STOP)
    return sign === BLANK ? takeBlank(place, unit === LINE_END, count) : takeMark(place, unit, sign, count);
  if (sign === IDEOGRAPH) return takeIdeograph(place, unit, count);
  place.kind = sign;
  place.rest = 0;
  place.open = sign === DIGIT ? unit - 48 : Math.imul(SEED ^ (unit | SMALL), PRIME);
  place.tied = place.glue;
  return count;
}

function turnFromNumber(place: Spelling, unit: number, sign: number, count: number): number {
  const isClock = place.tied === CLOCK;
  const isTime = unit === TIME;
  const hasUnit = sign === LETTER && !isTime && !isClock;
  const code = place.open * NUMBER + (hasUnit ? UNIT : place.tied) + 1;
  const next = putWord(place, code, hasUnit ? NOTHING : THIN, count);
  const end = isTime ? takeMark(place, unit, MARK, next) : take(place, unit, sign, next);
  if (hasUnit) place.rest = DIGIT;
  else if ((sign <= STOP && sign !== BLANK && (isClock || unit === COLON)) || isTime) place.glue = CLOCK;
  return end;
}

function putWord(place: Spelling, code: number, kind: number, count: number): number {
  codes[count] = code;
  kinds[count] = place.tag === IN_ATTRIBUTES || place.packed > MAX_PACKED ? NOTHING : kind;
  gaps[count] = place.marks;
  place.marks = 0;
  place.packed++;
  place.ticks = -1;
  place.hasStopped = false;
  place.isPlain = false;
  return count + 1;
}

function takeIdeograph(place: Spelling, unit: number, count: number): number {
  place.glue = TIED;
  // Half of an emoji says nothing.
  const isHalf = unit >= 0xd800 && unit < 0xe000;
  return putWord(place, Math.imul(unit, PRIME) & ~1, isHalf ? NOTHING : HALF, count);
}

function takeBlank(place: Spelling, isLineEnd: boolean, count: number): number {
  place.packed = 0;
  place.glue = 0;
  place.ticks = 0;
  if (place.tag !== 0) place.tag = isLineEnd ? 0 : IN_ATTRIBUTES;
  place.isPlain = place.tag === 0;
  if (!place.hasStopped && !isLineEnd) return count;
  const kind = place.hasStopped ? (isLineEnd ? LAST_SENTENCE : SENTENCE) : LINE;
  place.hasStopped = false;
  return takeEnd(place, kind, count);
}

function takeEnd(place: Spelling, kind: number, count: number): number {
  kinds[count] = kind;
  codes[count] = place.oddMarks;
  gaps[count] = place.marks;
  place.marks = place.oddMarks = 0;
  return count + 1;
}

function takeMark(place: Spelling, unit: number, sign: number, count: number): number {
  const trait = unit < MARKS.length ? MARKS[unit]! : unit === 0x2019 ? PROSE : 0;
  place.glue = (trait & GLUE) !== 0 ? TIED : 0;
  place.isPlain = false;
  if (unit !== TICK) place.ticks = -1;
  if (sign === STOP) {
    place.hasStopped = unit < MARKS.length;
    return place.hasStopped ? count : takeEnd(place, SENTENCE, count);
  }
  place.marks++;
  if ((trait & PROSE) === 0) place.oddMarks++;
  return (trait & SPECIAL) === 0 ? count : takeSpecial(place, unit, count);
}

function takeSpecial(place: Spelling, unit: number, count: number): number {
  if (unit === BRACE) return takeEnd(place, RECORD, count);
  if (unit === TICK) countTick(place);
  else if (unit === BACKSLASH) place.kind = ESCAPE;
  else place.tag = unit === TAG ? IN_TAG : 0;
  return count;
}

/** Three ticks that begin a line, or stand free in it, begin or end code. */
function countTick(place: Spelling): void {
  if (place.ticks >= 0) place.ticks++;
  if (place.ticks === 3) place.isFenced = !place.isFenced;
}
