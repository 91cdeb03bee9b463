/**
 * Locates values in JSON bytes without decoding them, so that forwarded data is never converted to text. For broken
 * JSON the result is meaningless, but every function terminates and never reads outside the given range.
 */

/** From the first byte of a value to the byte after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** Up to about this length a byte loop is faster; longer strings use the native search. */
const SHORT_STRING = 256;

/** The first non-white-space position from `at` on. */
export function skipSpace(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && isSpace(bytes[i])) i++;
  return i;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function isListAt(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === OPEN_BRACKET;
}

/** The position after the closing quote of the string that opens at `at`; `end` if it is not closed. */
function skipString(bytes: Buffer, at: number, end: number): number {
  let i = at + 1;
  while (i < end) {
    const near = Math.min(end, i + SHORT_STRING);
    for (; i < near; i++) {
      const byte = bytes[i];
      if (byte === QUOTE) return i + 1;
      if (byte === BACKSLASH) i++;
    }
    if (i >= end) return end;
    const quote = bytes.indexOf(QUOTE, i);
    if (quote < 0 || quote >= end) return end;
    let slashes = 0;
    while (quote - 1 - slashes >= i && bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
    i = quote + 1;
  }
  return end;
}

/** The position after the value that begins at `at`. */
function skipValue(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at, end);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return skipWord(bytes, at, end);
  let depth = 0;
  let i = at;
  while (i < end) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      i = skipString(bytes, i, end);
      continue;
    }
    i++;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
    else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 0) return i;
  }
  return end;
}

/** A number, true, false or null. */
function skipWord(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && !isSpace(bytes[i]) && !isMark(bytes[i])) i++;
  return i;
}

function isMark(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte === COLON;
}

/** A cursor over the members of an object, with the span of the key, including quotes, and of the value. */
export interface Cursor {
  /** At the brace or comma before the next member; finally at the closing brace. */
  at: number;
  key: number;
  keyEnd: number;
  value: number;
  valueEnd: number;
}

export function cursorAt(at: number): Cursor {
  return { at, key: at, keyEnd: at, value: at, valueEnd: at };
}

/** Moves to the next member; returns false at the end. */
export function step(bytes: Buffer, cursor: Cursor, end: number): boolean {
  const before = bytes[cursor.at];
  if (cursor.at >= end || (before !== OPEN_BRACE && before !== COMMA)) return false;
  const key = skipSpace(bytes, cursor.at + 1, end);
  if (key >= end || bytes[key] !== QUOTE) {
    if (before === OPEN_BRACE) cursor.at = key;
    return false;
  }
  cursor.key = key;
  cursor.keyEnd = skipString(bytes, key, end);
  const colon = skipSpace(bytes, cursor.keyEnd, end);
  if (colon >= end || bytes[colon] !== COLON) return false;
  cursor.value = skipSpace(bytes, colon + 1, end);
  cursor.valueEnd = skipValue(bytes, cursor.value, end);
  cursor.at = skipSpace(bytes, cursor.valueEnd, end);
  return true;
}

/** After the last step: whether the object was complete. */
export function isClosed(bytes: Buffer, { at }: Cursor, end: number): boolean {
  return at < end && bytes[at] === CLOSE_BRACE;
}

/** Whether two byte ranges are equal. */
export function isAt(bytes: Buffer, start: number, end: number, wanted: Uint8Array): boolean {
  if (end - start !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}

/** Whether the bytes contain an escape sequence. */
export function isEscaped(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === BACKSLASH) return true;
  return false;
}

type Visit = (key: string, value: Span) => void;

/** Visits every member of the object at `at`; returns false if the bytes are not a complete object. */
export function eachMember(bytes: Buffer, at: number, end: number, visit: Visit): boolean {
  if (bytes[at] !== OPEN_BRACE) return false;
  const cursor = cursorAt(at);
  while (step(bytes, cursor, end))
    visit(keyText(bytes, cursor.key, cursor.keyEnd), { start: cursor.value, end: cursor.valueEnd });
  return isClosed(bytes, cursor, end);
}

/** The span of this key's value; of duplicates the last, as with JSON.parse. */
export function memberAt(bytes: Buffer, { start, end }: Span, wanted: string): Span | undefined {
  const found: Span[] = [];
  eachMember(bytes, start, end, (key, value) => {
    if (key === wanted) found[0] = value;
  });
  return found[0];
}

/** The elements of the list at `at`; undefined if the bytes are not a complete list. */
export function elementsAt(bytes: Buffer, at: number, end: number): readonly Span[] | undefined {
  if (bytes[at] !== OPEN_BRACKET) return undefined;
  const elements: Span[] = [];
  let i = skipSpace(bytes, at + 1, end);
  if (bytes[i] === CLOSE_BRACKET) return i < end ? elements : undefined;
  while (i < end) {
    const valueEnd = skipValue(bytes, i, end);
    if (valueEnd === i) return undefined;
    elements.push({ start: i, end: valueEnd });
    const mark = skipSpace(bytes, valueEnd, end);
    if (mark >= end) return undefined;
    if (bytes[mark] === CLOSE_BRACKET) return elements;
    if (bytes[mark] !== COMMA) return undefined;
    i = skipSpace(bytes, mark + 1, end);
  }
  return undefined;
}

/** Decodes escaped keys, so that `"m\u0065thod"` is recognised. Keys are short. */
export function keyText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start + 1, end - 1);
  if (!text.includes('\\')) return text;
  const decoded = parsed(bytes, { start, end });
  return typeof decoded === 'string' ? decoded : text;
}

/** Parses these bytes; returns undefined if they are not JSON. */
export function parsed(bytes: Buffer, { start, end }: Span): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as unknown;
  } catch {
    return undefined;
  }
}
