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
const MAX_WORDS = 64;
const MAX_VALUES = 16;

export function messageFeatures(text: string): MessageFeatures {
  tokenize(text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);
  const words = new Set<number>();
  const values = new Set<number>();
  let exact = 0;
  let count = 0;
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kinds[i] === WORD) {
      count++;
      if (words.size < MAX_WORDS) words.add(tokens.hashes[i]!);
      exact = mix(exact, tokens.hashes[i]!);
    } else if (tokens.kinds[i] === NUMBER) {
      if (values.size < MAX_VALUES) values.add(toHash31(hashNumber(tokens.values[i]!)));
      exact = mix(exact, hashNumber(tokens.values[i]!));
    }
  }
  return { words: [...words], values: [...values], count, exact: toHash31(exact) };
}
