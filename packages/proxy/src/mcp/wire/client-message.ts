/**
 * Reads a client message strictly before anything is forwarded. Parsers differ in how they treat duplicate keys, keys
 * in another case, broken encodings and trailing text. A policy only works if the proxy and the server read the same
 * call, so a message that two parsers could read differently is refused.
 */
import { isUtf8 } from 'node:buffer';
import { foldCase } from './fold-case.js';
import { isRecord, type Json, parseJson } from '../../shared/json.js';
import { idKey, type IdKey, idToken, readEnvelope } from './envelope.js';
import { elementsAt, isListAt, skipSpace, type Span } from './json-bytes.js';
import { ERROR } from './responses.js';
import { countMembers, hasKeyWithNul, scanStructure, type Structure } from './structure.js';
import { readUsualCall } from './usual-call.js';

/** A message that every parser reads in the same way. */
export interface ClientMessage {
  readonly kind: 'message';
  readonly id: MessageId | undefined;
  readonly value: Json;
  /** The message as text. */
  readonly text: string;
  /** Whether the text is what JSON.stringify makes of the value. */
  readonly isUsual: boolean;
}

/** An id as the client wrote it, and its comparison key. */
interface MessageId {
  readonly token: string;
  readonly key: IdKey;
}

export interface InvalidMessage {
  readonly kind: 'invalid';
  readonly code: number;
  /** Describes the problem, for a person. */
  readonly problem: string;
  /** The id as the client wrote it, if unambiguous. */
  readonly id?: string;
}

/** Deeper than any real call, and below the limits of other parsers and of our own recursion. */
const MAX_DEPTH = 256;

export function readClientMessage(bytes: Buffer, span: Span): ClientMessage | InvalidMessage {
  const text = textIn(bytes, span);
  if (text === undefined) return NOT_UTF8;
  const usual = text.length <= SHORT ? readUsualCall(text) : undefined;
  if (usual) {
    const { token, value } = usual;
    return { kind: 'message', id: { token, key: value['id'] as number }, value, text, isUsual: true };
  }
  return readOther(bytes, span, text);
}

function readOther(bytes: Buffer, span: Span, text: string): ClientMessage | InvalidMessage {
  const read = readValue(text);
  if (read.kind === 'invalid') return read;
  const { value, structure } = read;
  const isUsual = structure === undefined;
  if (!isRecord(value)) return invalidRequest('it is not a JSON object');
  if (structure && structure.members !== countMembers(value))
    return invalidRequest('a key stands twice in one object');
  const problem = envelopeProblem(value);
  if (problem !== undefined) return invalidRequest(problem);
  const id = isUsual ? usualId(value['id']) : idIn(bytes, span);
  if (text.includes('\\u0000') && hasKeyWithNul(value)) return invalidRequest('a key holds a NUL');
  const call = value['method'] === undefined ? undefined : requestProblem(value);
  if (call) return { kind: 'invalid', ...call, ...(id && { id: id.token }) };
  return { kind: 'message', id, value, text, isUsual };
}

/** The id of a message in the usual form: JSON.stringify writes it as the client did. */
function usualId(id: unknown): MessageId | undefined {
  if (id === undefined) return undefined;
  if (typeof id === 'string') return { token: JSON.stringify(id), key: `"${id}` };
  const token = JSON.stringify(id);
  return { token, key: typeof id === 'number' && Number.isSafeInteger(id) ? id : token };
}

function idIn(bytes: Buffer, { start, end }: Span): MessageId | undefined {
  const id = readEnvelope(bytes, { start: skipSpace(bytes, start, end), end })?.id;
  return id && { token: idToken(bytes, id), key: idKey(bytes, id) };
}

/** The messages of one line or body. */
interface Split {
  readonly kind: 'split';
  readonly isBatch: boolean;
  readonly messages: readonly Span[];
}

/** Later versions have no batches, and servers may treat one in any way. */
const VERSIONS_WITH_BATCHES = ['2024-11-05', '2025-03-26'];

/** The message itself, or the elements of a batch if the protocol version allows batches or is unknown. */
export function splitBatch(bytes: Buffer, span: Span, version: string | undefined): InvalidMessage | Split {
  const start = skipSpace(bytes, span.start, span.end);
  if (!isListAt(bytes, start)) return { kind: 'split', isBatch: false, messages: [{ start, end: span.end }] };
  if (version !== undefined && !VERSIONS_WITH_BATCHES.includes(version))
    return invalidRequest(`protocol version ${version.slice(0, 20)} has no batches`);
  const text = textIn(bytes, span);
  const read = text === undefined ? NOT_UTF8 : readValue(text);
  if (read.kind === 'invalid') return read;
  const messages = elementsAt(bytes, start, span.end) ?? [];
  return messages.length === 0
    ? invalidRequest('the batch is empty')
    : { kind: 'split', isBatch: true, messages };
}

interface Value {
  readonly kind: 'value';
  readonly value: unknown;
  /**
   * Undefined if the text is what JSON.stringify makes of the value. Then every parser finds the same keys, none of
   * them twice, and the same id.
   */
  readonly structure: Structure | undefined;
}

