/** Host names of the loopback address. */
const NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a `Host` header names the loopback address, and this port if given. */
export function isLoopbackHost(host: string | undefined, port?: number): boolean {
  const [, name = '', given = '80'] = /^(\[[0-9a-f:]+\]|[\w.-]+)(?::(\d+))?$/i.exec(host ?? '') ?? [];
  return NAMES.includes(name.toLowerCase()) && (port === undefined || Number(given) === port);
}

/** Whether an `Origin` header names a page served from the loopback address. */
export function isLoopbackOrigin(origin: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(origin);
}
