import type { FastifyRequest } from 'fastify';
import type { Scope } from '../api/admin.js';
import type { Access, Identity } from '../security/access.js';
import { isAllowedHost, isAllowedOrigin } from '../security/hosts.js';
import { HttpProblem } from './problem.js';

export const COOKIE = 'rutbreak_token';
const MAX_SECRET = 200;

/** Before anything is parsed: may this request come from there at all? */
export function checkPlace(request: FastifyRequest, allowed: ReadonlySet<string>): void {
  const { host, origin } = request.headers;
  if (!isAllowedHost(host, allowed))
    throw new HttpProblem('HOST_REFUSED', 'This name is not one that the gateway answers to.', {
      hint: 'Use the address that it printed at start, or start it with --allow-host.',
    });
  if (!isAllowedOrigin(origin, allowed))
    throw new HttpProblem('ORIGIN_REFUSED', 'Pages of other places may not use this gateway.');
}

/** Who asks; throws unless they may. What cannot be found out is refused. */
export async function checkCaller(
  request: FastifyRequest,
  access: Access,
  scope: Scope | undefined,
): Promise<Identity> {
  const secret = secretOf(request);
  const identity = secret === undefined ? undefined : await access.identify(secret);
  if (!identity)
    throw new HttpProblem('UNAUTHORIZED', 'A valid token is needed.', {
      hint: 'Send authorization: Bearer TOKEN; the token is in the file that was named at start.',
    });
  if (scope !== undefined && !identity.scopes.includes(scope))
    throw new HttpProblem('FORBIDDEN', `This key may not ${scope}.`, {
      hint: `It needs the scope ${scope}.`,
    });
  return identity;
}

function secretOf({ headers }: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const key = headers['x-api-key'];
  const secret = bearer ?? (typeof key === 'string' ? key : undefined) ?? cookieOf(headers.cookie);
  return secret === undefined || secret.length > MAX_SECRET ? undefined : secret;
}

function cookieOf(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === COOKIE) return value;
  }
  return undefined;
}
