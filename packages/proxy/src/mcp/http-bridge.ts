/**
 * A server on stdio behind an HTTP address. The server is one process, started once, and it keeps one conversation: a
 * client that initialises ends the conversation of the one before, which then gets 404 and has to begin anew.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Child } from './child.js';
import { type Envelope, idKey, type IdKey, messagesOf, readEnvelope } from './envelope.js';
import { createExchange } from './exchange.js';
import { createFramer } from './framer.js';
import { readBody, sayStatus } from './http-guard.js';
import type { Handler } from './http-upstream.js';
import { memberAt, type Span } from './json-bytes.js';
import { createLineRelay, type LineRelay } from './line-relay.js';
import type { Relay } from './relay.js';
import { eventData, onOneLine } from './sse.js';
import * as words from './words.js';

const NEWLINE = Buffer.from('\n');
const MAX_LINE = 16 << 20;
const EVENTS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** A POST that waits for answers to these ids. */
interface Waiting {
  readonly response: ServerResponse;
  readonly open: Set<IdKey>;
  /** What notifications of progress for it carry. */
  readonly tokens: Set<IdKey>;
}

interface Bridge {
  readonly lines: LineRelay;
  readonly waiting: Map<IdKey, Waiting>;
  session: string | undefined;
  /** The stream for what the server says unasked. */
  stream: ServerResponse | undefined;
}

export function bridgeHandler(child: Child, relay: Relay): Handler {
  const lines = createLineRelay({
    exchange: createExchange(relay.session(relay.server), { canAsk: true }),
    toServer: (bytes) => void child.input.write(bytes),
    toClient: (bytes) => {
      const whole = framer.push(bytes);
      if (whole) deliver(bridge, whole);
    },
    limit: MAX_LINE,
  });
  const framer = createFramer({ limit: 2 * MAX_LINE, onTooLong: () => undefined });
  const bridge: Bridge = { lines, waiting: new Map(), session: undefined, stream: undefined };
  child.input.on('error', () => undefined);
  child.output.on('data', (chunk: Buffer) => lines.fromServer(chunk));
  let isOver = false;
  void child.ended.then(({ how }) => {
    isOver = true;
    lines.serverEnded(how);
    bridge.stream?.end();
  });
  return async (request, response) => {
    if (isOver) sayStatus(response, 502, 'The server has ended.');
    else if (request.method === 'POST') await post(bridge, request, response);
    else if (!isMine(bridge, request)) sayStatus(response, 404, 'This session is over.');
    else if (request.method === 'DELETE') {
      bridge.session = undefined;
      response.writeHead(200).end();
    } else listen(bridge, response);
  };
}

function isMine({ session }: Bridge, { headers }: IncomingMessage): boolean {
  const given = headers['mcp-session-id'];
  return given === undefined || given === session;
}

async function post(bridge: Bridge, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await readBody(request, MAX_LINE);
  if (!body) {
    sayStatus(response, 413, words.requestTooLong(MAX_LINE));
    return;
  }
  const line = Buffer.concat([onOneLine(body), NEWLINE]);
  const { messages } = messagesOf(line, { start: 0, end: line.length });
  const envelopes = messages.flatMap((message) => readEnvelope(line, message) ?? []);
  if (envelopes.length === 0) {
    sayStatus(response, 400, 'The body is no JSON-RPC message.');
    return;
  }
  if (envelopes.some(({ method }) => method === 'initialize')) bridge.session = randomUUID();
  else if (!isMine(bridge, request)) {
    sayStatus(response, 404, 'This session is over.');
    return;
  }
  const waiting = waitFor(line, envelopes, response);
  if ([...waiting.open].some((key) => bridge.waiting.has(key))) {
    sayStatus(response, 409, 'This id is in use by a request that is not answered yet.');
    return;
  }
  const session = bridge.session === undefined ? {} : { 'mcp-session-id': bridge.session };
  if (waiting.open.size === 0) {
    response.writeHead(202, session).end();
  } else {
    for (const key of waiting.open) bridge.waiting.set(key, waiting);
    response.writeHead(200, { ...EVENTS, ...session }).flushHeaders();
    response.once('close', () => forget(bridge, waiting));
  }
  bridge.lines.fromClient(line);
}

function waitFor(line: Buffer, envelopes: readonly Envelope[], response: ServerResponse): Waiting {
  const open = new Set<IdKey>();
  const tokens = new Set<IdKey>();
  for (const { id, method, params } of envelopes) {
    if (!id || method === undefined) continue;
    open.add(idKey(line, id));
    const meta = params && memberAt(line, params, '_meta');
    const token = meta && memberAt(line, meta, 'progressToken');
    if (token) tokens.add(idKey(line, token));
  }
  return { response, open, tokens };
}

function forget(bridge: Bridge, waiting: Waiting): void {
  for (const key of waiting.open) if (bridge.waiting.get(key) === waiting) bridge.waiting.delete(key);
}

/** One stream for everything unasked; a new one takes the place of the old. */
function listen(bridge: Bridge, response: ServerResponse): void {
  bridge.stream?.end();
  bridge.stream = response;
  response.writeHead(200, EVENTS).flushHeaders();
  response.once('close', () => {
    if (bridge.stream === response) bridge.stream = undefined;
  });
}

/** Each message of the server to whoever waits for it. */
function deliver(bridge: Bridge, lines: Buffer): void {
  for (let start = 0; start < lines.length;) {
    const end = lines.indexOf(0x0a, start) + 1 || lines.length;
    const { messages } = messagesOf(lines, { start, end });
    for (const message of messages) deliverOne(bridge, lines, message);
    start = end;
  }
}

function deliverOne(bridge: Bridge, bytes: Buffer, message: Span): void {
  const envelope = readEnvelope(bytes, message);
  if (!envelope) return;
  const text = onOneLine(bytes.subarray(message.start, message.end));
  const event = Buffer.concat([eventData(text), NEWLINE, NEWLINE]);
  if (envelope.method === undefined && envelope.id) {
    const key = idKey(bytes, envelope.id);
    const waiting = bridge.waiting.get(key);
    waiting?.response.write(event);
    waiting?.open.delete(key);
    bridge.waiting.delete(key);
    if (waiting?.open.size === 0) waiting.response.end();
    return;
  }
  const token = envelope.params && memberAt(bytes, envelope.params, 'progressToken');
  const key = token && idKey(bytes, token);
  const streams = [...bridge.waiting.values()];
  const meant = key === undefined ? undefined : streams.find(({ tokens }) => tokens.has(key));
  (meant?.response ?? bridge.stream ?? streams.at(-1)?.response)?.write(event);
}
