import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { complexityOf } from './depth.js';
import { HttpProblem } from './problem.js';

/** Maximum body size after decompression, against gzip bombs. */
const MAX_UNPACKED = 8 * 1024 * 1024;
/** Parsing more than this takes milliseconds, so other requests get their turn before the body is used. */
const LARGE = 256 * 1024;

/** Parses JSON and, on some routes, protobuf; an HTML form can send neither. Both may be gzipped. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    unpack(request, bytes as Buffer, tolerant(request, done), (plain) => {
      const text = plain.toString('utf8');
      request.rawText = text;
      checkComplexity(plain);
      return parse(text);
    });
  });
  app.addContentTypeParser('application/x-protobuf', { parseAs: 'buffer' }, (request, bytes, done) => {
    unpack(request, bytes as Buffer, done, (plain) => plain);
  });
}

/** On routes that record bad bodies, the handler gets the problem instead of the body. */
function tolerant(request: FastifyRequest, done: Done): Done {
  if (request.routeOptions.config.recordsBadBodies !== true) return done;
  return (error, body) => {
    if (error instanceof HttpProblem) request.bodyProblem = error;
    done(error instanceof HttpProblem ? null : error, body);
  };
}

type Done = (error: Error | null, body?: unknown) => void;

function unpack(
  { headers }: FastifyRequest,
  bytes: Buffer,
  done: Done,
  read: (plain: Buffer) => unknown,
): void {
  const finish = (plain: Buffer): void => {
    try {
      const body = read(plain);
      if (plain.length < LARGE) done(null, body);
      else setImmediate(done, null, body);
    } catch (error) {
      done(error as Error);
    }
  };
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') finish(bytes);
  else if (encoding !== 'gzip')
    done(new HttpProblem('CONTENT_TYPE', 'Unsupported content encoding; use gzip or none.'));
  else
    gunzip(bytes, { maxOutputLength: MAX_UNPACKED }, (error, plain) => {
      if (error) done(packingProblem(error));
      else finish(plain);
    });
}

function packingProblem(error: NodeJS.ErrnoException): HttpProblem {
  return error.code === 'ERR_BUFFER_TOO_LARGE'
    ? new HttpProblem('BODY_TOO_LARGE', 'The body is too large after decompression.')
    : new HttpProblem('INVALID_JSON', 'The body is not valid gzip.');
}

function checkComplexity(json: Buffer): void {
  const problem = complexityOf(json);
  if (problem === 'deep') throw new HttpProblem('BODY_TOO_DEEP', 'The body is nested too deeply.');
  if (problem === 'values')
    throw new HttpProblem('TOO_MANY_VALUES', 'The body contains too many values.', {
      hint: 'Send fewer events at once.',
    });
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    // Keys such as __proto__ become plain own keys; no code merges them into other objects.
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem('INVALID_JSON', 'The body is not JSON.');
  }
}
