import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { RutbreakError } from '@rutbreak/core';

interface UpstreamRequest {
  readonly method: string;
  /** The path and query as the client wrote them. */
  readonly path: string;
  /** Alternating names and values, without `Host`. */
  readonly headers: readonly string[];
}

/**
 * An upstream that switches protocols although nobody asked gives no answer, and Node reports no error. Without this the
 * client would wait for ever.
 */
export function refuseSwitch(request: ClientRequest): ClientRequest {
  return request.once('upgrade', (_, socket) => {
    socket.destroy();
    request.emit('error', new Error('it switched protocols without being asked'));
  });
}

/** The configured model API. All requests go there. */
export interface Upstream {
  readonly open: (request: UpstreamRequest) => ClientRequest;
  /**
   * Sends a whole body and resolves with the head of the answer. Retries once on a stale connection. Aborts when the
   * client disconnects.
   */
  readonly send: (request: UpstreamRequest, body: Buffer, client: ServerResponse) => Promise<IncomingMessage>;
  readonly close: () => void;
}

/** Throws a RutbreakError on an invalid address. */
export function upstreamAt(address: string): Upstream {
  const url = readAddress(address);
  const isSecure = url.protocol === 'https:';
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const request = isSecure ? requestHttps : requestHttp;
  const base = url.pathname.replace(/\/+$/, '');

  const open: Upstream['open'] = ({ method, path, headers }) =>
    request({
      agent,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? undefined : url.port,
      // Joined as text, because `new URL` would resolve a path like //elsewhere to another host.
      path: base + pathOf(path),
      method,
      headers: ['Host', url.host, ...headers],
    });
  const send: Upstream['send'] = async (given, body, client) => {
    try {
      return await sendOnce(open(given), body, client);
    } catch (error) {
      if (!(error instanceof StaleConnection) || client.destroyed) throw error;
      return sendOnce(open(given), body, client);
    }
  };
  return { open, send, close: () => agent.destroy() };
}

function readAddress(address: string): URL {
  const hint = 'Use an address like https://api.example.com, without user name, query or fragment.';
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new RutbreakError('OPTION_TYPE', { option: 'upstream', got: address, hint });
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new RutbreakError('OPTION_TYPE', { option: 'upstream', hint });
  return url;
}

/** Of an absolute request target, only the path counts: credentials go to the configured upstream alone. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  if (!URL.canParse(target)) return '/';
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** The upstream closed the connection before it received the request. */
class StaleConnection extends Error {}

function sendOnce(request: ClientRequest, body: Buffer, client: ServerResponse): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const abort = (): void => void request.destroy();
    client.once('close', abort);
    request.once('close', () => client.off('close', abort));
    request.on('response', done);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && error.code === 'ECONNRESET';
      fail(isStale ? new StaleConnection(error.message) : error);
    });
    refuseSwitch(request).end(body);
  });
}
