import { eachMember, elementsAt, isListAt, parsed, skipSpace, type Span } from './json-bytes.js';

/** The outside of one JSON-RPC message: where its parts lie in the bytes. */
export interface Envelope {
  readonly id: Span | undefined;
  readonly method: string | undefined;
  readonly params: Span | undefined;
  readonly result: Span | undefined;
  readonly error: Span | undefined;
}

/** Undefined where the bytes are no JSON object: such a message is none of our business. */
export function readEnvelope(bytes: Buffer, { start, end }: Span): Envelope | undefined {
  let id, params, result, error, method: Span | undefined;
  const isWhole = eachMember(bytes, start, end, (key, value) => {
    if (key === 'id') id = value;
    else if (key === 'method') method = value;
    else if (key === 'params') params = value;
    else if (key === 'result') result = value;
    else if (key === 'error') error = value;
  });
  if (!isWhole) return undefined;
  return { id, method: method && textOf(bytes, method), params, result, error };
}

function textOf(bytes: Buffer, span: Span): string | undefined {
  const token = bytes.toString('latin1', span.start, span.end);
  // Methods are plain words; whatever else there may be is read by the book.
  const value = PLAIN_WORD.test(token) ? token.slice(1, -1) : parsed(bytes, span);
  return typeof value === 'string' ? value : undefined;
}

const PLAIN_WORD = /^"[\w/.$-]*"$/;

/** The messages of one line: itself, or the elements of a batch. */
export function messagesOf(
  bytes: Buffer,
  line: Span,
): { readonly isBatch: boolean; readonly messages: readonly Span[] } {
  const start = skipSpace(bytes, line.start, line.end);
  if (!isListAt(bytes, start)) return { isBatch: false, messages: [{ start, end: line.end }] };
  return { isBatch: true, messages: elementsAt(bytes, start, line.end) ?? [] };
}

/**
 * What makes two ids the same. Numbers that a double carries exactly and strings are compared by value, because a peer
 * may spell them otherwise (`1.0`, `"\u0061"`); beyond that only the same bytes are the same.
 */
export function idKey(bytes: Buffer, id: Span): string {
  const token = bytes.toString('utf8', id.start, id.end);
  if (token.startsWith('"')) {
    const text = token.includes('\\') ? parsed(bytes, id) : token.slice(1, -1);
    return typeof text === 'string' ? `"${text}` : token;
  }
  const number = Number(token);
  return Number.isSafeInteger(number) ? String(number) : token;
}

/** An id as it came, byte by byte, for an answer of our own. */
export function idToken(bytes: Buffer, id: Span): string {
  return bytes.toString('utf8', id.start, id.end);
}

/** A message of ordinary size, read as a whole: quicker than looking for its parts. */
export interface SmallMessage {
  readonly value: Readonly<Record<string, unknown>>;
  /** The id as it was written, and what makes it equal to others. */
  readonly id: string;
  readonly key: string;
}

const SMALL = 4096;

/** Undefined where the message is large, has no id, or its id is written in an unusual way: then the bytes are looked at. */
export function readSmall(bytes: Buffer, { start, end }: Span): SmallMessage | undefined {
  if (end - start > SMALL) return undefined;
  const text = bytes.toString('utf8', start, end);
  const value = valueIn(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const { id } = value as { readonly id?: unknown };
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const token = JSON.stringify(id);
  if (!text.includes(`"id":${token},`) && !text.includes(`"id":${token}}`)) return undefined;
  const key = typeof id === 'string' ? `"${id}` : token;
  return { value: value as SmallMessage['value'], id: token, key };
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
