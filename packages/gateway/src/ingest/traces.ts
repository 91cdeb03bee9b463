import {
  eventsOfSpan,
  inOrder,
  type OtlpSpan,
  sessionOfSpan,
  spansOfOtlp,
  textOf,
} from '@rutbreak/adapters/spans';
import type { AgentEvent } from '@rutbreak/core';
import { fingerprint } from '@rutbreak/core/detectors';
import type { TraceAck } from '../api/traces.js';
import type { Request } from '../engine/engine.js';
import { problemOf } from '../http/answer.js';
import type { Call, Handlers } from '../http/handler.js';
import { HttpProblem } from '../http/problem.js';
import { eventAck, eventRequest } from './events.js';
import { type IngestParts, takeAll } from './intake.js';
import { decodeRequest, encodeResponse, encodeStatus } from './otlp-protobuf.js';

const PROTOBUF = 'application/x-protobuf';
const MAX_ID = 256;

/** OTLP/HTTP: protobuf requests get protobuf responses, errors included. */
export function traceHandlers(parts: IngestParts): Pick<Handlers, 'postTraces'> {
  return {
    async postTraces(call) {
      if (!Buffer.isBuffer(call.body)) return takeSpans(parts, call.body, call);
      try {
        const answer = await takeSpans(parts, decoded(call.body), call);
        void call.reply.type(PROTOBUF).send(encodeResponse(answer));
      } catch (error) {
        const problem = problemOf(error);
        if (problem.code === 'INTERNAL') throw error;
        const { retryAfter } = problem.details;
        if (retryAfter !== undefined) void call.reply.header('retry-after', String(retryAfter));
        void call.reply.status(problem.status).type(PROTOBUF).send(encodeStatus(problem.message));
      }
      return undefined;
    },
  };
}

function decoded(bytes: Buffer): unknown {
  try {
    return decodeRequest(bytes);
  } catch {
    throw new HttpProblem('INVALID_PROTOBUF', 'The body is not an ExportTraceServiceRequest.');
  }
}

/** The relevant spans of one session. */
interface Group {
  readonly events: AgentEvent[];
  /** One key for each event, to skip spans that arrive twice. */
  readonly keys: number[];
  readonly about: OtlpSpan;
}

async function takeSpans(parts: IngestParts, body: unknown, { request }: Call): Promise<TraceAck> {
  const spans = spansOfOtlp(body);
  const { groups, nameless } = grouped(spans);
  const size = Buffer.isBuffer(request.body) ? request.body.length : (request.rawBody?.length ?? 0);
  const bytes = size / Math.max(1, groups.size);
  const requests: Request<'events'>[] = [];
  for (const [session, { events, keys, about }] of groups) {
    const rest = { door: 'traces' as const, firstSeq: undefined, isGapKnown: false, isEnd: false, keys };
    requests.push(await eventRequest(parts, session, events, { ...rest, agent: agentOf(about) }, bytes));
  }
  const acks = (await takeAll(parts, 'events', requests)).map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return eventAck(result.value);
  });
  const refused = acks.flatMap((ack) => ack.refused);
  const rejected = nameless + refused.length;
  if (rejected === 0) return {};
  const why =
    refused[0]?.hint ?? 'A span has neither a session nor a trace id, or its session id is too long.';
  return { partialSuccess: { rejectedSpans: String(rejected), errorMessage: why } };
}

function grouped(spans: readonly OtlpSpan[]): {
  readonly groups: ReadonlyMap<string, Group>;
  readonly nameless: number;
} {
  const groups = new Map<string, Group>();
  const seen = new Set<number>();
  let nameless = 0;
  for (const span of inOrder(spans)) {
    const events = eventsOfSpan(span);
    const key = keyOf(span);
    if (events.length === 0 || seen.has(key)) continue;
    if (key !== NO_KEY) seen.add(key);
    const session = sessionOfSpan(span) || span.trace;
    if (session === '' || session.length > MAX_ID) {
      nameless++;
      continue;
    }
    const group = groups.get(session) ?? { events: [], keys: [], about: span };
    groups.set(session, group);
    for (const event of events) {
      group.events.push(event);
      group.keys.push(key);
    }
  }
  return { groups, nameless };
}

const NO_KEY = -1;

function keyOf({ trace, id }: OtlpSpan): number {
  return id === '' ? NO_KEY : fingerprint([trace, id]).print % 2 ** 32;
}

const AGENTS = ['gen_ai.agent.id', 'gen_ai.agent.name', 'agent.name'];
const MODELS = ['gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name'];

function agentOf({ attributes, service }: OtlpSpan): { id: string; type: string; model?: string } {
  const first = (names: readonly string[]): string =>
    textOf(names.map((name) => attributes[name]).find((value) => textOf(value) !== '')).slice(0, MAX_ID);
  const model = first(MODELS);
  return { id: first(AGENTS) || service.slice(0, MAX_ID), type: 'otel', ...(model !== '' && { model }) };
}
