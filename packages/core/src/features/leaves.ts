import { BLOCK_LISTS, BLOCK_TEXTS, BLOCK_TYPES } from '../lexicon/field-names.js';
import { HASH_PRIME } from '../text/hash.js';

const MAX_LEAVES = 5000;
const MAX_DEPTH = 32;
/** For all texts of a value together. */
const MAX_CHARACTERS = 1_000_000;
const MAX_JSON = 60_000;

/** How much more of a value may be read. */
export interface Budget {
  leaves: number;
  characters: number;
  /** Everything was read so far. A value that was not read completely equals nothing. */
  isWhole: boolean;
}

export function newBudget(): Budget {
  return { leaves: MAX_LEAVES, characters: MAX_CHARACTERS, isWhole: true };
}

/** Whether one more value may be read at this depth. */
export function takeLeaf(budget: Budget, depth: number): boolean {
  if (--budget.leaves >= 0 && depth <= MAX_DEPTH) return true;
  budget.isWhole = false;
  return false;
}

/** How much of a text of this length may be read. */
export function takeText(budget: Budget, length: number): 'all' | 'ends' | 'none' {
  const isSpent = budget.characters <= 0;
  budget.characters -= length;
  if (budget.characters >= 0) return 'all';
  budget.isWhole = false;
  return isSpent ? 'none' : 'ends';
}

/** The object or list in a JSON text. */
export function parseJson(text: string): object | undefined {
  const { length } = text;
  if (length > MAX_JSON || length < 2) return undefined;
  let at = 0;
  while (at < length && text.charCodeAt(at) <= 32) at++;
  const first = text.charCodeAt(at);
  if (first !== 123 && first !== 91) return undefined;
  let end = length - 1;
  while (end > at && text.charCodeAt(end) <= 32) end--;
  if (text.charCodeAt(end) !== first + 2) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

const TEXT = BLOCK_TEXTS[0].word;
const TYPE = BLOCK_TYPES[0].word;
const CONTENT = BLOCK_LISTS[0].word;

/** The text of a content block of MCP and of the model APIs: `{ type: 'text', text: '…' }`. */
export function blockText(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { [TEXT]: text, [TYPE]: type } = value as { readonly [name: string]: unknown };
  return typeof text === 'string' && typeof type === 'string' ? text : undefined;
}

/** A list of content blocks stands for its texts; its keys and indices do not matter. */
export function isBlockList(name: string, value: unknown): value is readonly unknown[] {
  if (name !== CONTENT || !Array.isArray(value) || value.length > MAX_LEAVES) return false;
  return value.every((item) => blockText(item) !== undefined);
}

/** The characters of a part of a long text; digits count only on request. */
export function hashCharacters(text: string, from: number, to: number, withDigits: boolean): number {
  let hash = withDigits ? to - from : 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (withDigits || code < 48 || code > 57) hash = Math.imul(hash ^ code, HASH_PRIME);
  }
  return hash;
}
