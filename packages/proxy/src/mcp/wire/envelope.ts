import {
  type Cursor,
  cursorAt,
  elementsAt,
  isAt,
  isClosed,
  isEscaped,
  isListAt,
  keyText,
  parsed,
  skipSpace,
  type Span,
  step,
} from './json-bytes.js';

/** The top level of one JSON-RPC message: the spans of its members. */
export interface Envelope {
  readonly id: Span | undefined;
  readonly method: string | undefined;
  readonly params: Span | undefined;
  readonly result: Span | undefined;
  readonly error: Span | undefined;
}

type Part = keyof Envelope;
const PARTS = (['id', 'method', 'params', 'result', 'error'] as const).map((name) => ({
  name,
  key: Buffer.from(`"${name}"`),
}));
const CALL = Buffer.from('"tools/call"');

/** Returns undefined if the bytes are not a JSON object; such a message is not JSON-RPC. */
export function readEnvelope(bytes: Buffer, { start, end }: Span): Envelope | undefined {
  if (bytes[start] !== OPEN_BRACE) return undefined;
  const found: Partial<Record<Part, Span>> = {};
  const cursor = cursorAt(start);
  while (step(bytes, cursor, end)) {
    const part = partAt(bytes, cursor);
    if (part !== undefined) found[part] = { start: cursor.value, end: cursor.valueEnd };
  }
  if (!isClosed(bytes, cursor, end)) return undefined;
  const { id, method, params, result, error } = found;
  return { id, method: method && textOf(bytes, method), params, result, error };
}

/** Every message passes through here, so keys are compared as bytes, without decoding. */
function partAt(bytes: Buffer, { key, keyEnd }: Cursor): Part | undefined {
  for (const part of PARTS) if (isAt(bytes, key, keyEnd, part.key)) return part.name;
  if (!isEscaped(bytes, key, keyEnd)) return undefined;
  const text = keyText(bytes, key, keyEnd);
  return PARTS.find(({ name }) => name === text)?.name;
}

function textOf(bytes: Buffer, span: Span): string | undefined {
  if (isAt(bytes, span.start, span.end, CALL)) return 'tools/call';
  const token = bytes.toString('latin1', span.start, span.end);
  // Methods are plain words; anything else is decoded.
  const value = PLAIN_WORD.test(token) ? token.slice(1, -1) : parsed(bytes, span);
  return typeof value === 'string' ? value : undefined;
}

const OPEN_BRACE = 0x7b;
const PLAIN_WORD = /^"[\w/.$-]*"$/;

/** The messages of one line: the line itself, or the elements of a batch. */
export function messagesOf(
  bytes: Buffer,
  line: Span,
): { readonly isBatch: boolean; readonly messages: readonly Span[] } {
  const start = skipSpace(bytes, line.start, line.end);
  if (!isListAt(bytes, start)) return { isBatch: false, messages: [{ start, end: line.end }] };
  return { isBatch: true, messages: elementsAt(bytes, start, line.end) ?? [] };
}

/** A number for numeric ids, a string for all others. */
export type IdKey = string | number;

/** Beyond this, a double may not be exact. */
const MAX_DIGITS = 15;
const ZERO = 0x30;

/**
 * The comparison key of an id. Strings, and numbers that a double holds exactly, compare by value, because a peer may
 * write them differently (`1.0`, `"\u0061"`). Other ids compare by their bytes.
 */
export function idKey(bytes: Buffer, id: Span): IdKey {
  const { start, end } = id;
  if (end - start > MAX_DIGITS || end === start) return oddKey(bytes, id);
  let number = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return oddKey(bytes, id);
    number = number * 10 + digit;
  }
  return number;
}

function oddKey(bytes: Buffer, id: Span): IdKey {
  const token = bytes.toString('utf8', id.start, id.end);
  if (token.startsWith('"')) {
    const text = token.includes('\\') ? parsed(bytes, id) : token.slice(1, -1);
    return typeof text === 'string' ? `"${text}` : token;
  }
  const number = Number(token);
  return Number.isSafeInteger(number) ? number : token;
}

/** An id as the client wrote it, for a response of the proxy. */
export function idToken(bytes: Buffer, id: Span): string {
  return bytes.toString('utf8', id.start, id.end);
}