/** A text must be longer than this to be nested deeper than allowed. */
const SHORT = 2 * MAX_DEPTH;
/** What decoding puts in the place of bytes that are not UTF-8. A message may also hold it in earnest. */
const REPLACEMENT = '\ufffd';

/** Undefined for bytes that are not UTF-8. */
function textIn(bytes: Buffer, { start, end }: Span): string | undefined {
  const text = bytes.toString('utf8', start, end);
  return text.includes(REPLACEMENT) && !isUtf8(bytes.subarray(start, end)) ? undefined : text;
}

/** Exactly one JSON value. JSON.parse refuses byte order marks, control characters and text after the value. */
function readValue(text: string): InvalidMessage | Value {
  // Every call waits for this, so a short text is compared as a whole before it is scanned.
  const scanned = text.length > SHORT ? scanStructure(text) : undefined;
  if (scanned && scanned.depth > MAX_DEPTH) return parseError(`it is nested deeper than ${MAX_DEPTH} levels`);
  const value = parseJson(text);
  if (value === undefined) return parseError('it is not exactly one JSON value');
  const structure = scanned ?? (JSON.stringify(value) === text ? undefined : scanStructure(text));
  return { kind: 'value', value, structure };
}

const NOT_UTF8 = parseError('it is not UTF-8');

/** Protocol key names, by their case-folded form. */
const byFold = (names: readonly string[]): ReadonlyMap<string, string> =>
  new Map(names.map((name) => [foldCase(name), name]));
const IN_ENVELOPE = ['jsonrpc', 'id', 'method', 'params', 'result', 'error'];
const IN_CALL = ['name', 'arguments', '_meta', 'task', 'inputResponses', 'requestState'];
const ENVELOPE_KEYS = byFold(IN_ENVELOPE);
const CALL_KEYS = byFold(IN_CALL);
const NO_KEYS = byFold([]);
const CALL = 'tools/call';
/** No two of these differ only in case. */
const USUAL_KEYS: ReadonlySet<string> = new Set([...IN_ENVELOPE, ...IN_CALL]);
/** Characters at which some parsers cut a text, or that they drop or cannot store. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}]/u;

function envelopeProblem(value: Json): string | undefined {
  const { jsonrpc, id, method, params } = value;
  const keys = keyProblem(value, ENVELOPE_KEYS);
  if (keys !== undefined) return keys;
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"';
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number')
    return '"id" must be a string or a number';
  if (method !== undefined && typeof method !== 'string') return '"method" must be a string';
  if (method !== undefined && ('result' in value || 'error' in value))
    return 'it is a request and a response at once';
  // The params of a call are checked with the names that they have there.
  return isRecord(params) && method !== CALL ? keyProblem(params, NO_KEYS) : undefined;
}

/** Whether a parser could confuse these keys with each other or with a protocol key. */
function keyProblem(value: Json, known: ReadonlyMap<string, string>): string | undefined {
  const keys = Object.keys(value);
  if (areUsual(keys)) return undefined;
  const seen = new Set<string>();
  for (const key of keys) {
    if (UNSAFE.test(key)) return 'a key holds control characters';
    const folded = foldCase(key);
    if (seen.has(folded)) return `"${folded.slice(0, 40)}" stands twice, in upper and lower case`;
    seen.add(folded);
    if ((known.get(folded) ?? key) !== key)
      return `"${key.slice(0, 40)}" has another case than in the protocol`;
  }
  return undefined;
}

/** A loop without a closure, because every call waits for it. */
function areUsual(keys: readonly string[]): boolean {
  for (const key of keys) if (!USUAL_KEYS.has(key)) return false;
  return true;
}

function requestProblem(value: Json): Pick<InvalidMessage, 'code' | 'problem'> | undefined {
  const { method, params } = value;
  if (method !== CALL) return isLikeCall(method as string) ? { ...UNKNOWN_METHOD } : undefined;
  const problem = callProblem(params);
  return problem === undefined ? undefined : { code: ERROR.invalidParams, problem };
}

const UNKNOWN_METHOD = {
  code: ERROR.methodNotFound,
  problem: 'the method is spelt almost like "tools/call"',
};

/** A lenient server might run this message as a call. */
function isLikeCall(method: string): boolean {
  return UNSAFE.test(method) || foldCase(method.normalize('NFKC')).replace(/[^a-z]/g, '') === 'toolscall';
}

function callProblem(params: unknown): string | undefined {
  if (!isRecord(params)) return '"params" must be an object';
  const { name, arguments: args } = params;
  const keys = keyProblem(params, CALL_KEYS);
  if (keys !== undefined) return keys;
  if (typeof name !== 'string') return '"name" must be a string';
  if (isUnsafe(name)) return '"name" holds control characters';
  if (args !== undefined && args !== null && !isRecord(args)) return '"arguments" must be an object';
  return undefined;
}

/** Names of tools are printable ASCII, and there is no need to ask for the properties of each character. */
function isUnsafe(name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code < 0x20 || code > 0x7e) return UNSAFE.test(name);
  }
  return false;
}

function parseError(problem: string): InvalidMessage {
  return { kind: 'invalid', code: ERROR.parse, problem };
}

function invalidRequest(problem: string): InvalidMessage {
  return { kind: 'invalid', code: ERROR.invalidRequest, problem };
}
