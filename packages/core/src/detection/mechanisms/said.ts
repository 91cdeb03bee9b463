import { MAX_VALUES, MAX_WORDS, type MessageFeatures } from '../../features/message-features.js';
import { bitsAt, countAt, hashAt, joined, putBits, putCount, putHash, textOf } from '../../session/packed.js';
import { HashSet } from '../../text/hash-set.js';

/**
 * The last messages, oldest first, as one text: a fifth of the size of lists. Each has how many words and values it
 * has, its number, its exact hash, the words, the values.
 */
export type Said = string;

export const NO_MESSAGES: Said = '';

const MAX_SAID = 8;
const HEAD = 6;

export function keepSaid(said: Said, { words, values, exact }: MessageFeatures, seq: number): Said {
  const row: number[] = [];
  putBits(row, words.length);
  putBits(row, values.length);
  putCount(row, seq);
  putHash(row, exact);
  for (const word of words) putHash(row, word);
  for (const value of values) putHash(row, value);
  let count = 0;
  for (let at = 0; at < said.length; at = nextMessage(said, at)) count++;
  return joined(count < MAX_SAID ? said : said.slice(nextMessage(said, 0)), textOf(row));
}

function nextMessage(said: Said, at: number): number {
  return at + HEAD + 2 * (bitsAt(said, at) + bitsAt(said, at + 1));
}

/** An earlier message, compared with a new one. */
export interface Earlier {
  readonly seq: number;
  readonly isExact: boolean;
  /** How many different words it has. */
  readonly size: number;
  /** How many words and values it has in common with the new one. */
  readonly words: number;
  readonly values: number;
}

/** A new message, compared with each earlier one and with all of them. */
export interface ComparedMessage {
  readonly earlier: readonly Earlier[];
  /** Words and values that no earlier message has. */
  readonly freshWords: number;
  readonly freshValues: number;
}

// The words and values of the new message, and those of them that an earlier message has.
const own = new HashSet(MAX_WORDS + MAX_VALUES);
const known = new HashSet(MAX_WORDS + MAX_VALUES);

export function compareMessage(said: Said, { words, values, exact }: MessageFeatures): ComparedMessage {
  own.clear();
  known.clear();
  for (const word of words) own.add(word);
  for (const value of values) own.add(value);
  const earlier: Earlier[] = [];
  let freshWords = words.length;
  let freshValues = values.length;
  for (let at = 0; at < said.length; at = nextMessage(said, at)) {
    const size = bitsAt(said, at);
    const inWords = shareIn(said, at + HEAD, size);
    const inValues = shareIn(said, at + HEAD + 2 * size, bitsAt(said, at + 1));
    freshWords -= inWords.fresh;
    freshValues -= inValues.fresh;
    const isExact = hashAt(said, at + 4) === exact;
    earlier.push({ seq: countAt(said, at + 2), isExact, size, words: inWords.all, values: inValues.all });
  }
  return { earlier, freshWords, freshValues };
}

/** How many of these hashes the new message has, and how many of them no message before this one had. */
function shareIn(said: Said, from: number, count: number): { readonly all: number; readonly fresh: number } {
  let all = 0;
  let fresh = 0;
  for (let at = from; at < from + 2 * count; at += 2) {
    const hash = hashAt(said, at);
    if (!own.has(hash)) continue;
    all++;
    if (known.add(hash)) fresh++;
  }
  return { all, fresh };
}
