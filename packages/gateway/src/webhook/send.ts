import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6 } from 'node:net';
import { signature } from './sign.js';
import { addressOf, type Reach, readUrl } from './target.js';

export interface Delivery {
  /** Stays the same when a delivery of this event is retried. */
  readonly id: string;
  readonly body: string;
}

export interface SendOptions {
  readonly reach: Reach;
  readonly timeoutMs: number;
  readonly now: () => number;
}

/** Resolves to a 2xx status; rejects with a DeliveryError for any other. Does not follow redirects. */
export async function send(
  url: string,
  secret: string,
  { id, body }: Delivery,
  { reach, timeoutMs, now }: SendOptions,
): Promise<number> {
  const target = readUrl(url);
  const address = await addressOf(target, reach);
  const seconds = Math.floor(now() / 1000);
  const headers = {
    ...{ 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    ...{ 'user-agent': 'rutbreak', 'webhook-id': id, 'webhook-timestamp': String(seconds) },
    'webhook-signature': signature(secret, id, seconds, body),
  };
  const status = await post(target, address, headers, body, timeoutMs);
  if (status < 200 || status > 299)
    throw new DeliveryError(`The receiver answered ${status}${status < 400 ? ', a redirect' : ''}.`, status);
  return status;
}

/** The receiver replied with a status other than 2xx. */
export class DeliveryError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

function post(
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeoutMs: number,
): Promise<number> {
  const family = isIPv6(address) ? 6 : 4;
  return new Promise((done, fail) => {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const asked = request(url, {
      ...{ method: 'POST', headers, agent: false, signal: AbortSignal.timeout(timeoutMs) },
      // Connects to the address that was checked: a second DNS lookup could return another one.
      lookup: (_host, options, found) => {
        if (options.all === true) found(null, [{ address, family }]);
        else found(null, address, family);
      },
    });
    asked.on('error', fail);
    asked.on('response', (reply) => {
      done(reply.statusCode ?? 0);
      // The body is not needed.
      reply.destroy();
    });
    asked.end(body);
  });
}
