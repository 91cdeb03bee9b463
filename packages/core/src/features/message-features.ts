import { HashSet } from '../text/hash-set.js';
import { hashNumber, mix, toHash31 } from '../text/hash.js';
import { NUMBER, tokens, WORD } from '../text/token-buffer.js';
import { tokenize } from './tokenize.js';

/** The features of a message, for comparisons. */
export interface MessageFeatures {
  /** Its distinct words, at most 64. */
  readonly words: readonly number[];
  /** Its distinct numbers, at most 16. */
  readonly values: readonly number[];
  /** How many words it has. */
  readonly count: number;
  /** Words and numbers in order: equal for the same text, regardless of punctuation and spaces. */
  readonly exact: number;
}

const MAX_TEXT = 6000;
export const MAX_WORDS = 64;
export const MAX_VALUES = 16;

const wordSet = new HashSet(MAX_WORDS);
const valueSet = new HashSet(MAX_VALUES);

export function messageFeatures(text: string): MessageFeatures {
  tokenize(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);
  wordSet.clear();
  valueSet.clear();
  const words: number[] = [];
  const values: number[] = [];
  let exact = 0;
  let count = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kinds[i] === WORD) {
      count++;
      const hash = tokens.hashes[i]!;
      if (wordSet.add(hash)) words.push(hash);
      exact = mix(exact, hash);
    } else if (tokens.kinds[i] === NUMBER) {
      const hash = hashNumber(tokens.values[i]!);
      if (valueSet.add(toHash31(hash))) values.push(toHash31(hash));
      exact = mix(exact, hash);
    }
  }
  return { words, values, count, exact: toHash31(exact) };
}
