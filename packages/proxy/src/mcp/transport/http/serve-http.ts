import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { takeToken } from './access-token.js';
import { refusedAtDoor, sendStatus } from './request-checks.js';
import type { Handler } from './upstream.js';
import { ProxyError } from '../../../shared/error.js';

export interface HttpServing {
  readonly port: number;
  readonly close: () => Promise<void>;
}

export interface ServeHttpOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /**
   * Clients must send this token with every request, because other users of this machine can reach the port too. `null`
   * turns the check off.
   */
  readonly token: string | null;
}

const HEADERS_TIMEOUT = 10_000;
const REQUEST_TIMEOUT = 60_000;
/** Node checks its timeouts only every 30 s by default. */
const TIMEOUT_CHECK = 1000;

/** Serves each handler at its path, on the loopback address only. */
export async function serveHttp(
  routes: ReadonlyMap<string, Handler>,
  { port, token }: ServeHttpOptions,
): Promise<HttpServing> {
  const timeouts = {
    headersTimeout: HEADERS_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionsCheckingInterval: TIMEOUT_CHECK,
  };
  const server = createServer(timeouts, (request, response) => {
    const refused =
      refusedAtDoor(request, (server.address() as AddressInfo).port) ?? takeToken(request, token);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const handler = routes.get(path);
    if (refused) sendStatus(response, refused.status, refused.why);
    else if (!handler) sendStatus(response, 404, `Unknown path. Available: ${[...routes.keys()].join(', ')}`);
    else {
      handler(request, response).catch(() => {
        // The connection broke, so there is no client left to answer.
        response.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ProxyError('MCP_UPSTREAM', { port, hint: `Choose another port. ${error.message}` })),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
