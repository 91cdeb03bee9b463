import { BLANK, DIGIT, IDEOGRAPH, LETTER, MARK, signOf, STOP } from './signs.js';

/**
 * Splits a stream into tokens, character by character. A word is letters and trailing digits; digits alone
 * are a number. Symbols and spaces are tokens only in runs, and a line end is one.
 */
export type Cutter = typeof CUTTER_BEGIN;

/** The worth of a token as text: a word, an ideograph, a number or a short or mixed name, nothing. */
const FULL = 0;
export const HALF = 1;
const THIN = 2;
export const NOTHING = 3;

const UNDECIDED = 0;
const PROSE = 1;
export const DATA = 2;

/**
 * How a sentence may end: at a full stop, at a closing brace, at a line end that does not count as a
 * sentence.
 */
export type Ending = 'sentence' | 'record' | 'line';

/** Receives the tokens. `end`: the length of the stream up to the end of the token. */
export interface TokenSink {
  readonly token: (code: number, worth: number, end: number) => void;
  readonly ending: (ending: Ending, end: number) => void;
}

/**
 * Longer runs are split here. Many short periods divide 12, so that copies without a space are split alike.
 */
const LONGEST_WORD = 12;
const ROW = 8;
const PRIME = 0x01000193;
const SEED = 0x811c9dc5;
/** Converts a capital to lower case. */
const SMALL = 32;
const SPACE = 32;
const LINE_END = 10;
const BACKSLASH = 92;
const TICK = 96;
/** A tokenizer state: exactly one space followed a word. */
const ONE_SPACE = 7;
const HYPHEN = 45;
const COLON = 58;
const BRACE = 125;
/** Codes of tokens are even, except for numbers: eight times the value, its context, and 1. */
export const NUMBER_STEP = 8;
export const TIED = 2;
export const CLOCK = 4;
export const LINE_CODE = 0x1d;
const BLANKS_CODE = 0x2e;

const GLUE = 1;
const ODD = 2;
/** May stand before the first word of a line of prose. */
const LEADING = 4;
const traits = (unit: number): number => {
  const mark = String.fromCharCode(unit);
  const trait = (marks: string, value: number): number => (marks.includes(mark) ? value : 0);
  return trait('_-./', GLUE) | (",:.!?'-/\\".includes(mark) ? 0 : ODD) | trait('#*->+"\'(`', LEADING);
};
const MARKS = Uint8Array.from({ length: 128 }, (_, unit) => traits(unit));

const CUTTER_BEGIN = {
  /** The kind of the open token: LETTER, DIGIT, BLANK, MARK or 0 at the beginning. */
  kind: 0,
  /** For the open word or number: its hash or value, its length, and LETTER if it has letters only. */
  hash: 0,
  size: 0,
  mixed: 0,
  /** Consecutive spaces, and whether they include a line end. */
  blanks: 0,
  hasLine: false,
  /** Symbols since the last token: their number, their hash, and how many of them prose does not use. */
  marks: 0,
  markHash: 0,
  odd: 0,
  /**
   * How the last symbol affects a number: TIED to a name, as in `part-7`, or to a date; CLOCK, as in `10:07`.
   */
  tied: 0,
  hasStopped: false,
  isEscaped: false,
  /** Consecutive backticks that stand free. */
  ticks: 0,
  /** Between two fences of three backticks. */
  isFenced: false,
  /** The kind of the open line: UNDECIDED, PROSE or DATA. */
  line: UNDECIDED,
  /** Whether the line has a token. */
  isBegun: false,
};

export function newCutter(): Cutter {
  return { ...CUTTER_BEGIN };
}

/** Reads the next chunk. `length`: the length of the stream before `chunk`. */
export function cutTokens(cutter: Cutter, chunk: string, length: number, sink: TokenSink): void {
  let { kind, hash, size, mixed } = cutter;
  for (let i = 0; i < chunk.length; i++) {
    const unit = chunk.charCodeAt(i);
    const sign = signOf(unit);
    if (kind === LETTER && (sign | 1) === DIGIT && size < LONGEST_WORD) {
      hash = Math.imul(hash ^ (unit | SMALL), PRIME);
      mixed |= sign;
      size++;
      continue;
    }
    // A single space between words is not recorded.
    if (kind === LETTER && unit === SPACE) {
      sink.token(hash & ~1, size > 1 && mixed === LETTER ? FULL : THIN, length + i);
      kind = ONE_SPACE;
      continue;
    }
    if (kind === ONE_SPACE && sign === LETTER) {
      kind = mixed = LETTER;
      hash = Math.imul(SEED ^ (unit | SMALL), PRIME);
      size = 1;
      continue;
    }
    if (kind === DIGIT && sign === DIGIT && size < ROW) {
      hash = hash * 10 + (unit & 15);
      size++;
      continue;
    }
    // After a line end, further spaces are only counted.
    if (kind === BLANK && sign === BLANK && cutter.hasLine) {
      if (++cutter.blanks % ROW === 0) sink.token(BLANKS_CODE, NOTHING, length + i + 1);
      continue;
    }
    keep(cutter, kind, hash, size, mixed);
    turn(cutter, unit, sign, length + i, sink);
    ({ kind, hash, size, mixed } = cutter);
  }
  keep(cutter, kind, hash, size, mixed);
}

function keep(cutter: Cutter, kind: number, hash: number, size: number, mixed: number): void {
  cutter.kind = kind;
  cutter.hash = hash;
  cutter.size = size;
  cutter.mixed = mixed;
}

