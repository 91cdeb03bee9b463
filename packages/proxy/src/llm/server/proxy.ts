import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Capabilities, createGuard, presetOf } from '@rutbreak/core';
import { type Body, isReadable, readBody, unreadable } from '../request/body.js';
import { ClientRequest, hasBody, refusalFor } from './incoming.js';
import { passAnswer, sendRefusal, sendUnreachable } from './respond.js';
import { lastRequests } from '../request/request-diff.js';
import { guardRequest, type ProxyParts } from './handle-request.js';
import { endToEnd, SESSION_HEADER } from '../request/headers.js';
import { inspectRequest, type InspectedRequest } from '../request/inspect-request.js';
import { type LlmProxyOptions, settle } from '../options.js';
import { protocolOf } from '../protocols/find-protocol.js';
import { createConversations } from '../conversation/identity/conversations.js';
import type { LiveSession } from '../../shared/live-session.js';
import { passUpgrade } from './upgrade.js';
import { refuseSwitch, type Upstream, upstreamAt } from './upstream.js';

export interface LlmProxy {
  /** Starts the server, by default on a free port of the loopback address. Resolves to the address for clients. */
  readonly listen: (where?: { readonly port?: number; readonly host?: string }) => Promise<string>;
  readonly sessions: () => readonly LiveSession[];
  /** Ends all connections. */
  readonly close: () => Promise<void>;
}

/**
 * The agent runs the tools, so the proxy cannot veto a call. It can answer requests itself until a person intervenes.
 */
const CAPABILITIES: Capabilities = {
  appendToResult: true,
  injectMessage: true,
  haltStream: true,
  pause: true,
};
/** The proxy forwards larger requests unread. */
const MAX_REQUEST = 64 * 1024 * 1024;
/** Longer than clients' own timeouts, so that the client always closes an idle connection first. */
const KEEP_ALIVE = 120_000;

/** A proxy between agents and a model. Throws a RutbreakError on a bad option. */
export function createLlmProxy(options: LlmProxyOptions): LlmProxy {
  const parts = partsOf(options);
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE, IncomingMessage: ClientRequest },
    (request, client) => {
      const refused = refusalFor(request, server.address() as AddressInfo);
      if (refused) {
        sendRefusal(client, refused.status, refused.message);
        return;
      }
      handle(request, client, parts).catch((error: unknown) => sendUnreachable(client, error as Error));
    },
  );
  server.on('connection', (socket) => socket.once('close', () => parts.last.forget(socket)));
  // Node's server no longer tracks upgraded connections.
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (request, socket, head: Buffer) => {
    if (refusalFor(request, server.address() as AddressInfo)) return void socket.destroy();
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    passUpgrade(request, socket, head, parts.upstream);
  });
  return {
    listen: ({ port = 0, host = '127.0.0.1' } = {}) =>
      new Promise((done, fail) => {
        server.once('error', fail);
        server.listen(port, host, () => {
          const { address, family, port: bound } = server.address() as AddressInfo;
          done(`http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`);
        });
      }),
    sessions: () => parts.conversations.sessions(),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
        parts.upstream.close();
      }),
  };
}

function partsOf(options: LlmProxyOptions): ProxyParts {
  const settings = settle(options);
  const { preset, maxSessions } = settings;
  const common = {
    preset: typeof preset === 'string' ? presetOf(preset) : preset,
    options: settings.options,
    capabilities: CAPABILITIES,
    ...settings.guard,
  };
  const guard = createGuard({ ...common, maxSessions });
  return {
    settings,
    upstream: upstreamAt(options.upstream),
    guard,
    conversations: createConversations(maxSessions, 'conversation', guard),
    streams: createGuard(common),
    last: lastRequests(),
  };
}

async function handle(request: IncomingMessage, client: ServerResponse, parts: ProxyParts): Promise<void> {
  // A client that disconnects is not an error.
  client.on('error', () => undefined);
  const protocol = protocolOf(request.method, request.url);
  if (!protocol) {
    passThrough(request, client, parts.upstream);
    return;
  }
  let read: Body;
  try {
    read = await readBody(request, MAX_REQUEST);
  } catch {
    return void client.destroy();
  }
  const inspected = read.isWhole ? inspectSafely(request, protocol, read.bytes, parts) : undefined;
  if (!inspected) {
    const { 'content-encoding': encoding } = request.headers;
    if (!isReadable(encoding)) parts.settings.onTrouble(unreadable('requests', encoding ?? ''));
    passThrough(request, client, parts.upstream, read);
    return;
  }
  return guardRequest({ ...inspected, request, client, protocol, bytes: read.bytes, parts });
}

/** A bug in the inspection must not cost the agent its answer. */
function inspectSafely(
  ...[request, protocol, bytes, parts]: Parameters<typeof inspectRequest>
): InspectedRequest | undefined {
  try {
    return inspectRequest(request, protocol, bytes, parts);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    (parts as ProxyParts).settings.onTrouble(`a request could not be read and passes unchanged: ${why}`);
    return undefined;
  }
}

const OWN = new Set(['host', 'expect', 'content-length', SESSION_HEADER]);

/** Forwards a request unchanged; `read` is the part of the body already consumed. */
function passThrough(
  request: IncomingMessage,
  client: ServerResponse,
  upstream: Upstream,
  read?: Body,
): void {
  const outgoing = refuseSwitch(
    upstream.open({
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: [...endToEnd(request, OWN), ...framing(request, read)],
    }),
  );
  outgoing.on('response', (answer) => passAnswer(answer, client));
  outgoing.on('error', (error) => sendUnreachable(client, error));
  client.once('close', () => void outgoing.destroy());
  if (read) outgoing.write(read.bytes);
  if (read?.isWhole === true) outgoing.end();
  else request.pipe(outgoing);
}

/**
 * Sets the body's framing explicitly. For some methods Node would omit it, and the upstream would read the body as
 * another request. The client's own header is not passed on, because `Connection: content-length` would remove it.
 */
function framing({ headers }: IncomingMessage, read: Body | undefined): readonly string[] {
  const length = read?.isWhole === true ? String(read.bytes.length) : headers['content-length'];
  if (length !== undefined) return ['content-length', length];
  return hasBody(headers) ? ['transfer-encoding', 'chunked'] : [];
}
