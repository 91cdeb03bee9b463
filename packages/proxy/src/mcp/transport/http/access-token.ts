import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** An alternative header, for clients that need `Authorization` for the server behind the proxy. */
export const TOKEN_HEADER = 'x-rutbreak-token';

const REFUSED = {
  status: 401,
  why: 'Send the token of this proxy as "X-Rutbreak-Token: TOKEN" or "Authorization: Bearer TOKEN".',
};

/**
 * Checks the token of a request and removes it, so that the server behind the proxy never sees it. Returns the refusal
 * if the token is missing or wrong.
 */
export function takeToken(
  request: IncomingMessage,
  token: string | null,
): { readonly status: number; readonly why: string } | undefined {
  const { [TOKEN_HEADER]: own, ...headers } = request.headers;
  request.headers = headers;
  if (token === null || (typeof own === 'string' && isEqual(own, token))) return undefined;
  const [, bearer] = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (bearer === undefined || !isEqual(bearer, token)) return REFUSED;
  delete headers.authorization;
  return undefined;
}

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
