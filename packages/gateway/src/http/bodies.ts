import type { FastifyInstance } from 'fastify';
import { HttpProblem } from './problem.js';

/** Only JSON is read unless a route says otherwise: a form of a strange page can send anything but that. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    request.rawText = text as string;
    try {
      done(null, parse(text as string));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parse(text: string): unknown {
  if (text === '') return {};
  try {
    // Keys such as __proto__ are plain keys of the result; nothing here ever merges them into anything.
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpProblem('INVALID_JSON', 'The body is no JSON.');
  }
}
