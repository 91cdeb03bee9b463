import { combine, textPrint } from '../fingerprint/fingerprint.js';

/**
 * Replaces values that are too large to read when they arrive, so that no detector has to handle them. The
 * replacement is short, equal only for equal values, and similar to nothing else.
 */
const MAX_TEXT = 1 << 20;
const HEAD = 2000;
const WORDS = 200;
const MAX_FIELD = 16_384;
const MAX_NAME = 256;

/** Fields that other parts may read. By name: listing all keys may take a second. */
const FIELDS = [
  ...[
    'command',
    'cmd',
    'file_path',
    'path',
    'file',
    'filename',
    'filepath',
    'query',
    'pattern',
    'url',
    'code',
    'name',
    'id',
  ],
  ...[
    'content',
    'contents',
    'file_text',
    'text',
    'old_string',
    'new_string',
    'old_str',
    'new_str',
    'mode',
    'append',
  ],
  ...['error', 'message', 'status', 'ok', 'success'],
];

/** The text, or its head with words derived from the hash of the whole. */
export function boundText(text: string, max = MAX_TEXT): string {
  return text.length > max ? [text.slice(0, HEAD), wordsFrom(textPrint(text))].join('\n') : text;
}

/** A name of usual length unchanged; a longer one as its head and the hash of the whole. */
export function boundName(name: string): string {
  if (name.length <= MAX_NAME) return name;
  return `${name.slice(0, MAX_NAME / 2)}#${textPrint(name).toString(36)}`;
}

/** Replaces a value with a partial fingerprint: its well-known fields, and words that no other event has. */
export function standIn(value: unknown, seq: number): unknown {
  if (typeof value === 'string') return boundText(value);
  const rest = wordsFrom(seq + 0.5);
  if (typeof value !== 'object' || value === null) return rest;
  try {
    return Object.fromEntries([...plainFields(value), ['not read', rest]]);
  } catch {
    // A getter or proxy of the caller threw.
    return rest;
  }
}

function plainFields(value: object): [string, unknown][] {
  const fields: [string, unknown][] = [];
  for (const key of FIELDS) {
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof item === 'string') fields.push([key, boundText(item, MAX_FIELD)]);
    else if (typeof item === 'number' || typeof item === 'boolean') fields.push([key, item]);
  }
  return fields;
}

/** Letters only: a word with digits may be read as a number or an id. */
function wordsFrom(print: number): string {
  return Array.from({ length: WORDS }, (_, i) => {
    let hash = combine(print, i) % 2 ** 28;
    let word = '';
    for (; hash >= 1; hash = Math.floor(hash / 26)) word += String.fromCharCode(97 + (hash % 26));
    return word;
  }).join(' ');
}
