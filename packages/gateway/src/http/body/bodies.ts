import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { complexityOf, TooComplex } from './depth.js';
import { callerOf, createReadingTurns, LARGE, limitLargeBodies } from './large-bodies.js';
import { parseSlowly } from './parse-slowly.js';
import { HttpProblem } from '../problem.js';

/** Maximum body size after decompression, against gzip bombs. */
const MAX_UNPACKED = 8 * 1024 * 1024;

/** Parses JSON and, on some routes, protobuf; an HTML form can send neither. Both may be gzipped. */
export function readBodies(app: FastifyInstance): void {
  limitLargeBodies(app);
  const inTurn = createReadingTurns();
  const reading = (request: FastifyRequest, bytes: Buffer, read: Read): Promise<unknown> => {
    const later = (make: () => Promise<unknown>) => inTurn(callerOf(request), make);
    return unpack(request, bytes, read, later);
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer) =>
      tolerant(
        request,
        reading(request, bytes, (plain) => readJson(request, plain)),
      ),
  );
  app.addContentTypeParser(
    'application/x-protobuf',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer) => reading(request, bytes, (plain) => Promise.resolve(plain)),
  );
}

type Read = (plain: Buffer) => Promise<unknown>;

/** On routes that record bad bodies, the handler gets the problem instead of the body. */
async function tolerant(request: FastifyRequest, body: Promise<unknown>): Promise<unknown> {
  if (request.routeOptions.config.recordsBadBodies !== true) return body;
  return body.catch((error: unknown) => {
    if (!(error instanceof HttpProblem)) throw error;
    request.bodyProblem = error;
    return undefined;
  });
}

/** Large bodies are unpacked and read in turn, so that only one of them is in memory unpacked. */
async function unpack(
  { headers }: FastifyRequest,
  bytes: Buffer,
  read: Read,
  inTurn: (read: () => Promise<unknown>) => Promise<unknown>,
): Promise<unknown> {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return bytes.length < LARGE ? read(bytes) : inTurn(() => read(bytes));
  if (encoding !== 'gzip')
    throw new HttpProblem('CONTENT_TYPE', 'Unsupported content encoding; use gzip or none.');
  const plain = await unzip(bytes, LARGE);
  if (plain) return read(plain);
  return inTurn(async () => {
    const large = await unzip(bytes, MAX_UNPACKED);
    if (!large) throw new HttpProblem('BODY_TOO_LARGE', 'The body is too large after decompression.');
    return read(large);
  });
}

const gunzipped = promisify(gunzip);

/** Undefined if the result is larger than allowed. */
async function unzip(bytes: Buffer, maxOutputLength: number): Promise<Buffer | undefined> {
  try {
    return await gunzipped(bytes, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw new HttpProblem('INVALID_JSON', 'The body is not valid gzip.');
  }
}

async function readJson(request: FastifyRequest, json: Buffer): Promise<unknown> {
  request.rawBody = json;
  try {
    if (json.length >= LARGE) return await parseSlowly(json);
    const why = complexityOf(json);
    if (why) throw new TooComplex(why);
    // Keys such as __proto__ become plain own keys; no code merges them into other objects.
    return json.length === 0 ? {} : (JSON.parse(json.toString('utf8')) as unknown);
  } catch (error) {
    throw error instanceof TooComplex ? complexityProblem(error) : notJson();
  }
}

function notJson(): HttpProblem {
  return new HttpProblem('INVALID_JSON', 'The body is not JSON.');
}

function complexityProblem({ why }: TooComplex): HttpProblem {
  if (why === 'deep') return new HttpProblem('BODY_TOO_DEEP', 'The body is nested too deeply.');
  return new HttpProblem('TOO_MANY_VALUES', 'The body contains too many values.', {
    hint: 'Send fewer events at once.',
  });
}
