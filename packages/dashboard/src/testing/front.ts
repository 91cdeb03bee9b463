import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** The page in front of a real gateway that may go away and come back elsewhere. */
export interface Front {
  readonly url: string;
  readonly pointAt: (gateway: string) => void;
  readonly close: () => Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' },
};

export async function startFront(pages: string, token: string): Promise<Front> {
  let gateway = '';
  const server = createServer((request, reply) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (path === '/' || path.startsWith('/assets/') || path === '/icon.svg')
      void sendFile(reply, pages, path);
    else forward(gateway, token, request, reply);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pointAt: (url) => {
      gateway = url;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function sendFile(reply: ServerResponse, pages: string, path: string): Promise<void> {
  const file = join(pages, path === '/' ? 'index.html' : path);
  reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? '' }).end(await readFile(file));
}

function forward(gateway: string, token: string, request: IncomingMessage, reply: ServerResponse): void {
  const headers = { ...request.headers, host: new URL(gateway).host, authorization: `Bearer ${token}` };
  delete headers.origin;
  const asked = ask(gateway + (request.url ?? ''), { method: request.method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
    answer.on('error', () => reply.destroy());
    // The gateway has gone in the middle of an answer.
    answer.on('aborted', () => reply.destroy());
  });
  asked.on('error', () => (reply.headersSent ? reply.destroy() : reply.writeHead(502).end('{}')));
  reply.on('close', () => asked.destroy());
  request.pipe(asked);
}
