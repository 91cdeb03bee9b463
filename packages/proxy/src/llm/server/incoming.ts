/** Which requests of clients are let in, and how Node hands them over. */
import { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isLoopbackHost, isLoopbackOrigin } from '../../loopback.js';

const OFFERED = Symbol('upgrade offered');

/**
 * A request that offers an upgrade to anything but a WebSocket is an ordinary request. Node would hand over its
 * connection instead, and its body would be lost. Node asks for `upgrade` once it knows the headers.
 */
export class ClientRequest extends IncomingMessage {
  private [OFFERED] = false;

  get upgrade(): boolean {
    return this[OFFERED] && /^websocket$/i.test(this.headers.upgrade ?? '');
  }

  set upgrade(isOffered: unknown) {
    this[OFFERED] = isOffered === true;
  }
}

interface Refusal {
  readonly status: number;
  readonly message: string;
}

const WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT'];

/** Why a request is not passed on; undefined where it is. */
export function refusedAtDoor(
  { method = '', headers }: IncomingMessage,
  { address }: Pick<AddressInfo, 'address'>,
): Refusal | undefined {
  const isLocal = /^(?:127\.|::1$|::ffff:127\.)/.test(address);
  // A page on the web can make a browser send requests here under another name (DNS rebinding).
  if (isLocal && !isLoopbackHost(headers.host)) return { status: 403, message: 'This host is not served.' };
  if (headers.origin !== undefined && !isLoopbackOrigin(headers.origin))
    return { status: 403, message: 'This origin is not served.' };
  // Without a length the upstream would take such a body for the next request on the connection.
  if (WITHOUT_BODY.includes(method) && hasBody(headers))
    return { status: 400, message: `A ${method} request has no body.` };
  return undefined;
}

export function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}
