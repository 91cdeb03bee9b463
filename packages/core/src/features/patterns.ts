import type { WordEntry } from '../lexicon/entry.js';
import { isCjk } from '../text/chars.js';

const BEFORE = '(?<![\\p{L}\\p{N}_])';
const AFTER = '(?![\\p{L}\\p{N}_])';

/** The words as a part of a regular expression (flags `iu`): whole words, with any blanks between those of a phrase. */
export function anyOf(entries: readonly WordEntry[]): string {
  return oneOf(entries.map(({ word }) => wholeWord(word)));
}

function wholeWord(word: string): string {
  // `-error` is any word that ends so.
  if (word.startsWith('-')) return `[\\p{L}\\p{N}_]*${escape(word.slice(1))}${AFTER}`;
  const text = escape(word).replaceAll(' ', '[\\s_]+');
  // Scripts without blanks have no edges of words.
  return isCjk(word.charCodeAt(0)) ? text : `${BEFORE}${text}${AFTER}`;
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** No alternative at all matches nothing, and not everything. */
export function oneOf(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? '(?!)' : `(?:${alternatives.join('|')})`;
}
