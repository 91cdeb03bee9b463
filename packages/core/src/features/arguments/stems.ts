import { lower } from '../../text/chars.js';
import { HASH_PRIME, HASH_START } from '../../text/hash.js';
import { tokens, WORD } from '../../text/token-buffer.js';

/** Inflected and related words mostly share their first five letters: `herinnering`, `herinner`. */
const STEM = 5;
const MAX_STEMS = 60;

/**
 * The beginnings of the words that were tokenized last, and of the parts of names such as `calcTotal`: two texts that say
 * the same in other words share more of them than of whole words.
 */
export function addStems(into: number[], text: string): void {
  for (let i = 0; i < tokens.count && into.length < MAX_STEMS; i++) {
    if (tokens.kinds[i] !== WORD) continue;
    const end = tokens.ends[i]!;
    const from = i === 0 ? 0 : tokens.ends[i - 1]!;
    addParts(into, text, from, end);
  }
}

function addParts(into: number[], text: string, from: number, end: number): void {
  let start = end;
  while (start > from && isLetter(text.charCodeAt(start - 1))) start--;
  let begin = start;
  for (let at = start + 1; at <= end; at++) {
    if (at < end && !(isCapital(text.charCodeAt(at)) && !isCapital(text.charCodeAt(at - 1)))) continue;
    addStem(into, text, begin, Math.min(at, begin + STEM));
    begin = at;
  }
}

function addStem(into: number[], text: string, from: number, to: number): void {
  if (from >= to) return;
  let hash = HASH_START;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ lower(text.charCodeAt(i)), HASH_PRIME);
  const stem = hash >>> 1;
  if (!into.includes(stem)) into.push(stem);
}

function isLetter(code: number): boolean {
  return code > 127 || (code > 64 && code < 91) || (code > 96 && code < 123) || (code > 47 && code < 58);
}

function isCapital(code: number): boolean {
  return code > 64 && code < 91;
}
