/** A server that is reached by HTTP: each POST goes on to it, and its answer comes back looked at. */
import { createHash } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { RutbreakError } from '@rutbreak/core';
import { AS_IT_CAME, type FromClient } from './call-in.js';
import { type IdKey, messagesOf } from './envelope.js';
import { createExchange, type Exchange } from './exchange.js';
import { goOnAsked, waitForPerson } from './http-asked.js';
import { readBody, sayStatus } from './http-guard.js';
import { answerOf, passedOn, send, type Upstream, type UpstreamOptions } from './http-send.js';
import type { Span } from './json-bytes.js';
import { lineOf } from './line-relay.js';
import { detachedOf, keepDetached, remember } from './http-memory.js';
import { createSseRelay, eventData } from './sse.js';
import * as words from './words.js';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;

const NEWLINE = Buffer.from('\n');
const MAX_BODY = 16 << 20;
export function upstreamHandler(options: UpstreamOptions): Handler {
  const target = upstreamUrl(options.url);
  const agent = new (target.protocol === 'https:' ? https : http).Agent({ keepAlive: true });
  const limit = options.maxBody ?? MAX_BODY;
  const known = { asides: new Map(), asked: new Map(), elicits: new Set<string>(), detached: new Map() };
  const upstream: Upstream = { ...options, target, agent, limit, ...known };
  return (request, response) => handle(upstream, request, response);
}

function upstreamUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new RutbreakError('MCP_UPSTREAM', { url: text, hint: 'Use a whole address: https://host/mcp.' });
}

async function handle(
  upstream: Upstream,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const body = await readBody(request, upstream.limit);
  if (!body) {
    sayStatus(response, 413, words.requestTooLong(upstream.limit));
    return;
  }
  const name = sessionOf(request.headers, upstream.sessionHeader);
  const { isBatch, messages } = messagesOf(body, { start: 0, end: body.length });
  const mayAsk = !isBatch && canBeAsked(upstream, request);
  // One exchange a request: ids are the client's own, and several clients may share a session.
  const exchange = createExchange(upstream.relay.session(name), {
    canAsk: mayAsk,
    canElicit: mayAsk,
    asides: upstream.asides,
    // A stream that is taken up again may bring what another one owed.
    ...(request.method === 'GET' && { pending: detachedOf(upstream, name) }),
  });
  const passed = messages.map((message) => exchange.fromClient(body, message));
  const [{ asks, settles } = AS_IT_CAME] = passed;
  const kept = settles === undefined ? undefined : upstream.asked.get(settles);
  const answers = passed.flatMap(({ toClient }) => (toClient ? [toClient] : []));
  const forward = bodyFor(body, messages, passed, isBatch);
  if (asks !== undefined) {
    waitForPerson({ upstream, exchange }, asks, { request, response }, answers);
    return;
  }
  if (kept && settles !== undefined) {
    response.writeHead(202).end();
    await goOnAsked({ upstream, exchange }, settles, kept, { forward, answers });
    return;
  }
  if (!forward) {
    answerAlone(response, answers, isBatch);
    return;
  }
  const calls = passed.flatMap(({ call }) => (call === undefined ? [] : [call]));
  await goOn({ upstream, exchange, name, calls, answers }, request, response, forward);
}

/** Questions go out on the answer to the call, so that has to be a stream. */
function canBeAsked({ elicits }: Upstream, { method, headers }: http.IncomingMessage): boolean {
  const id = headers['mcp-session-id'];
  const isStream = /text\/event-stream|\*\/\*/i.test(headers.accept ?? '');
  return method === 'POST' && isStream && typeof id === 'string' && elicits.has(id);
}

/** The client's own bytes wherever nothing was taken out. */
function bodyFor(
  body: Buffer,
  messages: readonly Span[],
  passed: readonly FromClient[],
  isBatch: boolean,
): Buffer | undefined {
  if (passed.every(({ forward }) => forward === true)) return body;
  const kept = passed.flatMap(({ forward }, i): Buffer[] => {
    const message = messages[i];
    if (typeof forward !== 'boolean') return [forward];
    return forward && message ? [body.subarray(message.start, message.end)] : [];
  });
  return kept.length === 0 ? undefined : lineOf(kept, isBatch);
}

function answerAlone(response: http.ServerResponse, answers: readonly Buffer[], isBatch: boolean): void {
  if (answers.length === 0) {
    response.writeHead(202).end();
    return;
  }
  const body = lineOf(answers, isBatch);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
}

