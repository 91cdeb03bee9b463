import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { EngineError, type EngineErrorCode } from '../engine/error.js';
import { type Details, HttpProblem, type ProblemCode } from './problem.js';

/** On every response. Pages load nothing from other origins and cannot be framed. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const OF_FASTIFY: Readonly<Record<string, readonly [ProblemCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['BODY_TOO_LARGE', 'The body is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['CONTENT_TYPE', 'Unsupported content type; use application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'INVALID_JSON',
    'The body is shorter or longer than its content-length.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID_JSON', 'The body is empty.'],
};

export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onError?: (error: unknown, request: FastifyRequest) => void,
): void {
  const problem = problemOf(error);
  if (problem.status >= 500 && problem.code !== 'DRAINING') onError?.(error, request);
  const { retryAfter } = problem.details;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply.status(problem.status).send(problem.body());
}

const OF_ENGINE: Readonly<Record<EngineErrorCode, readonly [ProblemCode, Details]>> = {
  OVERLOADED: ['OVERLOADED', { retryAfter: 1 }],
  STORE_UNAVAILABLE: ['STORE_UNAVAILABLE', { retryAfter: 1, hint: 'Retry the same request.' }],
  SESSION_UNREADABLE: ['INTERNAL', { hint: 'Delete the session and start a new one.' }],
};

/** The problem that a client sees. Details of an internal error go to the log only. */
export function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof EngineError) {
    const [code, details] = OF_ENGINE[error.code];
    return new HttpProblem(code, error.message, details);
  }
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : OF_FASTIFY[code];
  if (known) return new HttpProblem(known[0], known[1]);
  if (statusCode === 400) return new HttpProblem('INVALID_JSON', 'The request is malformed.');
  return new HttpProblem('INTERNAL', 'Internal error.', { hint: 'See the gateway log.' });
}
