/** Asking a person about a call, in the words of either protocol era. */
import { randomBytes } from 'node:crypto';
import { isRecord } from '../../json.js';
import { memberAt } from '../wire/json-bytes.js';

/** In the era of 2026-07-28 every request says which version and which capabilities its client has. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';

/** Our name among the questions of an `input_required` result. */
const QUESTION = 'rutbreak';

/** How a client can be asked: not at all, by a request of ours, or by a result that asks for more input. */
export type AskWay = 'none' | 'request' | 'result';

export function newAskId(): string {
  return `rutbreak-ask-${randomBytes(9).toString('hex')}`;
}

/** What a client said it can do, in `initialize` or in the `_meta` of a request. */
export function canElicit(capabilities: unknown): boolean {
  if (!isRecord(capabilities) || !isRecord(capabilities['elicitation'])) return false;
  const ways = Object.keys(capabilities['elicitation']);
  return ways.length === 0 || ways.includes('form');
}

/** Whether this request is of the era without sessions, and if so, whether its client can be asked. */
export function askWayOf(params: Readonly<Record<string, unknown>>): AskWay | undefined {
  const meta = params['_meta'];
  if (!isRecord(meta) || typeof meta[VERSION_KEY] !== 'string') return undefined;
  return canElicit(meta[CAPABILITIES_KEY]) ? 'result' : 'none';
}

/** To agree is to accept; there is nothing to fill in. */
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

/** A message in plain form without our question and its answer: the server never asked. All other bytes stay. */
export function withoutAnswer(message: Buffer): Buffer {
  return ['inputResponses', 'requestState'].reduce(withoutParam, message);
}

function withoutParam(message: Buffer, name: string): Buffer {
  const params = memberAt(message, { start: 0, end: message.length }, 'params');
  const value = params && memberAt(message, params, name);
  if (!value) return message;
  // In plain form nothing stands between the key and its value.
  const start = value.start - `"${name}":`.length;
  const [from, to] = message[value.end] === COMMA ? [start, value.end + 1] : [start - 1, value.end];
  return Buffer.concat([message.subarray(0, from), message.subarray(to)]);
}

const COMMA = 0x2c;
