import type { WordEntry } from '../lexicon/entry.js';
import {
  FAILURE_WORDS,
  NOTHING_PHRASES,
  NOTHING_WORDS,
  PASS_WORDS,
  PENDING_WORDS,
} from '../lexicon/outcome-words.js';
import { SHELL_CHANGES, SHELL_CHANGES_WITH } from '../lexicon/shell.js';
import { isCjk } from '../text/chars.js';
import { hashOf } from '../text/hash.js';

/**
 * Regular expressions over many words are slow, and most texts contain none of the words. So a text is
 * searched only if one of its tokens may be part of a match.
 */
export const MAY_FAIL = 1;
export const MAY_BE_NOTHING = 2;
export const MAY_BE_PENDING = 4;
export const MAY_PASS = 8;
export const MAY_CHANGE = 16;

const gates = new Map<number, number>();
/** One bit for each gate, among many more: most other words meet none. Small, so that it stays in the cache. */
const marks = new Int32Array(64);
/** The last letters of words that match by their ending. */
const endings: readonly string[] = FAILURE_WORDS.flatMap(({ word }) =>
  word.startsWith('-') ? [word.slice(1)] : [],
);
/** Lower-cases two packed letters; what it does to other characters means nothing. */
const SMALL = 0x200020;
const lastLetters: readonly number[] = endings.map(
  (ending) => (ending.charCodeAt(ending.length - 2) << 16) | ending.charCodeAt(ending.length - 1),
);

register(FAILURE_WORDS, MAY_FAIL);
register(NOTHING_WORDS, MAY_BE_NOTHING);
register(NOTHING_PHRASES, MAY_BE_NOTHING);
register(PENDING_WORDS, MAY_BE_PENDING);
register(PASS_WORDS, MAY_PASS);
register(SHELL_CHANGES, MAY_CHANGE);
register(SHELL_CHANGES_WITH, MAY_CHANGE);

/** What the text around a word may mean. */
export function gateOf(hash: number): number {
  return isMarked(hash) ? (gates.get(hash) ?? 0) : 0;
}

function isMarked(hash: number): boolean {
  return ((marks[(hash >>> 5) & 63]! >>> (hash & 31)) & 1) === 1;
}

/** Whether a word with these last two letters may have one of the endings. */
export function mayEnd(lasts: number): boolean {
  for (const letters of lastLetters) if (letters === (lasts | SMALL)) return true;
  return false;
}

/** Whether the word that ends here has one of the endings. */
export function hasEnding(text: string, end: number): boolean {
  for (const ending of endings) if (isEnding(text, end, ending)) return true;
  return false;
}

function isEnding(text: string, end: number, ending: string): boolean {
  for (let i = 1; i <= ending.length; i++) {
    if (end < i || (text.charCodeAt(end - i) | 32) !== ending.charCodeAt(ending.length - i)) return false;
  }
  return true;
}

function register(entries: readonly WordEntry[], bit: number): void {
  for (const { word } of entries) {
    if (word.startsWith('-')) continue;
    const hash = hashOf(rarestPart(word));
    gates.set(hash, (gates.get(hash) ?? 0) | bit);
    marks[(hash >>> 5) & 63]! |= 1 << (hash & 31);
  }
}

/** For `not found`, the longer word; for a script without spaces, the first character. */
function rarestPart(word: string): string {
  if (isCjk(word.charCodeAt(0))) return word.charAt(0);
  return word.split(/[^\p{L}]+/u).reduce((best, part) => (part.length > best.length ? part : best), '');
}
