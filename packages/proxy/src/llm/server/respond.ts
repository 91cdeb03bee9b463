import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { unpacker } from '../request/body.js';
import { endToEnd } from '../request/headers.js';

/** What the client's connection is told when the upstream cannot be reached at all. */
export function sendUnreachable(client: ServerResponse, error: Error): void {
  if (client.headersSent || client.destroyed) return void client.destroy();
  const code = (error as NodeJS.ErrnoException).code ?? error.message;
  const message = `rutbreak: the upstream could not be reached (${code}).`;
  sendJson(client, 502, { type: 'error', error: { type: 'upstream_unreachable', message } });
}

/** A request that is not passed on. Its body is not read, so the connection ends. */
export function sendRefusal(client: ServerResponse, status: number, message: string): void {
  const error = { type: 'request_refused', message: `rutbreak: ${message}` };
  sendJson(client, status, { type: 'error', error }, { connection: 'close' });
}

const PLAIN = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The head of an answer. Upstreams may send what Node refuses to write; then the client gets the nearest legal one. */
export function writeHead(
  client: ServerResponse,
  { statusCode = 502, statusMessage = '' }: IncomingMessage,
  headers: string[],
): void {
  const status = statusCode >= 200 && statusCode <= 999 ? statusCode : 502;
  client.writeHead(status, PLAIN.test(statusMessage) ? statusMessage : '', headers);
}

export function sendJson(
  client: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  client.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
    ...headers,
  });
  client.end(bytes);
}

const NOTHING: ReadonlySet<string> = new Set();
/** The length is not known before the end: the stream may be halted. */
const STREAM_OWN = new Set(['content-length', 'content-encoding']);

/** The answer as it is. */
export function passAnswer(answer: IncomingMessage, client: ServerResponse): void {
  writeHead(client, answer, endToEnd(answer, NOTHING));
  // An answer that breaks off must break off for the client too.
  pipeline(answer, client, () => undefined);
}

export function isEventStream({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode === 200 && /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** Sends the head of a stream at once, and returns its body unpacked. */
export function beginStream(answer: IncomingMessage, client: ServerResponse): Readable {
  writeHead(client, answer, endToEnd(answer, STREAM_OWN));
  // Often the first event came with the head: then both go in one packet.
  setImmediate(() => {
    if (!client.headersSent || client.writableEnded || client.destroyed) return;
    client.flushHeaders();
  });
  return unpacked(answer);
}

export function unpacked(answer: IncomingMessage): Readable {
  const open = unpacker(answer);
  return open ? pipeline(answer, open, () => undefined) : answer;
}
