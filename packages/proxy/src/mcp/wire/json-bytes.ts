/**
 * Reads JSON where it lies, in bytes: where a member begins and ends, without decoding what stands inside. What is only
 * passed on is never turned into text. Tolerant: of JSON that is broken it may say anything, but it always ends and
 * never looks outside of the range it was given.
 */

/** From the first byte of a value to the one after its last. */
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

/** Byte by byte is quicker up to about here; a longer string is left to the system's own search. */
const SHORT_STRING = 256;

/** The first position from `at` on that is no white space. */
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

/** After the closing quote of the string that opens at `at`; `end` if it does not close. */
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

/** After the value that begins at `at`. */
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

/** A place in an object that moves on from member to member: with its quotes the key, and the value. */
export interface Cursor {
  /** At the brace or the comma before the next member; in the end at what closes the object. */
  at: number;
  key: number;
  keyEnd: number;
  value: number;
  valueEnd: number;
}

export function cursorAt(at: number): Cursor {
  return { at, key: at, keyEnd: at, value: at, valueEnd: at };
}

/** Goes to the next member; false where there is none. */
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

/** After the last step: was it a whole object? */
export function isClosed(bytes: Buffer, { at }: Cursor, end: number): boolean {
  return at < end && bytes[at] === CLOSE_BRACE;
}

/** Are these bytes the same as those? */
export function isAt(bytes: Buffer, start: number, end: number, wanted: Uint8Array): boolean {
  if (end - start !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (bytes[start + i] !== wanted[i]) return false;
  return true;
}

/** Is anything here written in another way than it is read? */
export function isEscaped(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === BACKSLASH) return true;
  return false;
}

type Visit = (key: string, value: Span) => void;

/** Shows every member of the object at `at`; returns false where the bytes are no whole object. */
export function eachMember(bytes: Buffer, at: number, end: number, visit: Visit): boolean {
  if (bytes[at] !== OPEN_BRACE) return false;
  const cursor = cursorAt(at);
  while (step(bytes, cursor, end))
    visit(keyText(bytes, cursor.key, cursor.keyEnd), { start: cursor.value, end: cursor.valueEnd });
  return isClosed(bytes, cursor, end);
}

/** Where the value of this key lies; of several, the last, as with JSON.parse. */
export function memberAt(bytes: Buffer, { start, end }: Span, wanted: string): Span | undefined {
  const found: Span[] = [];
  eachMember(bytes, start, end, (key, value) => {
    if (key === wanted) found[0] = value;
  });
  return found[0];
}

/** The elements of the list at `at`; undefined where the bytes are no whole list. */
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

/** Keys are short; an escaped one is decoded, so that `"m\u0065thod"` does not slip by. */
export function keyText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('latin1', start + 1, end - 1);
  if (!text.includes('\\')) return text;
  const decoded = parsed(bytes, { start, end });
  return typeof decoded === 'string' ? decoded : text;
}

/** The value in these bytes; undefined where they are no JSON. */
export function parsed(bytes: Buffer, { start, end }: Span): unknown {
  try {
    return JSON.parse(bytes.toString('utf8', start, end)) as unknown;
  } catch {
    return undefined;
  }
}
