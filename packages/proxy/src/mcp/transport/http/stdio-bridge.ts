/**
 * Serves a stdio server over HTTP. The server is one process with one session: when a new client initialises, the
 * previous client's session ends, and that client gets 404 from then on.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { type ClientIdentity, clientIdentity, requestFacts } from './client-identity.js';
import { drained, type PacedWriter, pacedWriter } from './back-pressure.js';
import type { Child } from '../stdio/child-process.js';
import { type InvalidMessage, readClientMessage, splitBatch } from '../../wire/client-message.js';
import { type Envelope, idKey, type IdKey, messagesOf, readEnvelope } from '../../wire/envelope.js';
import { createExchange, type Exchange } from '../../session/exchange/exchange.js';
import { createFramer } from '../../wire/framer.js';
import { readBody, sendStatus, sendMessages, versionOf } from './request-checks.js';
import type { Handler } from './upstream.js';
import { memberAt, type Span } from '../../wire/json-bytes.js';
import { createLineRelay, type LineRelay } from '../line-relay.js';
import type { Relay } from '../../session/relay.js';
import { eventData, onOneLine } from '../sse-relay.js';
import * as texts from '../../session/refusal-texts.js';

const NEWLINE = Buffer.from('\n');
const MAX_LINE = 16 << 20;
const EVENTS = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** A POST with requests that are not all answered yet. */
interface Waiting {
  readonly response: ServerResponse;
  readonly open: Set<IdKey>;
  /** The progress tokens of its requests. */
  readonly tokens: Set<IdKey>;
}

interface Bridge {
  readonly relay: Relay;
  readonly exchange: Exchange;
  readonly lines: LineRelay;
  readonly waiting: Map<IdKey, Waiting>;
  readonly clients: ClientIdentity;
  readonly toServer: Writable;
  readonly toClient: PacedWriter;
  session: string | undefined;
  /** The open GET request, for messages that belong to no POST. */
  stream: ServerResponse | undefined;
}

export function bridgeHandler(child: Child, relay: Relay): Handler {
  const exchange = createExchange(relay.session(relay.server), { canAsk: true });
  const lines = createLineRelay({
    exchange,
    toServer: (bytes) => void child.input.write(bytes),
    toClient: (bytes) => {
      const whole = framer.push(bytes);
      if (whole) deliver(bridge, whole);
    },
    limit: MAX_LINE,
  });
  const framer = createFramer({ limit: 2 * MAX_LINE, onTooLong: () => undefined });
  const bridge: Bridge = {
    ...{ relay, exchange, lines, waiting: new Map(), clients: clientIdentity() },
    ...{ toServer: child.input, toClient: pacedWriter(child.output) },
    ...{ session: undefined, stream: undefined },
  };
  child.input.on('error', () => undefined);
  child.output.on('data', (chunk: Buffer) => lines.fromServer(chunk));
  let isOver = false;
  void child.ended.then(({ how }) => {
    isOver = true;
    lines.serverEnded(how);
    bridge.stream?.end();
  });
  return async (request, response) => {
    if (isOver) sendStatus(response, 502, 'The server has ended.');
    else if (request.method === 'POST') await post(bridge, request, response);
    else if (!isMine(bridge, request)) sendStatus(response, 404, 'This session is over.');
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
  // Applies back-pressure, so that a server that does not read its input cannot fill our memory.
  await drained(bridge.toServer);
  const body = await readBody(request, MAX_LINE);
  if (!body) {
    sendStatus(response, 413, texts.requestTooLong(MAX_LINE));
    return;
  }
  // Checked before line ends become spaces, because a line end inside a string makes the body invalid.
  const invalid = invalidIn(body, versionOf(request.headers) ?? bridge.exchange.version());
  if (invalid) {
    const { toClient } = bridge.exchange.refuse(body, { start: 0, end: body.length }, invalid);
    sendMessages(response, toClient ? [toClient] : [], false, 400);
    return;
  }
  const line = Buffer.concat([onOneLine(body), NEWLINE]);
  const { messages } = messagesOf(line, { start: 0, end: line.length });
  const envelopes = messages.flatMap((message) => readEnvelope(line, message) ?? []);
  if (envelopes.some(({ method }) => method === 'initialize')) startSession(bridge);
  else if (!isMine(bridge, request)) {
    sendStatus(response, 404, 'This session is over.');
    return;
  }
  const waiting = waitFor(line, envelopes, response);
  if ([...waiting.open].some((key) => bridge.waiting.has(key))) {
    sendStatus(response, 409, 'This id is in use by a request that is not answered yet.');
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
  const name = bridge.session ?? bridge.clients.nameOf(request, requestFacts(line, envelopes));
  bridge.exchange.useSession(bridge.relay.session(name));
  bridge.lines.fromClient(line);
}

/** The server forgets the previous client, so that client's open calls end here. */
function startSession(bridge: Bridge): void {
  for (const answer of bridge.exchange.close('another client has connected')) deliver(bridge, answer);
  bridge.session = randomUUID();
}

function invalidIn(body: Buffer, version: string | undefined): InvalidMessage | undefined {
  const split = splitBatch(body, { start: 0, end: body.length }, version);
  if (split.kind === 'invalid') return split;
  return split.messages
    .map((message) => readClientMessage(body, message))
    .find((message) => message.kind === 'invalid');
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

/** A new GET request replaces the previous one. */
function listen(bridge: Bridge, response: ServerResponse): void {
  bridge.stream?.end();
  bridge.stream = response;
  response.writeHead(200, EVENTS).flushHeaders();
  response.once('close', () => {
    if (bridge.stream === response) bridge.stream = undefined;
  });
}

/** Routes each server message to the client that waits for it. */
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
    if (waiting) bridge.toClient.write(waiting.response, event);
    waiting?.open.delete(key);
    bridge.waiting.delete(key);
    if (waiting?.open.size === 0) waiting.response.end();
    return;
  }
  const token = envelope.params && memberAt(bytes, envelope.params, 'progressToken');
  const key = token && idKey(bytes, token);
  const streams = [...bridge.waiting.values()];
  const meant = key === undefined ? undefined : streams.find(({ tokens }) => tokens.has(key));
  const response = meant?.response ?? bridge.stream ?? streams.at(-1)?.response;
  if (response) bridge.toClient.write(response, event);
}
