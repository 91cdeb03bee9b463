/**
 * Asks a person over HTTP, for protocol versions before 2026-07-28. The proxy sends the question as an event on the
 * open response to the call. The person's answer arrives in a separate request. Then the result goes out on the open
 * response.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { Exchange } from '../../session/exchange/exchange.js';
import { readBody } from './request-checks.js';
import { answerOf, type Asked, send, type Upstream } from './upstream-request.js';
import { messagesOf } from '../../wire/envelope.js';
import { eventData, onOneLine } from '../sse-relay.js';
import { isEventStream, pipeEvents } from './upstream-answer.js';
import * as texts from '../../session/refusal-texts.js';

interface UpstreamExchange {
  readonly upstream: Upstream;
  readonly exchange: Exchange;
}

const END = Buffer.from('\n\n');
const EVENTS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

export function waitForPerson(
  { upstream, exchange }: UpstreamExchange,
  askId: string,
  asked: Asked,
  lines: readonly Buffer[],
): void {
  const { response } = asked;
  upstream.asked.set(askId, asked);
  // If the client disconnects, the call is not made.
  response.once('close', () => {
    if (upstream.asked.delete(askId)) exchange.withdraw(askId);
  });
  response.writeHead(200, EVENTS);
  for (const line of lines) response.write(eventOf(line));
}

/** The person answered. Forwards the call, or tells the client why not. */
export async function resumeCall(
  { upstream, exchange }: UpstreamExchange,
  askId: string,
  { request, response }: Asked,
  { forward, answers }: { readonly forward: Buffer | undefined; readonly answers: readonly Buffer[] },
): Promise<void> {
  upstream.asked.delete(askId);
  for (const line of answers) response.write(eventOf(line));
  if (forward) await forwardApproved({ upstream, exchange }, { request, response }, forward);
  response.end();
}

async function forwardApproved(
  { upstream, exchange }: UpstreamExchange,
  { request, response }: Asked,
  body: Buffer,
): Promise<void> {
  const sent = send(upstream, request, body);
  response.once('close', () => {
    sent.destroy();
    exchange.giveUp(undefined, String, 'cancelled');
  });
  let why = 'it gave no answer';
  try {
    const received = await answerOf(sent);
    if (!isEventStream(received)) why = `status ${received.statusCode ?? 0}`;
    const events = isEventStream(received) ? received : await eventsOf(received, upstream.limit);
    await pipeEvents(exchange, events, response, upstream.limit);
  } catch (error) {
    why = error instanceof Error ? error.message : String(error);
  }
  const lost = exchange.giveUp(undefined, (tool) => texts.unreachable(tool, why));
  if (lost) response.write(eventOf(lost));
}

/** Converts a JSON response to events; none if the server refused. */
async function eventsOf(received: IncomingMessage, limit: number): Promise<AsyncIterable<Buffer>> {
  const answer = (await readBody(received, limit)) ?? Buffer.alloc(0);
  const { messages } = messagesOf(answer, { start: 0, end: answer.length });
  const isOk = (received.statusCode ?? 500) < 300;
  return Readable.from(isOk ? messages.map(({ start, end }) => eventOf(answer.subarray(start, end))) : []);
}

function eventOf(line: Buffer): Buffer {
  return Buffer.concat([eventData(onOneLine(line)), END]);
}
