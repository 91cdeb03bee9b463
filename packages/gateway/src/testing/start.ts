import { request as httpRequest } from 'node:http';
import { createGateway } from '../gateway.js';
import type { GatewayOptions } from '../gateway-options.js';
import { createMemoryStore } from '../store/memory.js';

export const TOKEN = 'rbt_test-token';

/** Pauses agents with repeated steps; by default the gateway only raises an alert. */
export const PAUSES = { config: { entropy: { onLoop: 'pause' } } } as const;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Tests look into whatever came.
  readonly body: any;
  readonly text: string;
}

/** A client with a token. */
export interface Asked {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  readonly send: (
    method: string,
    path: string,
    body?: string | Uint8Array,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
}

export interface Started extends Asked {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A real server on a free port, and a client that knows its token. */
export async function startGateway(options: Partial<GatewayOptions> = {}): Promise<Started> {
  const gateway = createGateway({ store: createMemoryStore(), token: TOKEN, ...options });
  const url = await gateway.listen({ port: 0 });
  return { url, ...clientOf(url, TOKEN), close: () => gateway.close() };
}

export function clientOf(url: string, token: string): Asked {
  const send: Asked['send'] = (method, path, body, headers = {}) =>
    speak(url + path, method, body, { authorization: `Bearer ${token}`, ...headers });
  return {
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) =>
      send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
  };
}

/** Like fetch, but any header may be set, including `host`. An empty header is omitted. */
function speak(
  url: string,
  method: string,
  body: string | Uint8Array | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const kept = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  return new Promise((done, fail) => {
    const asked = httpRequest(url, { method, headers: kept, agent: false }, (reply) => {
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('error', fail);
      reply.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = (reply.headers['content-type'] ?? '').includes('json') && text !== '';
        const parsed: unknown = isJson ? JSON.parse(text) : undefined;
        done({ status: reply.statusCode ?? 0, headers: reply.headers, body: parsed, text });
      });
    });
    asked.on('error', fail);
    asked.end(body);
  });
}
