/** Asks a person about a call, in both versions of the protocol: with sessions, and without (since 2026-07-28). */
import { randomBytes } from 'node:crypto';
import { isRecord } from '../../../shared/json.js';
import { memberAt } from '../../wire/json-bytes.js';

/** Since 2026-07-28 every request states the protocol version and the client's capabilities. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** The name of our question in an `input_required` result. */
const QUESTION = 'rutbreak';

/** How to ask the client: not at all, with a request, or with a result that asks for input. */
export type AskWay = 'none' | 'request' | 'result';

export function newAskId(): string {
  return `rutbreak-ask-${randomBytes(9).toString('hex')}`;
}

/** Reads the client's capabilities from `initialize` or from the `_meta` of a request. */
export function canElicit(capabilities: unknown): boolean {
  if (!isRecord(capabilities) || !isRecord(capabilities['elicitation'])) return false;
  const ways = Object.keys(capabilities['elicitation']);
  return ways.length === 0 || ways.includes('form');
}

/** For a request without sessions: whether its client can ask. Undefined for other requests. */
export function askWayOf(params: Readonly<Record<string, unknown>>): AskWay | undefined {
  const meta = params['_meta'];
  if (!isRecord(meta) || typeof meta[VERSION_KEY] !== 'string') return undefined;
  return canElicit(meta[CAPABILITIES_KEY]) ? 'result' : 'none';
}

/** An empty form: the person only accepts or declines. */
const FORM = { requestedSchema: { type: 'object', properties: {} } };

export function askRequest(askId: string, message: string): Buffer {
  const request = { jsonrpc: '2.0', id: askId, method: 'elicitation/create', params: { message, ...FORM } };
  return Buffer.from(`${JSON.stringify(request)}\n`, 'utf8');
}

export function askResult(id: string, askId: string, message: string): Buffer {
  const params = { mode: 'form', message, ...FORM };
  const inputRequests = { [QUESTION]: { method: 'elicitation/create', params } };
  const result = { resultType: 'input_required', inputRequests, requestState: askId };
  return Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}\n`, 'utf8');
}

export function isAgreed(answer: unknown): boolean {
  return isRecord(answer) && answer['action'] === 'accept';
}

export function answerIn(params: Readonly<Record<string, unknown>>): unknown {
  const responses = params['inputResponses'];
  return isRecord(responses) ? responses[QUESTION] : undefined;
}

/** Removes our question and its answer from a message, because the server did not ask. All other bytes stay. */
export function withoutAnswer(message: string): string {
  return ['inputResponses', 'requestState']
    .reduce(withoutParam, Buffer.from(message, 'utf8'))
    .toString('utf8');
}

function withoutParam(message: Buffer, name: string): Buffer {
  const params = memberAt(message, { start: 0, end: message.length }, 'params');
  const value = params && memberAt(message, params, name);
  if (!value) return message;
  // In normalised JSON nothing stands between the key and its value.
  const start = value.start - `"${name}":`.length;
  const [from, to] = message[value.end] === COMMA ? [start, value.end + 1] : [start - 1, value.end];
  return Buffer.concat([message.subarray(0, from), message.subarray(to)]);
}

const COMMA = 0x2c;
