import { BLANK, DIGIT, IDEOGRAPH, LETTER, MARK, signOf, STOP } from './signs.js';

/**
 * Splits a stream into tokens, character by character. A word is letters and trailing digits; digits alone
 * are a number. Symbols and spaces are tokens only in runs, and a line end is one.
 */
export type Cutter = ReturnType<typeof atStart>;

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
const CLOSING = 41;
const HYPHEN = 45;
const PERIOD = 46;
const BACKSLASH = 92;
const TICK = 96;
const ESCAPED_LINE_END = 110;
const BRACE = 125;
const APOSTROPHE = 0x2019;
/** Kinds of their own: one space after a word, which is nothing yet; blanks with a line end; a backslash. */
const ONE_SPACE = 7;
const LINES = 8;
const ESCAPE = 9;
/** Codes of tokens are even, except for numbers: eight times the value, its context, and 1. */
export const NUMBER_STEP = 8;
/** The context of a number: after a mark that ties it to a name, as in `part-7`, or to a date; in `10:07`. */
export const TIED = 2;
export const CLOCK = 4;
export const LINE_CODE = 0x1d;
const BLANKS_CODE = 0x2e;

/** Traits of a mark, beside TIED and CLOCK: prose does not use it; it may stand before the first word of a line of prose. */
const ODD = 1;
const LEADING = 8;
/** It ends a sentence if a blank follows; in any case; it is a backtick. */
const STOPS = 16;
const ENDS = 32;
const TICKS = 64;
const MARKS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const mark = String.fromCharCode(unit);
  const trait = (marks: string, value: number): number => (marks.includes(mark) ? value : 0);
  const isPlain = ",:.!?'-/\\".includes(mark);
  const number = trait('_-./:', TIED) | trait(':', CLOCK);
  return (
    number | trait('#*->+"\'(`', LEADING) | trait('.!?', STOPS) | trait('`', TICKS) | (isPlain ? 0 : ODD)
  );
});

/** A literal: engines lay out what a spread copies in several ways, which makes each access slower. */
const atStart = () => ({
  /** The kind of the open token: LETTER, DIGIT, BLANK, MARK and so on, or 0 at the beginning. */
  kind: 0,
  /** For an open word or number: its hash or value. */
  hash: 0,
  /** For an open word, number or row of blanks: its length. */
  size: 0,
  /** The signs in a word after its first one, the context of a number, or the traits of the last mark. */
  traits: 0,
  /** Symbols since the last token: their number and their hash. */
  marks: 0,
  markHash: 0,
  /** Symbols so far that prose does not use. */
  odd: 0,
  /** Consecutive backticks that stand free. */
  ticks: 0,
  /** Between two fences of three backticks. */
  isFenced: false,
  /** The kind of the open line: UNDECIDED, PROSE or DATA. */
  line: UNDECIDED,
  /** Whether the line has a token. */
  isBegun: false,
});

export function newCutter(): Cutter {
  return atStart();
}

/** Reads the next chunk. `length`: the length of the stream before `chunk`. */
export function cutTokens(cutter: Cutter, chunk: string, length: number, sink: TokenSink): void {
  let { kind, hash, size, traits } = cutter;
  for (let i = 0; i < chunk.length; i++) {
    const unit = chunk.charCodeAt(i);
    const sign = signOf(unit);
    if (kind === LETTER && (sign | 1) === DIGIT && size < LONGEST_WORD) {
      hash = Math.imul(hash ^ (unit | SMALL), PRIME);
      traits |= sign;
      size++;
      continue;
    }
    if (kind === DIGIT && sign === DIGIT && size < ROW) {
      hash = hash * 10 + (unit & 15);
      size++;
      continue;
    }
    if (kind === LETTER || kind === DIGIT) {
      const code = kind === LETTER ? hash & ~1 : numberCode(cutter, hash, traits, unit, sign);
      sink.token(code, kind === LETTER && traits === LETTER ? FULL : THIN, length + i);
    }
    if (sign === BLANK || (kind === ESCAPE && isEscaped(unit))) {
      if (kind !== BLANK && kind !== LINES && kind !== ONE_SPACE) size = 0;
      if (kind === LETTER && unit === SPACE) kind = ONE_SPACE;
      else if (kind !== LINES) kind = takeBlank(cutter, traits, unit, length + i, sink);
      traits = 0;
      if (++size % ROW === 0) sink.token(BLANKS_CODE, NOTHING, length + i + 1);
    } else if (sign <= STOP || isPictograph(unit)) {
      traits = takeMark(cutter, kind, traits, unit, length + i, sink);
      kind = unit === BACKSLASH ? ESCAPE : MARK;
    } else {
      traits = beginToken(cutter, kind, traits, sign);
      kind = sign;
      size = 1;
      hash = sign === DIGIT ? unit & 15 : Math.imul(SEED ^ (unit | SMALL), PRIME);
      if (sign === IDEOGRAPH) sink.token(hash & ~1, HALF, length + i + 1);
    }
  }
  keep(cutter, kind, hash, size, traits);
}

