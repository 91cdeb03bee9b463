import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds. */
  readonly retryAfter: number;
}

export interface Poster {
  /** Rejects where nobody answers in time. */
  readonly post: (body: string, timeoutMs: number) => Promise<Answer>;
  readonly close: () => void;
}

const MAX_ANSWER = 1024 * 1024;

/** One connection that is kept, and that never keeps the program from ending. Throws where the address is none. */
export function createPoster(base: string, token: string): Poster {
  const url = new URL('v1/events', base.endsWith('/') ? base : `${base}/`);
  const isSecure = url.protocol === 'https:';
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: 1 });
  return {
    post: (body, timeoutMs) =>
      new Promise((done, fail) => {
        const headers = {
          ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
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

/** For the whole exchange: one that sends a byte now and then is away as well. */
function limit(asked: ClientRequest, timeoutMs: number, fail: (error: Error) => void): void {
  const timer = setTimeout(() => {
    fail(new Error(`no answer within ${timeoutMs} ms`));
    asked.destroy();
  }, timeoutMs);
  timer.unref();
  asked.on('close', () => clearTimeout(timer));
}

function read(reply: IncomingMessage, done: (answer: Answer) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  reply.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_ANSWER) reply.destroy(new Error('the answer is too long to be a gateway’s'));
    else chunks.push(chunk);
  });
  reply.on('error', fail);
  reply.on('end', () => {
    const seconds = Number(reply.headers['retry-after']);
    const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0;
    done({ status: reply.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString('utf8')), retryAfter });
  });
}

function parsed(text: string): Answer['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Answer['body']) : {};
  } catch {
    return {};
  }
}
