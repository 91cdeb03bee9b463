import {
  addWord,
  endSentence,
  newSentences,
  newSentenceTables,
  type Sentences,
  type SentenceTables,
} from './sentences.js';
import { BLANK, DIGIT, IDEOGRAPH, LETTER, signOf, STOP } from './signs.js';
import {
  newWordRun,
  newWordTables,
  NUMBER,
  POINTS,
  takeWord,
  TIED,
  type Weights,
  type WordRun,
  type WordTables,
} from './word-run.js';

/** The stream read as words and sentences. Case does not count; letters and digits without a mark between are one word. */
export interface WordPlace {
  /** What is being read: LETTER, DIGIT, ESCAPE after a backslash, or 0. */
  kind: number;
  /** Of the open word: its hash, or its value. */
  open: number;
  /** What it has after its first letter: LETTER if letters only. */
  rest: number;
  /** TIED if the open number is part of a name; and whether the last mark would tie one. */
  tied: number;
  glue: number;
  /** Words since the last blank. */
  packed: number;
  /** After a `<`: IN_TAG, after a blank in it IN_ATTRIBUTES; up to the next `>` or line end. */
  tag: number;
  hasStopped: boolean;
  readonly run: WordRun;
  readonly sentences: Sentences;
}

export interface ReadingTables {
  readonly run: WordTables;
  readonly sentences: SentenceTables;
}

/** What the words of a stream can be found to do. */
export type WordFinding = 'counter' | 'block' | 'stale' | 'recital';

export interface WordDemand {
  /** How long a run must be to be looked at, given its period in words. */
  readonly required: (period: number) => number;
  /** Asked about such a run. */
  readonly judgeRun: (run: WordRun, tables: WordTables) => WordFinding | undefined;
  /** Points. */
  readonly stale: number;
  readonly echo: number;
  readonly recital: number;
}

const ESCAPE = 7;
const PRIME = 0x01000193;
const SEED = 0x811c9dc5;
/** Makes a small letter of a capital. */
const SMALL = 32;
const MAX_NUMBER = 0x00ffffff;
const MAX_PACKED = 12;
const LINE_END = 10;
const IN_TAG = 1;
const IN_ATTRIBUTES = 2;

/** Whole numbers: fractions would cost more than the rest. */
const FULL: Weights = [POINTS / 10, POINTS / 2, POINTS];
/** An ideograph says less than a word; a lone letter, a number or a name with digits still less. */
const HALF: Weights = [POINTS / 20, POINTS / 4, POINTS / 2];
const THIN: Weights = [POINTS / 40, POINTS / 8, POINTS / 4];
/** In attributes of a tag, or among many words without a blank, as in minified code or tables of codes. */
const NOTHING: Weights = [0, 0, 0];

export function newWordPlace(): WordPlace {
  const reading = { kind: 0, open: 0, rest: 0, tied: 0, glue: 0, packed: 0, tag: 0, hasStopped: false };
  return { ...reading, run: newWordRun(), sentences: newSentences() };
}

export function newReadingTables(): ReadingTables {
  return { run: newWordTables(), sentences: newSentenceTables() };
}

/** Reads a part of a piece, up to the first finding. */
export function readWords(
  tables: ReadingTables,
  place: WordPlace,
  piece: string,
  from: number,
  to: number,
  demand: WordDemand,
): WordFinding | undefined {
  let { kind, open, rest } = place;
  for (let i = from; i < to; i++) {
    const unit = piece.charCodeAt(i);
    const sign = signOf(unit);
    if (kind === LETTER && (sign === LETTER || sign === DIGIT)) {
      open = Math.imul(open ^ (unit | SMALL), PRIME);
      rest |= sign;
    } else if (kind === 0 && sign === LETTER) {
      kind = LETTER;
      open = Math.imul(SEED ^ (unit | SMALL), PRIME);
      rest = 0;
    } else if (kind === DIGIT && sign === DIGIT) {
      open = open < MAX_NUMBER ? open * 10 + unit - 48 : open;
    } else {
      place.kind = kind;
      place.open = open;
      place.rest = rest;
      const finding = turn(tables, place, unit, sign, demand) ? findingOf(tables, place, demand) : undefined;
      if (finding) return finding;
      kind = place.kind;
      open = place.open;
      rest = place.rest;
    }
  }
  place.kind = kind;
  place.open = open;
  place.rest = rest;
  return undefined;
}

