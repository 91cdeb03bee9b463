import { createFederation, createGateway, createSqliteStore } from '@rutbreak/gateway';
import Fastify from 'fastify';

export const TOKEN = 'rbt_bench';

/** What a server's process is told to do. */
export interface ServerOptions {
  readonly role: 'gateway' | 'bare' | 'federation';
  /** The file of the gateway's store. */
  readonly path: string;
  /** Sessions in memory. */
  readonly cached?: number;
  /** Connections that the bench opens at most. */
  readonly sockets?: number;
  /** Addresses that a federation reads from. */
  readonly upstreams?: readonly string[];
}

/** What it used so far. */
export interface Usage {
  /** Microseconds of the processor. */
  readonly cpu: number;
  /** Bytes, after a collection; only where it was asked for, because collecting takes time too. */
  readonly heap: number;
}

/** Messages from the bench: 'cpu' and 'heap' are answered; a number moves the clock on, and what is older is deleted. */
export async function serveForBench({ role, path, cached, upstreams = [] }: ServerOptions): Promise<void> {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const store = role === 'gateway' ? createSqliteStore(path, { now }) : undefined;
  const say = (message: Usage | { readonly url: string }): void => void process.send?.(message);
  process.on('disconnect', () => process.kill(process.pid));
  process.on('message', (message) => {
    if (message === 'cpu') say({ cpu: cpu(), heap: 0 });
    else if (message === 'heap') say({ cpu: cpu(), heap: heap() });
    else void expire(Number(message)).then(() => say({ cpu: cpu(), heap: heap() }));
  });
  const expire = async (ms: number): Promise<void> => {
    ahead += ms;
    while (((await store?.prune({ sessions: now(), broadcasts: now() })) ?? 0) >= 1000);
  };
  if (store) {
    const gateway = createGateway({
      store,
      token: TOKEN,
      now,
      ...(cached !== undefined && { limits: { cached } }),
    });
    say({ url: await gateway.listen() });
  } else if (role === 'federation') {
    const federation = createFederation({
      token: TOKEN,
      upstreams: upstreams.map((url) => ({ url, key: TOKEN })),
    });
    say({ url: await federation.listen() });
  } else say({ url: await serveBare() });
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function heap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The least that a server can do with a batch: read it. */
async function serveBare(): Promise<string> {
  const app = Fastify({ bodyLimit: 4 * 1024 * 1024 });
  app.post('/v1/events', (request) => ({ accepted: (request.body as { events: unknown[] }).events.length }));
  return app.listen({ host: '127.0.0.1', port: 0 });
}
