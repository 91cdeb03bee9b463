import type { IncomingMessage } from 'node:http';

/** Headers that apply to one connection only (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The message's end-to-end headers, except those in `without`. */
export function endToEnd(message: IncomingMessage, without: ReadonlySet<string>): string[] {
  const raw = message.rawHeaders;
  const { connection } = message.headers;
  const named = connection === undefined || connection === 'keep-alive' ? undefined : tokensOf(connection);
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    if (HOP_BY_HOP.has(name) || without.has(name) || named?.includes(name) === true) continue;
    kept.push(raw[i] ?? '', raw[i + 1] ?? '');
  }
  return kept;
}

const tokensOf = (list: string): readonly string[] =>
  list
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());

/** The proxy's own headers. It never forwards them. */
export const SESSION_HEADER = 'x-rutbreak-session';
export const STATUS_HEADER = 'x-rutbreak-status';
