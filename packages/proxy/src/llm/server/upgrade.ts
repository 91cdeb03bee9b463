import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { endToEnd, SESSION_HEADER } from '../request/headers.js';
import type { Upstream } from './upstream.js';

const OWN = new Set(['host', SESSION_HEADER]);
const NOTHING: ReadonlySet<string> = new Set();

/** Forwards upgraded connections, such as WebSockets, unread. */
export function passUpgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  upstream: Upstream,
): void {
  const upgrade = ['Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? ''];
  const outgoing = upstream.open({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: [...endToEnd(request, OWN), ...upgrade],
  });
  const end = (): void => void (client.destroy(), outgoing.destroy());
  client.on('error', end).on('close', end);
  outgoing.on('error', end);
  outgoing.on('response', (answer) => {
    // The upstream refused. Node has removed the body's framing, so closing the connection must mark its end.
    client.write(headOf(answer, [...endToEnd(answer, NOTHING), 'Connection', 'close']));
    answer.pipe(client);
  });
  outgoing.on('upgrade', (answer, socket, first) => {
    socket.on('error', end).on('close', end);
    client.on('close', () => socket.destroy());
    client.write(headOf(answer, answer.rawHeaders));
    client.write(first);
    socket.write(head);
    socket.pipe(client).pipe(socket);
  });
  outgoing.end();
}

function headOf(
  { statusCode = 502, statusMessage = '' }: IncomingMessage,
  headers: readonly string[],
): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage.replace(/[^\x20-\x7e]/g, '')}`];
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
