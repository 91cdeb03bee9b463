/** Decides which client requests the proxy accepts, and how Node passes them on. */
import { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost, isLoopbackOrigin } from '../../shared/loopback.js';

const OFFERED = Symbol('upgrade offered');

/**
 * A request that offers an upgrade to anything but a WebSocket is an ordinary request, and so is one with a body: by
 * default Node would hand over its connection and lose the body, and the upstream would read the next request of the
 * connection as that body. Node reads `upgrade` once it has parsed the headers.
 */
export class ClientRequest extends IncomingMessage {
  private [OFFERED] = false;

  get upgrade(): boolean {
    const { method, headers } = this;
    return (
      this[OFFERED] && method === 'GET' && !hasBody(headers) && /^websocket$/i.test(headers.upgrade ?? '')
    );
  }

  set upgrade(isOffered: unknown) {
    this[OFFERED] = isOffered === true;
  }
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** Why the proxy rejects a request; undefined if it accepts it. */
export function refusalFor(
  { method = '', headers }: IncomingMessage,
  { address }: Pick<AddressInfo, 'address'>,
): Refusal | undefined {
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/.test(address);
  // A website can make a browser send requests here under another host name (DNS rebinding).
  if (isLocal && !isLoopbackHost(headers.host)) return { status: 403, message: 'This host is not served.' };
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin))
    return { status: 403, message: 'This origin is not served.' };
  // A tunnel would have no answer that ends, and no model needs one.
  if (method === 'CONNECT') return { status: 405, message: 'This proxy opens no tunnels.' };
  // Without a length, the upstream would read such a body as the next request on the connection.
  if (WITHOUT_BODY.includes(method) && hasBody(headers))
    return { status: 400, message: `A ${method} request has no body.` };
  return undefined;
}

export function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
