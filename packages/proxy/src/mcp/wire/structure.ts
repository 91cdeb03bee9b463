/** Analyses the structure of JSON text without building values, and writes JSON in normalised form. */
import { isRecord } from '../../shared/json.js';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

export interface Structure {
  /** The members of all objects. */
  readonly members: number;
  /** The nesting depth. */
  readonly depth: number;
}

/** Counts without parsing. Meaningless for broken JSON, but always terminates. */
export function scanStructure(text: string): Structure {
  let members = 0;
  let depth = 0;
  let deepest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = stringEnd(text, i) - 1;
    else if (code === COLON) members++;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
  }
  return { members, depth: deepest };
}

/** The same count for a parsed value. It is lower if an object has duplicate keys. */
export function countMembers(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMembers(item), 0);
  if (!isRecord(value)) return 0;
  let count = 0;
  for (const key of Object.keys(value)) count += 1 + countMembers(value[key]);
  return count;
}

/** Many servers end a text at the first NUL and would read another key. */
export function hasKeyWithNul(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasKeyWithNul(inner));
}

/** The position after the closing quote of the string that opens at `at`; the end of the text if it is not closed. */
function stringEnd(text: string, at: number): number {
  for (let from = at + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (quote - 1 - slashes > at && text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}

/** Characters that some line readers treat as a line end, and invisible ones. */
const UNUSUAL = /[\u007f-\u009f\u2028\u2029\ufeff]/g;
/** White space, escapes and unusual characters, inside of strings or not. */
const MAY_CHANGE = /[\s\\\u007f-\u009f]/;

/**
 * Normalises valid JSON: no white space, no unnecessary escapes. Numbers stay as written, because a double cannot hold
 * all of them.
 */
export function plainForm(text: string): string {
  if (!MAY_CHANGE.test(text)) return text;
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length;) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      const end = stringEnd(text, i);
      const token = text.slice(i, end);
      const plain = plainString(token);
      if (plain !== token) {
        out += text.slice(from, i) + plain;
        from = end;
      }
      i = end;
    } else if (code <= 0x20) {
      out += text.slice(from, i);
      from = ++i;
    } else i++;
  }
  return from === 0 ? text : out + text.slice(from);
}

function plainString(token: string): string {
  return escapeUnusual(token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token);
}

/** The normalised form of a text that JSON.stringify made. */
export function escapeUnusual(json: string): string {
  return json.replace(UNUSUAL, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
