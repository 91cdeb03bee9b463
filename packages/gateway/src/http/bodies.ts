import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTooDeep } from './depth.js';
import { HttpProblem } from './problem.js';

/** Of a body once it is unpacked. What is smaller by more than this when packed is made to hurt. */
const MAX_UNPACKED = 8 * 1024 * 1024;

/** JSON, and protobuf where a route says so: a form of a strange page can send anything but these. Both may be gzipped. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    unpack(request, bytes as Buffer, done, (plain) => {
      const text = plain.toString('utf8');
      request.rawText = text;
      return parse(text);
    });
  });
  app.addContentTypeParser('application/x-protobuf', { parseAs: 'buffer' }, (request, bytes, done) => {
    unpack(request, bytes as Buffer, done, (plain) => plain);
  });
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
      done(null, read(plain));
    } catch (error) {
      done(error as Error);
    }
  };
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') finish(bytes);
  else if (encoding !== 'gzip')
    done(new HttpProblem('CONTENT_TYPE', 'This encoding is not read here; use gzip or none.'));
  else
    gunzip(bytes, { maxOutputLength: MAX_UNPACKED }, (error, plain) => {
      if (error) done(packingProblem(error));
      else finish(plain);
    });
}

function packingProblem(error: NodeJS.ErrnoException): HttpProblem {
  return error.code === 'ERR_BUFFER_TOO_LARGE'
    ? new HttpProblem('BODY_TOO_LARGE', 'The body is too large once it is unpacked.')
    : new HttpProblem('INVALID_JSON', 'The body is not gzipped as was said.');
}

function parse(text: string): unknown {
  if (text === '') return {};
  const value = read(text);
  if (isTooDeep(value)) throw new HttpProblem('BODY_TOO_DEEP', 'The body is nested too deeply.');
  return value;
}

function read(text: string): unknown {
  try {
    // Keys such as __proto__ are plain keys of the result; nothing here ever merges them into anything.
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem('INVALID_JSON', 'The body is no JSON.');
  }
}
