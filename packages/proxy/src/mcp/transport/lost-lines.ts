/** Lines that the proxy cannot buffer whole, or that have no end. None of them is forwarded. */
import { idKey, idToken } from '../wire/envelope.js';
import type { Exchange } from '../session/exchange/exchange.js';
import { memberAt } from '../wire/json-bytes.js';
import type { InvalidMessage } from '../wire/client-message.js';
import { ERROR, errorResponse, refusal } from '../wire/responses.js';
import * as texts from '../session/refusal-texts.js';

const NO_LINE_END: InvalidMessage = {
  ...{ kind: 'invalid', code: ERROR.parse, problem: 'the input ends before the line does' },
};
const TOO_LONG: InvalidMessage = {
  ...{ kind: 'invalid', code: ERROR.invalidRequest, problem: 'the line is too long' },
};

/** Records a line of the client of which only the beginning and the end were kept. Returns the answer. */
export function requestTooLong(exchange: Exchange, head: Buffer, tail: Buffer, limit: number): Buffer {
  exchange.refuse(head, { start: 0, end: head.length }, TOO_LONG);
  const id = lostId(head, tail);
  const text = texts.requestTooLong(limit);
  return id === undefined ? errorResponse(ERROR.invalidRequest, text) : refusal(id, text);
}

/** Answers the call whose result is too long. */
export function resultTooLong(
  exchange: Exchange,
  head: Buffer,
  tail: Buffer,
  limit: number,
): Buffer | undefined {
  const id = lostId(head, tail);
  const key = id === undefined ? undefined : idKey(Buffer.from(id), { start: 0, end: Buffer.byteLength(id) });
  return exchange.giveUp(key, (tool) => texts.resultTooLong(tool, limit));
}

/** The input ended inside this line. */
export function refuseRest(exchange: Exchange, rest: Buffer): Buffer | undefined {
  if (rest.length === 0) return undefined;
  return exchange.refuse(rest, { start: 0, end: rest.length }, NO_LINE_END).toClient;
}

const LAST_ID = /"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,30})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

/** The id in a line of which only the beginning and the end were kept. */
function lostId(head: Buffer, tail: Buffer): string | undefined {
  const id = memberAt(head, { start: 0, end: head.length }, 'id');
  return id ? idToken(head, id) : LAST_ID.exec(tail.toString('utf8'))?.[1];
}
