import type { FastifyRequest } from 'fastify';
import type { Scope } from '../api/admin.js';
import type { Access, Identity } from '../security/access.js';
import type { PageSessions } from '../security/page-session.js';
import { isAllowedHost, isAllowedOrigin } from '../security/hosts.js';
import { HttpProblem } from './problem.js';

export const PAGE_HEADER = 'x-rutbreak-page';
const MAX_SECRET = 200;

/** Checks Host and Origin before anything is parsed. */
export function checkHost(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { host, origin } = request.headers;
  if (!isAllowedHost(host, allowed))
    throw new HttpProblem('HOST_REFUSED', 'This host name is not allowed.', {
      hint: 'Use the address that the gateway printed at start, or start it with --allow-host.',
    });
  if (!isAllowedOrigin(origin, allowed))
    throw new HttpProblem('ORIGIN_REFUSED', 'Pages from other origins may not use this gateway.');
}

/** The parts that identify a caller. */
export interface Callers {
  readonly access: Access;
  readonly pageSessions: PageSessions;
}

/** Identifies the caller and checks its scope. Throws if that fails, also when the store is down. */
export async function checkCaller(
  request: FastifyRequest,
  callers: Callers,
  scope: Scope | undefined,
): Promise<Identity> {
  const identity = await identityOf(request, callers);
  if (!identity)
    throw new HttpProblem('UNAUTHORIZED', 'A valid token is required.', {
      hint: 'Send authorization: Bearer TOKEN; the gateway printed the path of the token file at start.',
    });
  if (scope !== undefined) checkScopes(identity, [scope]);
  return identity;
}

export function checkScopes({ scopes }: Identity, needed: readonly Scope[]): void {
  const missing = needed.find((scope) => !scopes.includes(scope));
  if (missing === undefined) return;
  throw new HttpProblem('FORBIDDEN', `This key lacks the scope ${missing}.`, {
    hint: `Use a key that has the scope ${missing}.`,
  });
}

async function identityOf(
  request: FastifyRequest,
  { access, pageSessions }: Callers,
): Promise<Identity | undefined> {
  const { headers } = request;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const secret = bearer ?? textOf(headers['x-api-key']);
  if (secret !== undefined) return secret.length > MAX_SECRET ? undefined : access.identify(secret);
  const cookie = cookieOf(request);
  return cookie === undefined ? undefined : pageSessions.identify(cookie, textOf(headers[PAGE_HEADER]));
}

function textOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && header.length <= MAX_SECRET ? header : undefined;
}

/** Cookies ignore ports, so the name includes the port: gateways on one host do not overwrite each other's cookie. */
export function pageCookie({ headers }: FastifyRequest): string {
  return `rutbreak_page_${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? ''}`;
}

export function cookieOf(request: FastifyRequest): string | undefined {
  const wanted = pageCookie(request);
  for (const pair of request.headers.cookie?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === wanted) return textOf(value);
  }
  return undefined;
}
