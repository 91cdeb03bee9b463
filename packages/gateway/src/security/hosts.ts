const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The form of a Host header. */
export function authority(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The accepted Host headers. With DNS rebinding, a foreign page can make a browser send requests here under its own host
 * name, but it cannot change the header.
 */
export function allowedHosts(
  bound: { readonly host: string; readonly port: number },
  more: readonly string[] = [],
): ReadonlySet<string> {
  const { host, port } = bound;
  const isLocal = isLoopback(host) || host === '0.0.0.0' || host === '::';
  const names = isLocal ? ['127.0.0.1', 'localhost', ...(host.includes(':') ? ['::1'] : [])] : [host];
  return new Set([...names.map((name) => authority(name, port)), ...more.map((one) => one.toLowerCase())]);
}

export function isAllowedHost(header: string | undefined, allowed: ReadonlySet<string>): boolean {
  return header !== undefined && allowed.has(header.toLowerCase());
}

/** A missing header is allowed: programs send none, and browsers send it with every request that can change data. */
export function isAllowedOrigin(header: string | undefined, allowed: ReadonlySet<string>): boolean {
  if (header === undefined) return true;
  const match = /^https?:\/\/([^/]+)$/.exec(header.toLowerCase());
  const host = match?.[1];
  if (host === undefined) return false;
  // Browsers omit the default port.
  const usual = header.toLowerCase().startsWith('https') ? 443 : 80;
  return allowed.has(host) || allowed.has(`${host}:${usual}`);
}
