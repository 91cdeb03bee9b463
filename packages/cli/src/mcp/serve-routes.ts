import { join } from 'node:path';
import { RutbreakError } from '@rutbreak/core';
import type { Child, Handler, ServerEntry } from '@rutbreak/proxy/mcp';
import { readEnvironment } from '../config/environment.js';
import type { Io } from '../io.js';
import type { Context } from './options.js';
import { load, relayFor, sessionHeaderOf, tell } from './parts.js';
import { CliError } from '../errors/cli-error.js';

/** Starts every server at once; no request can start another. */
export async function serveAll(
  entries: readonly ServerEntry[],
  port: number,
  context: Context,
): Promise<number> {
  const { pathOf } = await load();
  const routes = new Map<string, Handler>();
  const children: Child[] = [];
  try {
    for (const entry of entries) {
      const started = await startOne(entry, port, context);
      if (started.child) children.push(started.child);
      if (started.handler) routes.set(pathOf(entry.name), started.handler);
      // The other servers still work.
      else await tell(context.io, `${entry.name} is not served: ${started.why ?? ''}`);
    }
    if (routes.size === 0) throw new CliError('MCP_CONFIG', { hint: 'There is no server to serve.' });
    return await serveRoutes(routes, port, context);
  } finally {
    for (const child of children) child.stop();
    await Promise.all(children.map(({ ended }) => ended));
  }
}

interface Started {
  readonly handler?: Handler;
  readonly child?: Child;
  /** Why there is no handler. */
  readonly why?: string;
}

async function startOne(entry: ServerEntry, port: number, context: Context): Promise<Started> {
  const { bridgeHandler, startChild, thisMachine, upstreamHandler } = await load();
  if (entry.kind === 'other') return entry;
  const relay = await relayFor(entry.name, context);
  try {
    if (entry.kind === 'http') {
      if (isOwnAddress(entry.url, port)) return { why: 'its address is that of this proxy' };
      return { handler: upstreamHandler({ ...entry, relay, ...sessionHeaderOf(context) }) };
    }
    const { path, all } = readEnvironment();
    const { cwd } = entry;
    const child = await startChild(entry, {
      machine: thisMachine(path),
      env: { ...all, ...entry.env },
      ...(cwd !== undefined && { cwd }),
    });
    return { handler: bridgeHandler(child, relay), child };
  } catch (error) {
    if (!(error instanceof RutbreakError)) throw error;
    return { why: error.message };
  }
}

/** Wrapped settings point at this proxy. Serving them would send calls in circles. */
function isOwnAddress(url: string, port: number): boolean {
  const { hostname = '', port: given = '' } = URL.canParse(url) ? new URL(url) : {};
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && given === String(port);
}

export async function serveRoutes(
  routes: ReadonlyMap<string, Handler>,
  port: number,
  { options, signal, io }: Context,
): Promise<number> {
  const { serveHttp, TOKEN_HEADER } = await load();
  const file = tokenFile(io);
  const token = options.token === false ? null : await mcpToken(io);
  const serving = await serveHttp(routes, { port, token });
  for (const path of routes.keys())
    await io.stderr.write(`rutbreak: http://127.0.0.1:${serving.port}${path}\n`);
  await tell(
    io,
    token === null
      ? 'warning: every user and program of this machine can use these servers.'
      : `clients must send the header ${TOKEN_HEADER} with the token in ${file}`,
  );
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await serving.close();
  return 0;
}

function tokenFile({ dataDir }: Io): string {
  return join(dataDir, 'mcp-token');
}

/** The token for clients of `mcp --http` and `mcp --config`. It stays the same, because clients keep it in their settings. */
export async function mcpToken(io: Io): Promise<string> {
  const { readTokenFile } = await import('@rutbreak/gateway');
  return readTokenFile(tokenFile(io)).token;
}
