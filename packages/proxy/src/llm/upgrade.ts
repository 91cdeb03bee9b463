import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { endToEnd, SESSION_HEADER } from './headers.js';
import type { Upstream } from './upstream.js';

const OWN = new Set(['host', SESSION_HEADER]);

/** Connections that turn into something else, like WebSockets, pass through without being looked at. */
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
    client.write(headOf(answer));
    answer.pipe(client);
  });
  outgoing.on('upgrade', (answer, socket, first) => {
    socket.on('error', end).on('close', end);
    client.on('close', () => socket.destroy());
    client.write(headOf(answer));
    client.write(first);
    socket.write(head);
    socket.pipe(client).pipe(socket);
  });
  outgoing.end();
}

function headOf({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
