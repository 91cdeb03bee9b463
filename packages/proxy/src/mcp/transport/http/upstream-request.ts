/** Requests to a server with an HTTP address. */
import * as http from 'node:http';
import * as https from 'node:https';
import type { PendingApproval } from '../../session/exchange/tool-call.js';
import type { ClientIdentity } from './client-identity.js';
import type { DetachedCalls } from './detached-calls.js';
import type { Relay } from '../../session/relay.js';

export interface UpstreamOptions {
  readonly url: string;
  readonly relay: Relay;
  /** Headers added to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header that names the agent run. Default `mcp-session-id`. Without a session id, each client is a run. */
  readonly sessionHeader?: string;
  readonly maxBody?: number;
}

/** Shared by all requests to one server. */
export interface Upstream extends UpstreamOptions {
  readonly target: URL;
  readonly agent: http.Agent;
  readonly limit: number;
  /** Identifies the sender of a request without a session id. */
  readonly clients: ClientIdentity;
  readonly approvals: Map<string, PendingApproval>;
  /** Open responses of clients that wait for a person, by question id. */
  readonly asked: Map<string, Asked>;
  /** Sessions whose clients declared at initialisation that they can ask a person. */
  readonly elicits: Set<string>;
  /** Calls whose connection ended first, by session. The result may arrive on another connection. */
  readonly detached: DetachedCalls;
}

export interface Asked {
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
}

const NOT_PASSED_ON = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'host', 'content-length', 'accept-encoding', 'origin'],
  ...['expect', 'proxy-connection'],
]);

export function passedOn(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name)));
}

export function send(
  { target, agent, headers }: Upstream,
  request: http.IncomingMessage,
  body: Buffer,
): http.ClientRequest {
  const query =
    request.url?.includes('?') === true ? request.url.slice(request.url.indexOf('?')) : target.search;
  const sent = (target.protocol === 'https:' ? https : http).request({
    protocol: target.protocol,
    hostname: target.hostname.replace(/^\[|\]$/g, ''),
    ...(target.port !== '' && { port: target.port }),
    path: `${target.pathname}${query}`,
    method: request.method,
    agent,
    headers: {
      ...passedOn(request.headers),
      ...headers,
      'accept-encoding': 'identity',
      ...(request.method === 'POST' && {
        'content-type': 'application/json',
        'content-length': body.length,
      }),
    },
  });
  sent.end(request.method === 'POST' ? body : undefined);
  return sent;
}

export function answerOf(sent: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', reject);
  });
}
