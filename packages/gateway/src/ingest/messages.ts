import {
  type DecisionLog,
  decisionLogShape,
  type MessageAck,
  type RefusedItem,
} from '../api/decision-log.js';
import type { Request } from '../engine/engine.js';
import { EngineError } from '../engine/error.js';
import { createSlices } from '../engine/slices.js';
import { problemOf } from '../http/answer.js';
import type { Call, Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { firstIssue } from '../http/body/read-parts.js';
import { cleanMessage } from './redact/clean.js';
import { cutLongTexts } from './redact/long-texts.js';
import { cutManyValues } from './redact/many-values.js';
import { type IngestParts, takeAll } from './intake.js';
import { recordViolations, type Violation } from './violations.js';

const MAX_BATCH = 1000;

type Result = MessageAck | RefusedItem | HttpProblem;

export function messageHandlers(parts: IngestParts): Pick<Handlers, 'postMessages'> {
  return {
    async postMessages(call) {
      const { bodyProblem, rawBody } = call.request;
      if (bodyProblem) throw await unreadable(bodyProblem, rawBody, parts);
      const { items, isBatch } = readItems(call.body);
      if (items.length > MAX_BATCH)
        throw new HttpProblem('INVALID_FIELD', `At most ${MAX_BATCH} messages at once.`, {
          field: 'messages',
        });
      const results = await takeItems(items, isBatch, call, parts);
      return isBatch ? batchAck(results, call) : singleAck(results[0]);
    },
  };
}

/** A body that cannot be read is a violation like any other: recorded, and refused in the same form. */
async function unreadable(
  problem: HttpProblem,
  raw: Buffer | undefined,
  parts: IngestParts,
): Promise<HttpProblem> {
  const { code, message } = problem;
  await recordViolations([{ item: null, raw, field: 'body', message }], parts);
  return code === 'INVALID_JSON'
    ? new HttpProblem('SCHEMA_VIOLATION', message, { field: 'body', hint: FIELDS_HINT })
    : problem;
}

const FIELDS_HINT = 'See docs/api.md for the fields of a DecisionLog.';

function readItems(body: unknown): { readonly items: readonly unknown[]; readonly isBatch: boolean } {
  if (Array.isArray(body)) return { items: body, isBatch: true };
  const { messages } = (typeof body === 'object' && body !== null ? body : {}) as { messages?: unknown };
  return Array.isArray(messages) ? { items: messages, isBatch: true } : { items: [body], isBatch: false };
}

/** Stores valid messages in one transaction, and violations in another. */
async function takeItems(
  items: readonly unknown[],
  isBatch: boolean,
  { request }: Call,
  parts: IngestParts,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const violations: Violation[] = [];
  const requests: Request<'message'>[] = [];
  const places: number[] = [];
  const bytes = (request.rawBody?.length ?? 1000) / Math.max(1, items.length);
  const pause = createSlices();
  for (const [i, given] of items.entries()) {
    await pause();
    const item = await cutManyValues(given);
    const read = decisionLogShape.safeParse(item);
    if (read.success) {
      const short = await cutLongTexts(read.data);
      const input = cleanMessage(short, parts.settings().config.privacy.metadataOnly);
      requests.push({ session: sessionOf(read.data), input, bytes });
      places.push(i);
      continue;
    }
    const issue = firstIssue(read.error);
    violations.push({ item, raw: isBatch ? undefined : request.rawBody, ...issue });
    results[i] = { status: 'refused', code: 'SCHEMA_VIOLATION', ...issue };
  }
  if (violations.length > 0) await recordViolations(violations, parts);
  const taken = await takeAll(parts, 'message', requests);
  taken.forEach((one, i) => {
    results[places[i] ?? 0] = resultOf(one);
  });
  return results;
}

type Taken = Awaited<ReturnType<typeof takeAll<'message'>>>[number];

/** An overloaded or damaged session fails alone; a store outage fails the request. */
function resultOf(taken: Taken): Result {
  if (taken.status === 'fulfilled') {
    const { reply, version } = taken.value;
    return reply.status === 'accepted' ? { ...reply, version } : reply;
  }
  const reason: unknown = taken.reason;
  const isOwn =
    reason instanceof EngineError ? reason.code !== 'STORE_UNAVAILABLE' : reason instanceof HttpProblem;
  if (isOwn) return problemOf(reason);
  throw reason;
}

function sessionOf({ meta, identity }: Pick<DecisionLog, 'meta' | 'identity'>): string {
  if (meta.session_id != null) return meta.session_id;
  return meta.cluster_id == null ? identity.agent_id : `${meta.cluster_id}/${identity.agent_id}`;
}

function batchAck(taken: readonly Result[], { reply }: Call) {
  const results = taken.map((one) => (one instanceof HttpProblem ? refusedFor(one) : one));
  const accepted = results.filter(({ status }) => status === 'accepted').length;
  const late = taken.find((one) => one instanceof HttpProblem);
  // Nothing was stored, so the client may retry the whole batch: one problem for all messages.
  if (accepted === 0 && late) throw late;
  if (accepted === 0 && results.length > 0) void reply.status(422);
  return { accepted, refused: results.length - accepted, results };
}

function refusedFor({ code, message }: HttpProblem): RefusedItem {
  return { status: 'refused', code, field: '', message };
}

function singleAck(result: Result | undefined): MessageAck {
  if (result instanceof HttpProblem) throw result;
  if (result?.status === 'accepted') return result;
  const { code = 'SCHEMA_VIOLATION', field = '', message = '' } = result ?? {};
  const known = code === 'SEQUENCE_GAP' || code === 'OVERLOADED' ? code : 'SCHEMA_VIOLATION';
  throw new HttpProblem(known, message, {
    ...{ field, hint: FIELDS_HINT },
    ...(known === 'OVERLOADED' && { retryAfter: 5 }),
  });
}
