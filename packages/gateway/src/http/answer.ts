import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem, type ProblemCode } from './problem.js';

/** On every answer. Pages load nothing from elsewhere and stand in nobody's frame. */
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
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'CONTENT_TYPE',
    'This content type is not read here; use application/json.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['INVALID_JSON', 'The body is not as long as was said.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID_JSON', 'The body is empty.'],
};

export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onError?: (error: unknown, request: FastifyRequest) => void,
): void {
  const problem = problemOf(error);
  if (problem.code === 'INTERNAL') onError?.(error, request);
  const { retryAfter } = problem.details;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void reply.status(problem.status).send(problem.body());
}

/** What went wrong inside is for the log; a client learns that it did. */
function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : OF_FASTIFY[code];
  if (known) return new HttpProblem(known[0], known[1]);
  if (statusCode === 400) return new HttpProblem('INVALID_JSON', 'The request could not be read.');
  return new HttpProblem('INTERNAL', 'The gateway failed, and it should not.', {
    hint: 'Its log says more.',
  });
}
