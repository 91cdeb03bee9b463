import type { WordEntry } from '../lexicon/entry.js';
import { isCjk } from '../text/chars.js';

const BEFORE = '(?<![\\p{L}\\p{N}_])';
const AFTER = '(?![\\p{L}\\p{N}_])';

/**
 * The words as a part of a regular expression (flags `iu`): whole words, with any blanks between those of a phrase. The
 * edges stand once for all words, because each takes long to compile.
 */
export function anyOf(entries: readonly WordEntry[]): string {
  const words = entries.map(({ word }) => word);
  const endings = words.filter(isEnding);
  const others = words.filter((word) => !isEnding(word));
  // Scripts without blanks have no edges of words.
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

/** `-error` is any word that ends so. */
function isEnding(word: string): boolean {
  return word.startsWith('-');
}

function blanksIn(word: string): string {
  return escape(word).replaceAll(' ', '[\\s_]+');
}

export function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** No alternative at all matches nothing, and not everything. */
export function oneOf(alternatives: readonly string[]): string {
  return alternatives.length === 0 ? '(?!)' : `(?:${alternatives.join('|')})`;
}

/** A pattern of many letters takes milliseconds to make, and a process that lives for one call may never use it. */
export function whenUsed(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= make());
}
