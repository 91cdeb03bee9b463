import type { IncomingMessage, ServerResponse } from 'node:http';

/** Why a request is not even read, as an HTTP status; undefined where it may come in. */
export function refusedAtDoor(
  request: IncomingMessage,
  port: number,
): { status: number; why: string } | undefined {
  const { host, origin } = request.headers;
  // A page on the web can make a browser send requests here under another name (DNS rebinding).
  if (!isLoopback(host, port)) return { status: 403, why: 'This address is not served.' };
  if (origin !== undefined && !isLoopbackOrigin(origin))
    return { status: 403, why: 'This origin is not served.' };
  if (!['POST', 'GET', 'DELETE'].includes(request.method ?? ''))
    return { status: 405, why: 'Use POST, GET or DELETE.' };
  const type = request.headers['content-type'] ?? '';
  // Browsers send other types across origins without asking first.
  if (request.method === 'POST' && !/^application\/json\b/i.test(type))
    return { status: 415, why: 'Use content-type application/json.' };
  return undefined;
}

const NAMES = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(host: string | undefined, port: number): boolean {
  const [, name = '', given = '80'] = /^(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d+))?$/i.exec(host ?? '') ?? [];
  return NAMES.includes(name.toLowerCase()) && Number(given) === port;
}

function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(origin);
}

export function sayStatus(response: ServerResponse, status: number, why: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: why } });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** The whole body; undefined where it is larger than allowed. */
export async function readBody(
  source: AsyncIterable<unknown> & { readonly headers: IncomingMessage['headers'] },
  limit: number,
): Promise<Buffer | undefined> {
  if (Number(source.headers['content-length'] ?? 0) > limit) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += (chunk as Buffer).length;
    if (length > limit) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
