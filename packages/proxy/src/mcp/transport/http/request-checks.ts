import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { parseJson, record } from '../../../shared/json.js';
import { isLoopbackHost, isLoopbackOrigin } from '../../../shared/loopback.js';
import type { InvalidMessage } from '../../wire/client-message.js';
import { ERROR } from '../../wire/responses.js';
import { lineOf } from '../line-relay.js';

/** Checks a request before its body is read. Returns the HTTP status of a refusal, or undefined. */
export function refusedAtDoor(
  request: IncomingMessage,
  port: number,
): { status: number; why: string } | undefined {
  const { host, origin } = request.headers;
  // A website can make a browser send requests here under another host name (DNS rebinding).
  if (!isLoopbackHost(host, port)) return { status: 403, why: 'This address is not served.' };
  if (origin !== undefined && !isLoopbackOrigin(origin))
    return { status: 403, why: 'This origin is not served.' };
  if (!['POST', 'GET', 'DELETE'].includes(request.method ?? ''))
    return { status: 405, why: 'Use POST, GET or DELETE.' };
  return request.method === 'POST' ? refusedBody(request) : undefined;
}

/** The server would decode a body that the policy checked undecoded, so only plain UTF-8 is accepted. */
function refusedBody({ headers }: IncomingMessage): { status: number; why: string } | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return { status: 415, why: 'Send the body without content-encoding.' };
  // Browsers send other types across origins without a preflight request.
  if (!/^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(headers['content-type'] ?? ''))
    return { status: 415, why: 'Use content-type application/json, in UTF-8.' };
  return undefined;
}

export function sendStatus(response: ServerResponse, status: number, why: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: why } });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Reads the whole body; returns undefined if it exceeds the limit. */
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

/** Sends messages of the proxy. None of them means that the request was accepted. */
export function sendMessages(
  response: ServerResponse,
  answers: readonly Buffer[],
  isBatch: boolean,
  status = 200,
): void {
  if (answers.length === 0) {
    response.writeHead(202).end();
    return;
  }
  const body = lineOf(answers, isBatch);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

/** The protocol version that a request names. */
export function versionOf(headers: IncomingHttpHeaders): string | undefined {
  const version = headers['mcp-protocol-version'];
  return typeof version === 'string' ? version : undefined;
}

/** Since 2026-07-28 headers repeat the method and the name, and a server may use them instead of the body. */
export function headerProblem(headers: IncomingHttpHeaders, body: Buffer): InvalidMessage | undefined {
  const { 'mcp-method': method, 'mcp-name': name } = headers;
  if (method === undefined && name === undefined) return undefined;
  const message = record(parseJson(body.toString('utf8')));
  const params = record(message['params']);
  const isSame =
    (method ?? message['method']) === message['method'] &&
    (name === undefined || [params['name'], params['uri']].includes(decoded(name)));
  const problem = 'its headers name another method or tool than its body';
  return isSame ? undefined : { kind: 'invalid', code: ERROR.invalidRequest, problem };
}

/** Decodes names that a header cannot carry; they come as `=?base64?…?=`. */
function decoded(header: string | string[]): string {
  const text = String(header);
  const [, base64] = /^=\?base64\?(.*)\?=$/.exec(text) ?? [];
  return base64 === undefined ? text : Buffer.from(base64, 'base64').toString('utf8');
}
