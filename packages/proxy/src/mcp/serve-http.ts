import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RutbreakError } from '@rutbreak/core';
import { refusedAtDoor, sayStatus } from './http-guard.js';
import type { Handler } from './http-upstream.js';

export interface HttpServing {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves each handler at its path, to this machine only. */
export async function serveHttp(routes: ReadonlyMap<string, Handler>, port: number): Promise<HttpServing> {
  const server = createServer((request, response) => {
    const refused = refusedAtDoor(request, (server.address() as AddressInfo).port);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const handler = routes.get(path);
    if (refused) sayStatus(response, refused.status, refused.why);
    else if (!handler)
      sayStatus(response, 404, `Nothing is served here. There is: ${[...routes.keys()].join(', ')}`);
    else {
      handler(request, response).catch(() => {
        // A broken connection on either side: there is nobody left to answer.
        response.destroy();
      });
    }
  });
  // Streams of events stay open for as long as the client likes.
  server.requestTimeout = 60_000;
  server.headersTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new RutbreakError('MCP_UPSTREAM', { port, hint: `Choose another port. ${error.message}` })),
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
