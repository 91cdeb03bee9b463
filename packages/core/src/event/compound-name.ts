import { bytes, CAPITAL, KINDS, LETTER, UNDERSCORE } from './scan.js';
import { addToWord, isEnding, isName, WORD_START } from './volatile-names.js';

/** Where the last part of a compound name begins: `query_ms`, `idleForSeconds`. */
export function partStart(start: number, end: number): number {
  for (let at = end - 1; at > start; at--) {
    const kind = KINDS[bytes[at]!]!;
    if ((kind & UNDERSCORE) !== 0) return at + 1;
    if ((kind & CAPITAL) !== 0 && (KINDS[bytes[at - 1]!]! & (CAPITAL | LETTER)) === LETTER) return at;
  }
  return start;
}

/** Longer words are no names. */
const MAX_NAME = 24;

export function isCompoundName(start: number, end: number): boolean {
  const part = partStart(start, end);
  return (
    part > start &&
    end - start <= MAX_NAME &&
    (isEnding(plainHash(part, end)) || isName(plainHash(start, end), 0) || isInSeconds(start, part, end))
  );
}

/** `elapsed_s`, `valid_for_s` are told by the letter at the end. */
function isInSeconds(start: number, part: number, end: number): boolean {
  const isLetter = end - part === 1 && bytes[part] === 115;
  return isLetter && isEnding(plainHash(partStart(start, part - 1), part - 1));
}

/** Of the word without its underscores. */
function plainHash(start: number, end: number): number {
  let hash = WORD_START;
  for (let at = start; at < end; at++)
    if ((KINDS[bytes[at]!]! & UNDERSCORE) === 0) hash = addToWord(hash, bytes[at]!);
  return hash;
}
