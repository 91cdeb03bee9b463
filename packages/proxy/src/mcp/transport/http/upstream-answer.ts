/** Relays the server's response to the client: event streams event by event, JSON as a whole, anything else unread. */
import type * as http from 'node:http';
import type { Exchange } from '../../session/exchange/exchange.js';
import { messagesOf } from '../../wire/envelope.js';
import { lineOf } from '../line-relay.js';
import { createSseRelay, eventData } from '../sse-relay.js';
import { drained } from './back-pressure.js';
import { readBody } from './request-checks.js';
import { passedOn } from './upstream-request.js';

export interface AnswerContext {
  readonly exchange: Exchange;
  /** The proxy's own messages, sent together with the server's. */
  readonly answers: readonly Buffer[];
  /** The largest JSON response that is read, in bytes. */
  readonly limit: number;
}

const NEWLINE = Buffer.from('\n');

export function isEventStream({ headers }: http.IncomingMessage): boolean {
  return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

export async function relayAnswer(
  context: AnswerContext,
  received: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (isEventStream(received)) return relayEvents(context, received, response);
  if (context.exchange.isWaiting() && /^application\/json\b/i.test(received.headers['content-type'] ?? ''))
    return relayJson(context, received, response);
  response.writeHead(received.statusCode ?? 502, passedOn(received.headers));
  for await (const chunk of received) {
    response.write(chunk);
    await drained(response);
  }
  response.end();
}

async function relayEvents(
  { exchange, answers, limit }: AnswerContext,
  received: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  response.writeHead(received.statusCode ?? 502, passedOn(received.headers));
  response.flushHeaders();
  for (const answer of answers) response.write(Buffer.concat([eventData(answer), NEWLINE]));
  await pipeEvents(exchange, received, response, limit);
  response.end();
}

/** Waits while the client is slow. */
export async function pipeEvents(
  exchange: Exchange,
  received: AsyncIterable<unknown>,
  response: http.ServerResponse,
  limit: number,
): Promise<void> {
  const relay = createSseRelay(exchange, (bytes) => void response.write(bytes), limit);
  for await (const chunk of received) {
    relay.push(chunk as Buffer);
    await drained(response);
  }
  relay.end();
}

async function relayJson(
  { exchange, answers, limit }: AnswerContext,
  received: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const body = await readBody(received, limit);
  if (!body) throw new Error('the answer was too large');
  const { isBatch, messages } = messagesOf(body, { start: 0, end: body.length });
  const seen = messages.map((message) => exchange.fromServer(body, message));
  const isSame = answers.length === 0 && seen.every(({ edited }) => edited === undefined);
  const pieces = messages.map(({ start, end }, i) => seen[i]?.edited ?? body.subarray(start, end));
  const whole = isSame ? body : lineOf([...pieces, ...answers], isBatch || answers.length > 0);
  const headers = { ...passedOn(received.headers), 'content-length': whole.length };
  response.writeHead(received.statusCode ?? 200, headers).end(whole);
  for (const { then } of seen) then?.();
}
