/**
 * Reads a call in one of the two forms that SDKs write. Everything around the arguments is compared with fixed text, so
 * only the arguments are parsed. Most calls come in these forms, and every call waits for its reading.
 */
import { isRecord, type Json, parseJson } from '../../shared/json.js';

export interface UsualCall {
  /** The id as the client wrote it. */
  readonly token: string;
  readonly value: Json;
}

const METHOD = '"method":"tools/call","params":{"name":"';
const ID_FIRST = '{"jsonrpc":"2.0","id":';
const AFTER_ID = `,${METHOD}`;
const ID_LAST = `{${METHOD}`;
const BEFORE_ID = '},"jsonrpc":"2.0","id":';
const BEFORE_ARGUMENTS = '","arguments":';

/** Undefined for everything else; that says nothing about whether the message is valid. */
export function readUsualCall(text: string): UsualCall | undefined {
  if (text.startsWith(ID_FIRST)) {
    const idEnd = digitsEnd(text, ID_FIRST.length);
    if (!text.startsWith(AFTER_ID, idEnd) || !text.endsWith('}}')) return undefined;
    return callOf(text, text.slice(ID_FIRST.length, idEnd), idEnd + AFTER_ID.length, text.length - 2);
  }
  if (!text.startsWith(ID_LAST)) return undefined;
  const idStart = text.lastIndexOf(':') + 1;
  const idEnd = digitsEnd(text, idStart);
  if (idEnd !== text.length - 1 || !text.endsWith('}') || !text.endsWith(BEFORE_ID, idStart))
    return undefined;
  return callOf(text, text.slice(idStart, idEnd), ID_LAST.length, idStart - BEFORE_ID.length);
}

function callOf(text: string, token: string, nameStart: number, end: number): UsualCall | undefined {
  const nameEnd = nameEndOf(text, nameStart);
  const start = nameEnd + BEFORE_ARGUMENTS.length;
  if (!isUsualId(token) || start >= end || !text.startsWith(BEFORE_ARGUMENTS, nameEnd)) return undefined;
  const written = text.slice(start, end);
  const args = written.includes('\\u0000') ? undefined : parseJson(written);
  // The same text again: no key stands twice, and nothing is written in an unusual way.
  if (!isRecord(args) || JSON.stringify(args) !== written) return undefined;
  const params = { name: text.slice(nameStart, nameEnd), arguments: args };
  return { token, value: { jsonrpc: '2.0', id: Number(token), method: 'tools/call', params } };
}

/** A double holds integers of this many digits exactly. */
const MAX_DIGITS = 15;

function isUsualId(token: string): boolean {
  return token.length > 0 && token.length <= MAX_DIGITS && (token[0] !== '0' || token.length === 1);
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) break;
  }
  return at;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The end of a name of printable ASCII without escapes. */
function nameEndOf(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE || code === BACKSLASH || code < 0x20 || code > 0x7e) break;
  }
  return at;
}
