/** Asking a person about a call, in the words of either protocol era. */
import { randomBytes } from 'node:crypto';
import { memberAt, type Span } from './json-bytes.js';

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

/** The message without our question and its answer: the server never asked. All other bytes stay. */
export function withoutAnswer(bytes: Buffer, message: Span): Buffer {
  const params = memberAt(bytes, message, 'params') ?? message;
  const cuts = ['inputResponses', 'requestState']
    .map((key) => memberWithComma(bytes, params, key))
    .filter((cut) => cut !== undefined)
    .sort((a, b) => a.start - b.start);
  const pieces: Buffer[] = [];
  let from = message.start;
  for (const { start, end } of cuts) {
    pieces.push(bytes.subarray(from, Math.max(from, start)));
    from = Math.max(from, end);
  }
  return Buffer.concat([...pieces, bytes.subarray(from, message.end)]);
}

/** From the key to the comma after the value; a last member goes with the comma before it. */
function memberWithComma(bytes: Buffer, params: Span, key: string): Span | undefined {
  const value = memberAt(bytes, params, key);
  if (!value) return undefined;
  const start = bytes.lastIndexOf(`"${key}"`, value.start);
  const after = bytes.indexOf(0x2c, value.end);
  const brace = bytes.indexOf(0x7d, value.end);
  if (after >= 0 && after < brace) return { start, end: after + 1 };
  return { start: bytes.lastIndexOf(0x2c, start), end: value.end };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
