import type { WordEntry } from '../lexicon/entry.js';
import { isCjk } from '../text/chars.js';

const BEFORE = '(?<![\\p{L}\\p{N}_])';
const AFTER = '(?![\\p{L}\\p{N}_])';

/**
 * The words as part of a regular expression (flags `iu`): whole words, with any white space inside a phrase.
 * All words share one pair of boundaries, because each takes long to compile.
 */
export function anyOf(entries: readonly WordEntry[]): string {
  const words = entries.map(({ word }) => word);
  const endings = words.filter(isEnding);
  const others = words.filter((word) => !isEnding(word));
  // Scripts without spaces have no word boundaries.
  const edged = others.filter((word) => !isCjk(word.charCodeAt(0)));
  const bare = others.filter((word) => isCjk(word.charCodeAt(0)));
  return oneOf([
    ...(edged.length > 0 ? [`${BEFORE}${oneOf(edged.map(blanksIn))}${AFTER}`] : []),
    ...bare.map(blanksIn),
    ...(endings.length > 0
      ? [`[\\p{L}\\p{N}_]*${oneOf(endings.map((word) => escape(word.slice(1))))}${AFTER}`]
      : []),
  ]);
}

/** `-error` is any word with that ending. */
function isEnding(word: string): boolean {
  return word.startsWith('-');
}

function blanksIn(word: string): string {
  return escape(word).replaceAll(' ', '[\\s_]+');
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** An empty alternative must match nothing instead of everything. */
export function oneOf(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? '(?!)' : `(?:${alternatives.join('|')})`;
}

/** Compiling a long pattern takes milliseconds, and a short-lived process may never use it. */
export function whenUsed(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= make());
}
