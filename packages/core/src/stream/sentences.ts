import type { Ending } from './tokens.js';

/**
 * Sentences and records that occurred before, in any order and with their words in any order. A sentence ends
 * at a full stop with a space after it, a record at a closing brace; a line end closes both without counting.
 */
export interface Sentences {
  /** For the open sentence: the sum of its word hashes, and their number. */
  sum: number;
  words: number;
  /** How much they repeat: old ones add to it, new ones reduce it. */
  recital: number;
  /** The character after which that started. */
  from: number;
  /** Symbols that prose does not use, before the open sentence. */
  oddFrom: number;
}

export interface SentenceTables {
  readonly sums: Int32Array;
  /** The token after which each occurred, the last three times. */
  readonly said: Int32Array;
}

/** Four to a sentence. */
export const SENTENCE_POINTS = 4;
/** This many consecutive known sentences are too much. */
export const SENTENCE_LIMIT = 10 * SENTENCE_POINTS;
export const NEW_SENTENCE = 2 * SENTENCE_POINTS;
const PROSE = [SENTENCE_POINTS / 4, SENTENCE_POINTS, SENTENCE_POINTS];
/** Prose has few symbols besides punctuation: at most one per ten words. */
const MARKS_PER = 10;
const MIN_WORDS = 2;
const MIN_RECORD = 5;
const SLOT_BITS = 9;
const TIMES = 3;
const GOLDEN = 0x9e3779b1;

export function newSentences(): Sentences {
  return { sum: 0, words: 0, recital: 0, from: 0, oddFrom: 0 };
}

export function newSentenceTables(): SentenceTables {
  return { sums: new Int32Array(1 << SLOT_BITS), said: new Int32Array(TIMES << SLOT_BITS) };
}

export function addWord(open: Sentences, word: number, isFull: boolean): void {
  open.sum = (open.sum + Math.imul(word ^ (word >>> 13), GOLDEN)) | 0;
  if (isFull) open.words++;
}

/** The open sentence ends after `end` characters. Sentences up to token `floor` are forgotten. */
export function endSentence(
  { sums, said }: SentenceTables,
  open: Sentences,
  ending: Ending,
  end: number,
  { count, floor, odd: oddSoFar }: { count: number; floor: number; odd: number },
): void {
  const { sum, words } = open;
  const odd = oddSoFar - open.oddFrom;
  open.sum = open.words = 0;
  open.oddFrom = oddSoFar;
  if (words < MIN_WORDS) return;
  const slot = Math.imul(sum, GOLDEN) >>> (32 - SLOT_BITS);
  const at = slot * TIMES;
  const isSame = sums[slot] === sum;
  sums[slot] = sum;
  let times = 0;
  if (isSame) while (times < TIMES && said[at + times]! > floor) times++;
  said[at + 2] = isSame ? said[at + 1]! : 0;
  said[at + 1] = isSame ? said[at]! : 0;
  said[at] = count;
  if (open.recital === 0) open.from = end;
  if (times === 0) open.recital = Math.max(0, open.recital - NEW_SENTENCE);
  else if (ending === 'sentence' && odd * MARKS_PER <= words) open.recital += PROSE[times - 1]!;
  // Records are similar by nature: only the fourth time counts.
  else if (ending === 'record' && words >= MIN_RECORD && times === TIMES) open.recital += SENTENCE_POINTS;
}
