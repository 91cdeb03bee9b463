import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { decompressor } from '../request/body.js';
import { endToEnd } from '../request/headers.js';

/** Tells the client that the upstream is unreachable. */
export function sendUnreachable(client: ServerResponse, error: Error): void {
  if (client.headersSent || client.destroyed) return void client.destroy();
  const code = (error as NodeJS.ErrnoException).code ?? error.message;
  const message = `rutbreak: the upstream could not be reached (${code}).`;
  sendJson(client, 502, { type: 'error', error: { type: 'upstream_unreachable', message } });
}

/** Rejects a request. Its body stays unread, so the connection must close. */
export function sendRefusal(client: ServerResponse, status: number, message: string): void {
  const error = { type: 'request_refused', message: `rutbreak: ${message}` };
  sendJson(client, status, { type: 'error', error }, { connection: 'close' });
}

const PLAIN = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Writes the head of an answer. Node refuses to write some heads that upstreams send; the client then gets the nearest
 * valid one.
 */
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
/** The proxy may halt the stream, so the length is unknown until the end. */
const STREAM_OWN = new Set(['content-length', 'content-encoding']);

/** Forwards the answer unchanged. */
export function passAnswer(answer: IncomingMessage, client: ServerResponse): void {
  writeHead(client, answer, endToEnd(answer, NOTHING));
  // If the answer breaks off, the client's connection must break off too.
  pipeline(answer, client, () => undefined);
}

export function isEventStream({ statusCode = 0, headers }: IncomingMessage): boolean {
  return statusCode === 200 && /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** Sends the head of a stream immediately and returns its decompressed body. */
export function beginStream(answer: IncomingMessage, client: ServerResponse): Readable {
  writeHead(client, answer, endToEnd(answer, STREAM_OWN));
  // The first event often arrives with the head. Waiting one tick sends both in one packet.
  setImmediate(() => {
    if (!client.headersSent || client.writableEnded || client.destroyed) return;
    client.flushHeaders();
  });
  return decompressed(answer);
}

export function decompressed(answer: IncomingMessage): Readable {
  const open = decompressor(answer);
  return open ? pipeline(answer, open, () => undefined) : answer;
}
