/** The proxy in front of a server with an HTTP address. */
import { addRecent } from '../../../shared/bounded.js';
import * as http from 'node:http';
import * as https from 'node:https';
import { AS_IT_CAME, type FromClient } from '../../session/exchange/tool-call.js';
import { splitBatch } from '../../wire/client-message.js';
import { type IdKey, readEnvelope } from '../../wire/envelope.js';
import { createExchange, type Exchange } from '../../session/exchange/exchange.js';
import { clientIdentity, requestFacts } from './client-identity.js';
import { resumeCall, waitForPerson } from './ask-over-http.js';
import { headerProblem, readBody, sendStatus, sendMessages, versionOf } from './request-checks.js';
import { answerOf, type Asked, send, type Upstream, type UpstreamOptions } from './upstream-request.js';
import type { Span } from '../../wire/json-bytes.js';
import { messagesToForward, lineOf } from '../line-relay.js';
import { createDetachedCalls, detachedOf, keepDetached } from './detached-calls.js';
import { relayAnswer } from './upstream-answer.js';
import * as texts from '../../session/refusal-texts.js';
import { ProxyError } from '../../../shared/error.js';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

const MAX_BODY = 16 << 20;
const MAX_NAME = 200;
const MAX_SESSIONS = 1000;
const NO_BODY = Buffer.alloc(0);

export function upstreamHandler(options: UpstreamOptions): Handler {
  const target = upstreamUrl(options.url);
  const agent = new (target.protocol === 'https:' ? https : http).Agent({ keepAlive: true });
  const limit = options.maxBody ?? MAX_BODY;
  const known = {
    approvals: new Map(),
    asked: new Map(),
    elicits: new Set<string>(),
    detached: createDetachedCalls(),
  };
  const upstream: Upstream = { ...options, target, agent, limit, ...known, clients: clientIdentity() };
  return (request, response) => handle(upstream, request, response);
}

function upstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new ProxyError('MCP_UPSTREAM', { url: text, hint: 'Use a whole address: https://host/mcp.' });
}

async function handle(
  upstream: Upstream,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (request.method !== 'POST')
    return forwardBodyless(upstream, sessionOf(upstream, request), request, response);
  const body = await readBody(request, upstream.limit);
  if (!body) {
    sendStatus(response, 413, texts.requestTooLong(upstream.limit));
    return;
  }
  const input = { start: 0, end: body.length };
  const split = headerProblem(request.headers, body) ?? splitBatch(body, input, versionOf(request.headers));
  const name = sessionOf(upstream, request, body, split.kind === 'split' ? split.messages : []);
  const mayAsk = split.kind === 'split' && !split.isBatch && canBeAsked(upstream, request);
  // Each request has its own exchange: request ids belong to the client, and several clients may share a session.
  const exchange = createExchange(upstream.relay.session(name), {
    canAsk: mayAsk,
    canElicit: mayAsk,
    approvals: upstream.approvals,
  });
  if (split.kind === 'invalid') {
    const { toClient } = exchange.refuse(body, input, split);
    sendMessages(response, toClient ? [toClient] : [], false, 400);
    return;
  }
  await forwardPost({ upstream, exchange, name }, { request, response, body, ...split });
}

/** Handles GET and DELETE requests, which carry no messages. */
async function forwardBodyless(
  upstream: Upstream,
  name: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const exchange = createExchange(upstream.relay.session(name), {
    canAsk: false,
    approvals: upstream.approvals,
    // A resumed stream may bring results that an earlier connection did not.
    ...(request.method === 'GET' && { pending: detachedOf(upstream.detached, name) }),
  });
  await forwardRequest({ upstream, exchange, name, calls: [], answers: [] }, request, response, NO_BODY);
}

interface Post extends Asked {
  readonly body: Buffer;
  readonly isBatch: boolean;
  readonly messages: readonly Span[];
}

