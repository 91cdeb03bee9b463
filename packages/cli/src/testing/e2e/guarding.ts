import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AgentId } from '../../agents/index.js';
import type { Fault } from './faults.js';

/**
 * Hooks that start a program, such hooks in the settings of Claude Code instead of the agent's own, hooks that call a
 * gateway, the LLM proxy before the model, or the MCP proxy before a server. The recorder's hooks only keep what they get.
 */
export type Guarding = 'hooks' | 'hooks of Claude Code' | 'gateway' | 'llm' | 'mcp' | 'recorder';

/** In the home folder: what the hooks got, a line each, if the guard is the recorder. */
export const HOOK_INPUTS_FILE = 'hook-inputs.jsonl';
const RECORDER = `printf '%s\\n' "$(tr -d '\\n')" >> "$HOME/${HOOK_INPUTS_FILE}"; true`;

interface Running {
  /** The model, as the agent sees it. */
  readonly modelUrl: string;
  /** For `rutbreak init`, if there are hooks. */
  readonly initArgs?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const TOKEN = 'rbt_e2e';

export async function startGuarding(
  agent: AgentId,
  guard: Guarding | undefined,
  modelUrl: string,
  fault: Fault | undefined,
): Promise<Running> {
  const nothing = { modelUrl, env: {}, close: () => Promise.resolve() };
  if (guard === undefined || guard === 'mcp') return nothing;
  if (guard === 'hooks') return { ...nothing, initArgs: [agent] };
  if (guard === 'recorder') return { ...nothing, initArgs: [agent, '--command', RECORDER] };
  // It reads only those of the project.
  if (guard === 'hooks of Claude Code') return { ...nothing, initArgs: ['claude-code', '--project'] };
  if (guard === 'llm') {
    const { createLlmProxy } = await import('@rutbreak/proxy/llm');
    const proxy = createLlmProxy({ upstream: modelUrl });
    return { ...nothing, modelUrl: await proxy.listen(), close: proxy.close };
  }
  const { url, close } = await (fault?.gateway ? startBrokenGateway(fault.gateway) : startGateway());
  return { ...nothing, initArgs: [agent, '--gateway', url], env: { RUTBREAK_TOKEN: TOKEN }, close };
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