interface Passage {
  readonly upstream: Upstream;
  readonly exchange: Exchange;
  /** What the session is called. */
  readonly name: string;
  /** Keys of the calls in this request. */
  readonly calls: readonly IdKey[];
  /** What the client gets besides the server's answer. */
  readonly answers: readonly Buffer[];
}

async function goOn(
  passage: Passage,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  body: Buffer,
): Promise<void> {
  const { upstream, exchange, calls, answers } = passage;
  const drop = (outcome: 'cancelled' | 'transport', why = ''): Buffer[] =>
    calls.flatMap((key) => exchange.giveUp(key, (tool) => words.unreachable(tool, why), outcome) ?? []);
  const sent = send(upstream, request, body);
  response.once('close', () => {
    if (response.writableFinished) return;
    sent.destroy();
    drop('cancelled');
  });
  try {
    const came = await answerOf(sent);
    if ((came.statusCode ?? 500) >= 500) drop('transport');
    await back(passage, came, response);
    for (const key of calls) keepDetached(upstream, passage.name, key, exchange.detach(key));
  } catch (error) {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      drop('transport');
      return;
    }
    const why = error instanceof Error ? error.message : String(error);
    const lost = drop('transport', why);
    if (lost.length > 0) answerAlone(response, [...answers, ...lost], calls.length + answers.length > 1);
    else sayStatus(response, 502, `The MCP server cannot be reached: ${why}`);
  }
}

/** The server's answer to the client: events one by one, JSON as a whole, all else as it comes. */
async function back(
  { upstream, exchange, answers }: Passage,
  came: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const headers = passedOn(came.headers);
  const begun = came.headers['mcp-session-id'];
  if (typeof begun === 'string' && exchange.canElicit()) remember(upstream.elicits, begun);
  const status = came.statusCode ?? 502;
  const type = came.headers['content-type'] ?? '';
  if (/^text\/event-stream\b/i.test(type)) {
    response.writeHead(status, headers);
    response.flushHeaders();
    for (const answer of answers) response.write(Buffer.concat([eventData(answer), NEWLINE]));
    const relay = createSseRelay(exchange, (bytes) => void response.write(bytes), upstream.limit);
    for await (const chunk of came) {
      relay.push(chunk as Buffer);
      if (response.writableNeedDrain) await drained(response);
    }
    relay.end();
    response.end();
    return;
  }
  if (exchange.isWaiting() && /^application\/json\b/i.test(type)) {
    await backJson({ exchange, answers, limit: upstream.limit }, came, response, headers);
    return;
  }
  response.writeHead(status, headers);
  for await (const chunk of came) if (!response.write(chunk)) await drained(response);
  response.end();
}

async function backJson(
  { exchange, answers, limit }: { exchange: Exchange; answers: readonly Buffer[]; limit: number },
  came: http.IncomingMessage,
  response: http.ServerResponse,
  headers: http.OutgoingHttpHeaders,
): Promise<void> {
  const body = await readBody(came, limit);
  if (!body) throw new Error('the answer was too large');
  const { isBatch, messages } = messagesOf(body, { start: 0, end: body.length });
  const seen = messages.map((message) => exchange.fromServer(body, message));
  const isSame = answers.length === 0 && seen.every(({ edited }) => edited === undefined);
  const pieces = messages.map(({ start, end }, i) => seen[i]?.edited ?? body.subarray(start, end));
  const whole = isSame ? body : lineOf([...pieces, ...answers], isBatch || answers.length > 0);
  response.writeHead(came.statusCode ?? 200, { ...headers, 'content-length': whole.length }).end(whole);
  for (const { then } of seen) then?.();
}

function drained(response: http.ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once('drain', resolve);
    response.once('close', resolve);
  });
}

const MAX_NAME = 200;

/** The 2026-07-28 era has no sessions, so whoever is authorised has to do; a secret is never kept as it is. */
function sessionOf(headers: http.IncomingHttpHeaders, sessionHeader?: string): string {
  const named = sessionHeader === undefined ? undefined : headers[sessionHeader.toLowerCase()];
  const id = named ?? headers['mcp-session-id'];
  if (typeof id === 'string') return id.slice(0, MAX_NAME);
  const { authorization } = headers;
  if (authorization === undefined) return 'default';
  return `auth-${createHash('sha256').update(authorization).digest('hex').slice(0, 16)}`;
}
