import { cursorAt, eachMember, elementsAt, isAt, memberAt, parsed, type Span, step } from './json-bytes.js';
import type { StructuredPlace } from './output-schemas.js';
import { textItem } from './responses.js';

/** How a call ended, as far as the top level of its response shows. */
export type OutcomeClass =
  | 'ok'
  /** The tool reports an error. The server is healthy. */
  | 'tool-error'
  /** The server rejected the request, for example an unknown tool or bad arguments. The server is healthy. */
  | 'rpc-error'
  /** The server itself failed. */
  | 'internal'
  /** The call continues: the server asks for input, or the result comes later. */
  | 'input-required'
  | 'task'
  /** The connection ended first. The response may arrive on another one. */
  | 'detached'
  | 'timeout'
  | 'transport'
  | 'cancelled';

const INTERNAL_ERROR = -32603;

/** Larger results are not parsed; their beginning, size and digest are compared instead. */
const MAX_PARSED = 1 << 20;
const HEAD = 1 << 16;

const IS_ERROR = Buffer.from('"isError"');
const QUIET = [Buffer.from('"content"'), Buffer.from('"structuredContent"'), Buffer.from('"_meta"')];

/** Reads only the top level of a result and usually decodes nothing, because the client waits for it. */
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

/** The slow path, for results with other members. */
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

/** The content that detection compares: the text if there is only text, otherwise the whole content. */
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

/** Distinguishes large results without delaying the next call. */
function excerptOf(bytes: Buffer, { start, end }: Span): string {
  // 32-bit FNV-1a over every 61st byte. A sample is enough, because the length must be equal too.
  let sum = 0x811c9dc5;
  for (let i = start; i < end; i += 61) sum = Math.imul(sum ^ (bytes[i] ?? 0), 0x01000193);
  const head = bytes.toString('utf8', start, start + HEAD);
  return `${head}\n… ${end - start} bytes, ${(sum >>> 0).toString(16)}`;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * Adds a text to the result in a message; returns undefined if the result cannot hold one. Many clients show the model
 * only the structured part, so the text also goes there if the tool's schema allows it.
 */
export function withText(
  bytes: Buffer,
  message: Span,
  result: Span,
  text: string,
  place?: StructuredPlace,
): Buffer | undefined {
  const structured = memberAt(bytes, result, 'structuredContent');
  const insertions = [
    intoContent(bytes, result, text),
    structured && place && intoStructured(bytes, structured, text, place),
  ].filter((one) => one !== undefined);
  if (insertions.length === 0) return undefined;
  let from = message.start;
  const pieces = insertions
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ at, text: added }) => {
      const before = bytes.subarray(from, at);
      from = at;
      return [before, Buffer.from(added, 'utf8')];
    });
  return Buffer.concat([...pieces, bytes.subarray(from, message.end)]);
}

function intoContent(bytes: Buffer, result: Span, text: string): Insertion | undefined {
  const content = memberAt(bytes, result, 'content');
  const items = content && elementsAt(bytes, content.start, content.end);
  return items && { at: content.end - 1, text: `${items.length > 0 ? ',' : ''}${textItem(text)}` };
}

const NOTICE = 'rutbreak_notice';
const QUOTE = 0x22;

function intoStructured(
  bytes: Buffer,
  structured: Span,
  text: string,
  place: StructuredPlace,
): Insertion | undefined {
  if (bytes[structured.start] !== OPEN_BRACE) return undefined;
  if (place.kind === 'property') {
    const isEmpty = !step(bytes, cursorAt(structured.start), structured.end);
    const property = `${JSON.stringify(NOTICE)}:${JSON.stringify(text)}`;
    return { at: structured.end - 1, text: isEmpty ? property : `,${property}` };
  }
  for (const name of place.names) {
    const value = memberAt(bytes, structured, name);
    if (value && bytes[value.start] === QUOTE)
      return { at: value.end - 1, text: JSON.stringify(`\n\n${text}`).slice(1, -1) };
  }
  return undefined;
}