function findingOf({ run: tables }: ReadingTables, { run, sentences }: WordPlace, demand: WordDemand): WordFinding | undefined {
  if (run.echo >= demand.echo || run.stale >= demand.stale) return 'stale';
  if (sentences.recital >= demand.recital) return 'recital';
  return run.run >= run.required && run.period !== 0 ? demand.judgeRun(run, tables) : undefined;
}

/** The character does not go on with what is being read. Returns whether a word or a sentence is complete. */
function turn(tables: ReadingTables, place: WordPlace, unit: number, sign: number, demand: WordDemand): boolean {
  const { kind } = place;
  if (kind === DIGIT && sign === LETTER) {
    place.kind = LETTER;
    place.open = Math.imul(place.open ^ (unit | SMALL), PRIME);
    place.rest = DIGIT;
    return false;
  }
  if (kind === ESCAPE) return takeEscaped(tables, place, unit, demand);
  const isWord = kind !== 0;
  if (isWord) closeWord(tables, place, demand);
  place.kind = 0;
  if (sign === LETTER || sign === DIGIT) begin(place, unit, sign);
  else if (sign === IDEOGRAPH) {
    giveWord(tables, place, Math.imul(unit, PRIME) & ~1, HALF, demand);
    place.glue = TIED;
    return true;
  } else if (takeMark(tables, place, unit, sign)) return true;
  return isWord;
}

/** In code and in arguments a line end is often written with a backslash. */
function takeEscaped(tables: ReadingTables, place: WordPlace, unit: number, demand: WordDemand): boolean {
  place.kind = 0;
  const isBlank = unit === 110 || unit === 114 || unit === 116;
  return isBlank
    ? takeMark(tables, place, unit === 110 ? LINE_END : 32, BLANK)
    : turn(tables, place, unit, signOf(unit), demand);
}

function begin(place: WordPlace, unit: number, sign: number): void {
  place.kind = sign;
  place.rest = 0;
  place.open = sign === DIGIT ? unit - 48 : Math.imul(SEED ^ (unit | SMALL), PRIME);
  place.tied = place.glue;
  place.glue = 0;
}

function closeWord(tables: ReadingTables, place: WordPlace, demand: WordDemand): void {
  const isNumber = place.kind === DIGIT;
  const word = isNumber ? place.open * NUMBER + place.tied + 1 : place.open & ~1;
  const weights = place.tag === IN_ATTRIBUTES || place.packed > MAX_PACKED ? NOTHING : isNumber || place.rest !== LETTER ? THIN : FULL;
  giveWord(tables, place, word, weights, demand);
}

function giveWord(tables: ReadingTables, place: WordPlace, word: number, weights: Weights, demand: WordDemand): void {
  place.packed++;
  place.hasStopped = false;
  addWord(place.sentences, word, weights === FULL || weights === HALF);
  takeWord(tables.run, place.run, word, weights, demand.required);
}

/** Returns whether a sentence, a record or a line is complete. */
function takeMark({ sentences }: ReadingTables, place: WordPlace, unit: number, sign: number): boolean {
  place.glue = unit === 95 || (unit >= 45 && unit <= 47) || unit === 58 ? TIED : 0;
  if (sign === BLANK) {
    place.packed = 0;
    if (unit === LINE_END) place.run.lines++;
    if (place.tag !== 0) place.tag = unit === LINE_END ? 0 : IN_ATTRIBUTES;
    if (!place.hasStopped && unit !== LINE_END) return false;
    endSentence(sentences, place.sentences, place.hasStopped ? 'sentence' : 'line', place.run);
    place.hasStopped = false;
    return true;
  }
  if (sign === STOP) {
    place.hasStopped = unit < 128;
    if (unit >= 128) endSentence(sentences, place.sentences, 'sentence', place.run);
    return unit >= 128;
  }
  place.run.marks++;
  if (unit === 60 || unit === 62) place.tag = unit === 60 ? IN_TAG : 0;
  if (unit === 125) {
    endSentence(sentences, place.sentences, 'record', place.run);
    return true;
  }
  if (unit === 92) place.kind = ESCAPE;
  else if (!isProseMark(unit)) place.sentences.marks++;
  return false;
}

/** Commas, apostrophes and hyphens. */
function isProseMark(unit: number): boolean {
  return unit === 44 || unit === 39 || unit === 45 || unit === 0x2019;
}
