import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Fault } from './faults.js';

/** Hooks that start a program, hooks that call a gateway, or the LLM proxy before the model. */
export type Guarding = 'hooks' | 'gateway' | 'llm';

interface Running {
  /** The model, as the agent sees it. */
  readonly modelUrl: string;
  /** For `rutbreak init`, if the agent has hooks. */
  readonly initArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const TOKEN = 'rbt_e2e';

export async function startGuarding(
  guard: Guarding | undefined,
  modelUrl: string,
  fault: Fault | undefined,
): Promise<Running> {
  const nothing = { modelUrl, env: {}, close: () => Promise.resolve() };
  if (guard === undefined) return nothing;
  if (guard === 'hooks') return { ...nothing, initArgs: [] };
  if (guard === 'llm') {
    const { createLlmProxy } = await import('@rutbreak/proxy/llm');
    const proxy = createLlmProxy({ upstream: modelUrl });
    return { ...nothing, modelUrl: await proxy.listen(), close: proxy.close };
  }
  const { url, close } = await (fault?.gateway ? startBrokenGateway(fault.gateway) : startGateway());
  return { ...nothing, initArgs: ['--gateway', url], env: { RUTBREAK_TOKEN: TOKEN }, close };
}

interface Server {
  readonly url: string;
  readonly close: () => Promise<void>;
}

async function startGateway(): Promise<Server> {
  const { createGateway, createMemoryStore } = await import('@rutbreak/gateway');
  const gateway = createGateway({ store: createMemoryStore(), token: TOKEN });
  return { url: await gateway.listen({ port: 0 }), close: gateway.close };
}

const SLOW = 5000;

const STATUS = { gone: 200, broken: 500, full: 507, slow: 200 };

async function startBrokenGateway(how: keyof typeof STATUS): Promise<Server> {
  const server = createServer((_, response) => {
    response.statusCode = STATUS[how];
    setTimeout(() => response.end(how === 'broken' ? '<html>oops' : '{}'), how === 'slow' ? SLOW : 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  // An address without a listener.
  if (how === 'gone') await close();
  return { url, close: how === 'gone' ? () => Promise.resolve() : close };
}