async function forwardPost(
  { upstream, exchange, name }: Pick<ForwardContext, 'upstream' | 'exchange' | 'name'>,
  { request, response, body, isBatch, messages }: Post,
): Promise<void> {
  const passed = messages.map((message) => exchange.fromClient(body, message));
  const [{ asks, settles } = AS_IT_CAME] = passed;
  const waiting = settles === undefined ? undefined : upstream.asked.get(settles);
  const answers = passed.flatMap(({ toClient }) => toClient ?? []);
  const forward = bodyFor(body, messages, passed, isBatch);
  if (asks !== undefined) {
    waitForPerson({ upstream, exchange }, asks, { request, response }, answers);
    return;
  }
  if (waiting && settles !== undefined) {
    response.writeHead(202).end();
    await resumeCall({ upstream, exchange }, settles, waiting, { forward, answers });
    return;
  }
  if (!forward) {
    sendMessages(response, answers, isBatch, !isBatch && passed[0]?.isInvalid ? 400 : 200);
    return;
  }
  const calls = passed.flatMap(({ call }) => call ?? []);
  await forwardRequest({ upstream, exchange, name, calls, answers }, request, response, forward);
}

/** The question is sent on the response to the call, so the response must be a stream. */
function canBeAsked({ elicits }: Upstream, { method, headers }: http.IncomingMessage): boolean {
  const id = headers['mcp-session-id'];
  const isStream = /text\/event-stream|\*\/\*/i.test(headers.accept ?? '');
  return method === 'POST' && isStream && typeof id === 'string' && elicits.has(id);
}

/** Keeps the client's own bytes unless a message was removed. */
function bodyFor(
  body: Buffer,
  messages: readonly Span[],
  passed: readonly FromClient[],
  isBatch: boolean,
): Buffer | undefined {
  if (passed.every(({ forward }) => forward === true)) return body;
  const kept = messagesToForward(body, messages, passed);
  return kept.length === 0 ? undefined : lineOf(kept, isBatch);
}

interface ForwardContext {
  readonly upstream: Upstream;
  readonly exchange: Exchange;
  /** The name of the session. */
  readonly name: string;
  /** Keys of the calls in this request. */
  readonly calls: readonly IdKey[];
  /** Messages for the client in addition to the server's response. */
  readonly answers: readonly Buffer[];
}

async function forwardRequest(
  context: ForwardContext,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  body: Buffer,
): Promise<void> {
  const { upstream, exchange, calls, answers } = context;
  const drop = (outcome: 'cancelled' | 'transport', why = ''): Buffer[] =>
    calls.flatMap((key) => exchange.giveUp(key, (tool) => texts.unreachable(tool, why), outcome) ?? []);
  const sent = send(upstream, request, body);
  response.once('close', () => {
    if (response.writableFinished) return;
    sent.destroy();
    drop('cancelled');
  });
  try {
    const received = await answerOf(sent);
    if ((received.statusCode ?? 500) >= 500) drop('transport');
    const begun = received.headers['mcp-session-id'];
    if (typeof begun === 'string' && exchange.canElicit()) addRecent(upstream.elicits, begun, MAX_SESSIONS);
    await relayAnswer({ exchange, answers, limit: upstream.limit }, received, response);
    for (const key of calls) keepDetached(upstream.detached, context.name, key, exchange.detach(key));
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      drop('transport');
      return;
    }
    const why = error instanceof Error ? error.message : String(error);
    const lost = drop('transport', why);
    if (lost.length > 0) sendMessages(response, [...answers, ...lost], calls.length + answers.length > 1);
    else sendStatus(response, 502, `The MCP server cannot be reached: ${why}`);
  }
}

/** The session named by the header, or else one session per client. */
function sessionOf(
  { clients, sessionHeader }: Upstream,
  request: http.IncomingMessage,
  body: Buffer = NO_BODY,
  messages: readonly Span[] = [],
): string {
  const named = sessionHeader === undefined ? undefined : request.headers[sessionHeader.toLowerCase()];
  const id = named ?? request.headers['mcp-session-id'];
  if (typeof id === 'string') return id.slice(0, MAX_NAME);
  const envelopes = messages.flatMap((message) => readEnvelope(body, message) ?? []);
  return clients.nameOf(request, requestFacts(body, envelopes));
}
