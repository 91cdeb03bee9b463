import { TIME_UNITS } from '../lexicon/units.js';
import { hashOf } from '../text/hash.js';
import { clearTokens } from '../text/token-buffer.js';
import { scanTokens } from '../text/tokens.js';

const UNITS: ReadonlySet<number> = new Set(TIME_UNITS.map(({ word }) => hashOf(word)));

/** Writes the tokens of the text to `tokens`. */
export function tokenize(text: string): void {
  clearTokens();
  scanTokens(text, UNITS, false);
}

/** The same, including the characters between the tokens. */
export function tokenizeExactly(text: string): void {
  clearTokens();
  scanTokens(text, UNITS, true);
}

/** The first and the last characters of a long text. */
export function tokenizeEnds(text: string, head: number, tail: number): void {
  clearTokens();
  scanTokens(text, UNITS, false, 0, head);
  scanTokens(text, UNITS, false, text.length - tail);
}
