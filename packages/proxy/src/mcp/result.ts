import { cursorAt, eachMember, elementsAt, isAt, memberAt, parsed, type Span, step } from './json-bytes.js';
import { textItem } from './message.js';

/** What became of a call, as far as one can tell without reading what it brought. */
export type OutcomeClass =
  | 'ok'
  /** The tool reports an error: the answer of a healthy server. */
  | 'tool-error'
  /** The server refuses the request: unknown tool, bad arguments. Healthy, too. */
  | 'rpc-error'
  /** The server itself failed. */
  | 'internal'
  /** Not the end yet: the client is asked for more, or the result comes later. */
  | 'input-required'
  | 'task'
  /** The connection ended first; the answer may come on another. */
  | 'detached'
  | 'timeout'
  | 'transport'
  | 'cancelled';

const INTERNAL_ERROR = -32603;

/** Above this, a result is not parsed but told by its beginning, its size and its digest. */
const MAX_PARSED = 1 << 20;
const HEAD = 1 << 16;

const IS_ERROR = Buffer.from('"isError"');
const QUIET = [Buffer.from('"content"'), Buffer.from('"structuredContent"'), Buffer.from('"_meta"')];

/** Looks at the outside of a result only, and at most results without decoding anything: they wait for it. */
export function classOfResult(bytes: Buffer, result: Span): OutcomeClass {
  const cursor = cursorAt(result.start);
  let isError = false;
  while (bytes[result.start] === OPEN_BRACE && step(bytes, cursor, result.end)) {
    const { key, keyEnd, value } = cursor;
    if (isAt(bytes, key, keyEnd, IS_ERROR)) isError = bytes[value] === TRUE;
    else if (!QUIET.some((name) => isAt(bytes, key, keyEnd, name))) return classByName(bytes, result);
  }
  return isError ? 'tool-error' : 'ok';
}

/** Where there is something else in it. */
function classByName(bytes: Buffer, result: Span): OutcomeClass {
  const seen = { isError: false, isOpen: false, hasContent: false, hasTask: false };
  eachMember(bytes, result.start, result.end, (key, value) => {
    if (key === 'isError') seen.isError = bytes[value.start] === TRUE;
    else if (key === 'resultType') seen.isOpen = parsed(bytes, value) === 'input_required';
    else if (key === 'content' || key === 'structuredContent') seen.hasContent = true;
    else if (key === 'task') seen.hasTask = true;
  });
  const { isError, isOpen, hasContent, hasTask } = seen;
  if (isOpen) return 'input-required';
  if (hasTask && !hasContent) return 'task';
  return isError ? 'tool-error' : 'ok';
}

const OPEN_BRACE = 0x7b;
const TRUE = 0x74;

export function classOfError(bytes: Buffer, error: Span): OutcomeClass {
  let outcome: OutcomeClass = 'rpc-error';
  eachMember(bytes, error.start, error.end, (key, value) => {
    if (key === 'code') outcome = classOfCode(parsed(bytes, value));
  });
  return outcome;
}

function classOfCode(code: unknown): OutcomeClass {
  return code === INTERNAL_ERROR ? 'internal' : 'rpc-error';
}

/** What the detectors compare: the text where there is only text, otherwise the content as it is. */
export function contentOf(bytes: Buffer, result: Span): unknown {
  if (result.end - result.start > MAX_PARSED) return excerptOf(bytes, result);
  return contentOfValue(parsed(bytes, result));
}

function contentOfValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { content, structuredContent } = value as { content?: unknown; structuredContent?: unknown };
  if (!Array.isArray(content) || (content.length === 0 && structuredContent !== undefined)) {
    return structuredContent ?? content ?? value;
  }
  const items = content as readonly unknown[];
  if (!items.every(isText)) return items;
  return items.length === 1 ? items[0]?.text : items.map(({ text }) => text).join('\n');
}

function isText(item: unknown): item is { readonly text: string } {
  if (typeof item !== 'object' || item === null) return false;
  const { type, text } = item as { type?: unknown; text?: unknown };
  return type === 'text' && typeof text === 'string';
}

/** Enough to tell two large results apart without holding up the next call. */
function excerptOf(bytes: Buffer, { start, end }: Span): string {
  // 32-bit FNV-1a over every 61st byte: a sample is enough where the length must be equal as well.
  let sum = 0x811c9dc5;
  for (let i = start; i < end; i += 61) sum = Math.imul(sum ^ (bytes[i] ?? 0), 0x01000193);
  const head = bytes.toString('utf8', start, start + HEAD);
  return `${head}\n… ${end - start} bytes, ${(sum >>> 0).toString(16)}`;
}

/** The message with one more text in its result; undefined where the result has no content to add to. */
export function withText(bytes: Buffer, message: Span, result: Span, text: string): Buffer | undefined {
  const content = memberAt(bytes, result, 'content');
  const items = content && elementsAt(bytes, content.start, content.end);
  if (!items) return undefined;
  const close = content.end - 1;
  const item = Buffer.from(`${items.length > 0 ? ',' : ''}${textItem(text)}`, 'utf8');
  return Buffer.concat([bytes.subarray(message.start, close), item, bytes.subarray(close, message.end)]);
}
