import { combine, textPrint } from './fingerprint.js';

/**
 * What is too large to be read through is replaced where it comes in, so that no detector has to think of it: by something
 * short that is equal only for equal values, and so unlike all else that no measure of likeness takes it for a neighbour.
 */
const MAX_TEXT = 1 << 20;
const HEAD = 2000;
const WORDS = 200;
const MAX_FIELDS = 32;
const MAX_KEY = 100;
const MAX_FIELD = 16_384;

/** The text, or its head with words made from the hash of the whole. */
export function boundText(text: string, max = MAX_TEXT): string {
  return text.length > max ? [text.slice(0, HEAD), wordsFrom(textPrint(text))].join('\n') : text;
}

/** In place of a value whose fingerprint is partial: its first plain fields, and words that no other event has. */
export function standIn(value: unknown, seq: number): unknown {
  if (typeof value === 'string') return boundText(value);
  const rest = wordsFrom(seq + 0.5);
  if (typeof value !== 'object' || value === null) return rest;
  try {
    return isKeyed(value) ? Object.fromEntries([...plainFields(value), ['not read', rest]]) : rest;
  } catch {
    // A getter or a proxy of the caller's threw.
    return rest;
  }
}

/** A list or bytes may have more keys than memory has room for. */
function isKeyed(value: object): boolean {
  return !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function plainFields(value: object): [string, unknown][] {
  const fields: [string, unknown][] = [];
  for (const key in value) {
    if (fields.length === MAX_FIELDS) break;
    if (key.length > MAX_KEY || !Object.hasOwn(value, key)) continue;
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof item === 'string') fields.push([key, boundText(item, MAX_FIELD)]);
    else if (typeof item === 'number' || typeof item === 'boolean' || item === null) fields.push([key, item]);
  }
  return fields;
}

/** Letters only: what has digits in it may be taken for a number or an id. */
function wordsFrom(print: number): string {
  return Array.from({ length: WORDS }, (_, i) => {
    let hash = combine(print, i) % 2 ** 28;
    let word = '';
    for (; hash >= 1; hash = Math.floor(hash / 26)) word += String.fromCharCode(97 + (hash % 26));
    return word;
  }).join(' ');
}
