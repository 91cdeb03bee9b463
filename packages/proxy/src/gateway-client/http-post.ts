import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { RutbreakError } from '@rutbreak/core';
import { type Json, parseJson, record } from '../shared/json.js';

export interface HttpReply {
  readonly status: number;
  readonly body: Json;
  /** Milliseconds. */
  readonly retryAfter: number;
}

export interface Poster {
  /** Rejects after the timeout. */
  readonly post: (body: string, timeoutMs: number) => Promise<HttpReply>;
  readonly close: () => void;
}

const MAX_ANSWER = 1024 * 1024;

/** One keep-alive connection. It does not keep the process alive. Throws a RutbreakError on a bad address. */
export function createPoster(base: string, token: string | undefined): Poster {
  const url = targetOf(base);
  const isSecure = url.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
  return {
    post: (body, timeoutMs) =>
      new Promise((done, fail) => {
        const headers = {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        };
        const asked = (isSecure ? httpsRequest : httpRequest)(url, { method: 'POST', agent, headers });
        limit(asked, timeoutMs, fail);
        asked.on('socket', (socket) => socket.unref());
        asked.on('response', (reply) => read(reply, done, fail));
        asked.on('error', fail);
        asked.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function targetOf(base: string): URL {
  const url = URL.canParse(base) ? new URL('v1/events', base.endsWith('/') ? base : `${base}/`) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const hint = 'Use the address of a gateway: http://127.0.0.1:7878.';
  throw new RutbreakError('OPTION_TYPE', { option: 'gateway', got: base, hint });
}

/** Limits the whole request, so that a gateway that trickles single bytes also counts as unreachable. */
function limit(asked: ClientRequest, timeoutMs: number, fail: (error: Error) => void): void {
  const timer = setTimeout(() => {
    fail(new Error(`no answer within ${timeoutMs} ms`));
    asked.destroy();
  }, timeoutMs);
  timer.unref();
  asked.on('close', () => clearTimeout(timer));
}

function read(reply: IncomingMessage, done: (answer: HttpReply) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  reply.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER) reply.destroy(new Error('the answer is too long for a gateway'));
    else chunks.push(chunk);
  });
  reply.on('error', fail);
  reply.on('end', () => {
    const seconds = Number(reply.headers['retry-after']);
    const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
    done({
      status: reply.statusCode ?? 0,
      body: record(parseJson(Buffer.concat(chunks).toString('utf8'))),
      retryAfter,
    });
  });
}
