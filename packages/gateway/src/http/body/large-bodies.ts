import type { FastifyInstance, FastifyRequest } from 'fastify';
import { letOthersRun } from '../../engine/slices.js';
import { HttpProblem } from '../problem.js';

/** Reading more than this takes milliseconds. */
export const LARGE = 64 * 1024;
/** Maximum total size of the large bodies of one caller that are in memory. */
const MAX_HELD = 64 * 1024 * 1024;
/** The size that a body without a length counts as. */
const UNKNOWN_SIZE = 1024 * 1024;

type Job = () => Promise<void>;

/**
 * Large bodies are read one at a time, and small requests run in between: several that arrive at once would otherwise block
 * the process together. Callers take turns.
 */
export function createReadingTurns(): <Result>(
  caller: string,
  read: () => Promise<Result>,
) => Promise<Result> {
  const waiting = new Map<string, Job[]>();
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    for (let next = takeNext(waiting); next; next = takeNext(waiting)) {
      await letOthersRun();
      await next();
    }
    isRunning = false;
  };
  return (caller, read) =>
    new Promise((done, fail) => {
      const job: Job = () => read().then(done, fail);
      waiting.set(caller, [...(waiting.get(caller) ?? []), job]);
      if (!isRunning) void run();
    });
}

/** The oldest job of the caller that has waited longest; the caller goes to the end of the line. */
function takeNext(waiting: Map<string, Job[]>): Job | undefined {
  for (const [caller, [job, ...rest]] of waiting) {
    waiting.delete(caller);
    if (rest.length > 0) waiting.set(caller, rest);
    return job;
  }
  return undefined;
}

/** Refuses large bodies of a caller that already has many in memory. Small ones always pass. */
export function limitLargeBodies(app: FastifyInstance): void {
  const held = new Map<string, number>();
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const size = sizeOf(request);
    // A body above the limit is refused unread.
    if (size <= LARGE || size > request.routeOptions.bodyLimit) {
      done();
      return;
    }
    const caller = callerOf(request);
    const before = held.get(caller) ?? 0;
    if (before + size > MAX_HELD) {
      done(new HttpProblem('OVERLOADED', 'Too many large requests at once.', { retryAfter: 1 }));
      return;
    }
    held.set(caller, before + size);
    reply.raw.once('close', () => {
      const left = (held.get(caller) ?? 0) - size;
      if (left > 0) held.set(caller, left);
      else held.delete(caller);
    });
    done();
  });
}

function sizeOf({ headers }: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  if (length !== undefined) return Number(length);
  return encoding === undefined ? 0 : UNKNOWN_SIZE;
}

export function callerOf({ identity }: FastifyRequest): string {
  return identity?.name ?? '';
}