/** The character does not continue the open token. */
function turn(cutter: Cutter, unit: number, sign: number, at: number, sink: TokenSink): void {
  closeToken(cutter, unit, sign, at, sink);
  const wasEscaped = cutter.isEscaped;
  cutter.isEscaped = false;
  // In code and in arguments a line end is often written with a backslash.
  const isEscape = wasEscaped && (unit === 110 || unit === 114 || unit === 116);
  if (sign === BLANK || isEscape)
    takeBlank(cutter, unit === LINE_END || (isEscape && unit === 110), at, sink);
  else if (sign <= STOP || isPictograph(unit)) takeMark(cutter, unit, sign, at, sink);
  else beginToken(cutter, unit, sign, at, sink);
}

/** Surrogate halves and colour modifiers: most of them emoji. */
function isPictograph(unit: number): boolean {
  return unit >= 0xd800 && (unit < 0xe000 || (unit & 0xfff0) === 0xfe00);
}

function closeToken(cutter: Cutter, unit: number, sign: number, at: number, sink: TokenSink): void {
  const { kind, hash, size, mixed } = cutter;
  if (kind === LETTER) sink.token(hash & ~1, size > 1 && mixed === LETTER ? FULL : THIN, at);
  else if (kind === DIGIT) {
    // `8. Check`, `8) Check` and `8th` are prose; `8,` and `08:15` are data.
    if (cutter.line === UNDECIDED) cutter.line = unit === 46 || unit === 41 || sign >= LETTER ? PROSE : DATA;
    const tied = cutter.tied === 0 && unit === HYPHEN ? TIED : cutter.tied;
    sink.token(hash * NUMBER_STEP + tied + 1, THIN, at);
  }
}

function beginToken(cutter: Cutter, unit: number, sign: number, at: number, sink: TokenSink): void {
  if (cutter.line === UNDECIDED && sign !== DIGIT) cutter.line = PROSE;
  cutter.isBegun = true;
  cutter.hasStopped = false;
  cutter.marks = 0;
  if (cutter.kind !== MARK) cutter.tied = 0;
  cutter.kind = sign;
  cutter.size = 1;
  cutter.mixed = LETTER;
  cutter.hash = sign === DIGIT ? unit & 15 : Math.imul(SEED ^ (unit | SMALL), PRIME);
  if (sign !== IDEOGRAPH) return;
  sink.token(cutter.hash & ~1, HALF, at + 1);
}

function takeBlank(cutter: Cutter, isLineEnd: boolean, at: number, sink: TokenSink): void {
  if (cutter.kind !== BLANK) {
    cutter.blanks = cutter.kind === ONE_SPACE ? 1 : 0;
    cutter.hasLine = false;
    cutter.kind = BLANK;
  }
  if (cutter.hasStopped) sink.ending('sentence', at);
  cutter.hasStopped = false;
  if (isLineEnd && !cutter.hasLine) {
    endLine(cutter, at, sink);
    cutter.hasLine = true;
  }
  if (++cutter.blanks % ROW === 0) sink.token(BLANKS_CODE, NOTHING, at + 1);
}

function endLine(cutter: Cutter, at: number, sink: TokenSink): void {
  // Symbols form tokens only if there is nothing else.
  if (cutter.marks > 0 && !cutter.isBegun) sink.token(cutter.markHash & ~1, NOTHING, at);
  sink.ending('line', at);
  sink.token(LINE_CODE, NOTHING, at + 1);
  cutter.marks = 0;
  cutter.isBegun = false;
  cutter.line = UNDECIDED;
}

function takeMark(cutter: Cutter, unit: number, sign: number, at: number, sink: TokenSink): void {
  const trait = unit < MARKS.length ? MARKS[unit]! : unit === 0x2019 ? 0 : ODD;
  countTick(cutter, unit);
  cutter.kind = MARK;
  cutter.tied = unit === COLON ? CLOCK | TIED : (trait & GLUE) !== 0 ? TIED : 0;
  cutter.isEscaped = unit === BACKSLASH;
  if (cutter.line === UNDECIDED && (trait & LEADING) === 0) cutter.line = DATA;
  if ((trait & ODD) !== 0) cutter.odd++;
  // An East Asian full stop needs no space after it; a backslash may stand for a line end.
  if (sign === STOP) cutter.hasStopped = unit < MARKS.length;
  else if (unit !== BACKSLASH) cutter.hasStopped = false;
  if (sign === STOP && !cutter.hasStopped) sink.ending('sentence', at);
  else if (unit === BRACE) sink.ending('record', at);
  cutter.markHash = cutter.marks === 0 ? unit : Math.imul(cutter.markHash, PRIME) ^ unit;
  if (++cutter.marks < ROW) return;
  cutter.marks = 0;
  cutter.isBegun = true;
  sink.token(Math.imul(cutter.markHash, PRIME) & ~1, NOTHING, at + 1);
}

/** Three backticks at the start of a line, or free in it, start or end code. */
function countTick(cutter: Cutter, unit: number): void {
  const { kind, ticks } = cutter;
  const isFree = kind === 0 || kind === BLANK || kind === ONE_SPACE;
  cutter.ticks = unit !== TICK ? 0 : isFree ? 1 : kind === MARK && ticks > 0 ? ticks + 1 : 0;
  if (cutter.ticks === 3) cutter.isFenced = !cutter.isFenced;
}
