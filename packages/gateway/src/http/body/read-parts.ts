import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Route } from '../../api/routes/route.js';
import type { Call } from '../handler.js';
import { HttpProblem } from '../problem.js';

/** Validates path, query and body. Throws a problem for the first invalid part. */
export function readParts(
  { query, body, isChecked = true, hasProtobuf = false }: Route,
  request: FastifyRequest,
): Pick<Call, 'params' | 'query' | 'body'> {
  const isBytes = Buffer.isBuffer(request.body);
  if (isBytes && !hasProtobuf)
    throw new HttpProblem('CONTENT_TYPE', 'Unsupported content type; use application/json.');
  return {
    params: request.params as Readonly<Record<string, string>>,
    query: query ? check(query, request.query) : undefined,
    body: body && isChecked && !isBytes ? check(body, request.body) : request.body,
  };
}

function check(shape: z.ZodType, value: unknown): unknown {
  const read = shape.safeParse(value ?? {});
  if (read.success) return read.data;
  const { field, message } = firstIssue(read.error);
  throw new HttpProblem('INVALID_FIELD', message, {
    ...{ field, hint: 'See /openapi.json for the allowed values.' },
  });
}

/** The path of the first invalid field, and the reason. */
export function firstIssue(error: z.ZodError): { readonly field: string; readonly message: string } {
  const [issue] = error.issues;
  const field = issue?.path.map(String).join('.') ?? '';
  return { field, message: `${field === '' ? 'The value' : field}: ${issue?.message ?? 'is not valid'}` };
}