function keep(cutter: Cutter, kind: number, hash: number, size: number, traits: number): void {
  cutter.kind = kind;
  cutter.hash = hash;
  cutter.size = size;
  cutter.traits = traits;
}

/** In code and in arguments blanks are often written with a backslash: n, r and t. */
function isEscaped(unit: number): boolean {
  return unit === ESCAPED_LINE_END || unit === 114 || unit === 116;
}

/** Surrogate halves and colour modifiers: most of them emoji. */
function isPictograph(unit: number): boolean {
  return unit >= 0xd800 && (unit < 0xe000 || (unit & 0xfff0) === 0xfe00);
}

function numberCode(cutter: Cutter, value: number, tied: number, unit: number, sign: number): number {
  // `8. Check`, `8) Check` and `8th` are prose; `8,` and `08:15` are data.
  if (cutter.line === UNDECIDED)
    cutter.line = unit === PERIOD || unit === CLOSING || sign >= LETTER ? PROSE : DATA;
  return value * NUMBER_STEP + (tied === 0 && unit === HYPHEN ? TIED : tied) + 1;
}

/** Returns the context of a number. */
function beginToken(cutter: Cutter, kind: number, traits: number, sign: number): number {
  // A word between words changes nothing.
  if (kind === ONE_SPACE && sign === LETTER) return 0;
  if (cutter.line === UNDECIDED && sign !== DIGIT) cutter.line = PROSE;
  cutter.isBegun = true;
  cutter.marks = 0;
  return kind === MARK && sign === DIGIT ? traits & (TIED | CLOCK) : 0;
}

/** The first line end after a token ends its line. */
function takeBlank(cutter: Cutter, traits: number, unit: number, at: number, sink: TokenSink): number {
  if ((traits & STOPS) !== 0) sink.ending('sentence', at);
  if (unit !== LINE_END && unit !== ESCAPED_LINE_END) return BLANK;
  // Symbols form tokens only if there is nothing else.
  if (cutter.marks > 0 && !cutter.isBegun) sink.token(cutter.markHash & ~1, NOTHING, at);
  sink.ending('line', at);
  sink.token(LINE_CODE, NOTHING, at + 1);
  cutter.marks = 0;
  cutter.isBegun = false;
  cutter.line = UNDECIDED;
  return LINES;
}

/** Returns the traits of the mark. */
function takeMark(
  cutter: Cutter,
  kind: number,
  before: number,
  unit: number,
  at: number,
  sink: TokenSink,
): number {
  if (unit === TICK) countTick(cutter, kind, before);
  // A full stop before a written line end still ends its sentence.
  const traits = unit === BACKSLASH ? before & STOPS : traitsOf(unit);
  cutter.odd += traits & ODD;
  if (cutter.line === UNDECIDED && (traits & LEADING) === 0) cutter.line = DATA;
  if ((traits & ENDS) !== 0) sink.ending('sentence', at);
  else if (unit === BRACE) sink.ending('record', at);
  cutter.markHash = cutter.marks === 0 ? unit : Math.imul(cutter.markHash, PRIME) ^ unit;
  if (++cutter.marks === ROW) {
    cutter.marks = 0;
    cutter.isBegun = true;
    sink.token(Math.imul(cutter.markHash, PRIME) & ~1, NOTHING, at + 1);
  }
  return traits;
}

function traitsOf(unit: number): number {
  if (unit < 128) return MARKS[unit]!;
  // An East Asian full stop needs no space after it.
  return unit === APOSTROPHE ? 0 : signOf(unit) === STOP ? ODD | ENDS : ODD;
}

/** Three backticks at the start of a line, or free in it, start or end code. */
function countTick(cutter: Cutter, kind: number, traits: number): void {
  const isFree = kind === 0 || kind === BLANK || kind === LINES || kind === ONE_SPACE;
  const isNext = kind === MARK && (traits & TICKS) !== 0 && cutter.ticks > 0;
  cutter.ticks = isFree ? 1 : isNext ? cutter.ticks + 1 : 0;
  if (cutter.ticks === 3) cutter.isFenced = !cutter.isFenced;
}
