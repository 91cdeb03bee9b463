/** The MCP proxy with its parts put together, until its servers or a signal end it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { RutbreakError } from '@rutbreak/core';
import type { GatewayLink } from '@rutbreak/proxy/gateway-client';
import type { Audit, Child, Handler, Policy, Relay, ServerEntry } from '@rutbreak/proxy/mcp';
import type * as Proxy from '@rutbreak/proxy/mcp';
import { readEnvironment } from './config/environment.js';
import type { ConfigFlags, Loaded } from './config/load.js';
import type { Io } from './io.js';
import { escapeText } from './text.js';
import { configOf } from './config/flags.js';
import { onStopSignal } from './stop-signal.js';

/** Loaded when it is needed: other commands start without it. */
const load = (): Promise<typeof Proxy> => import('@rutbreak/proxy/mcp');

/** A list of servers is called `--config` here, so our own file has another name. */
export interface SharedOptions extends Omit<ConfigFlags, 'config'> {
  readonly guardConfig?: string;
  readonly policy?: string;
  readonly audit?: string;
  readonly shadow?: boolean;
  readonly breakerCalls?: number;
  readonly breakerWindow?: number;
  readonly name?: string;
  readonly timeout?: number;
  readonly gateway?: string;
  readonly sessionHeader?: string;
  /** False: HTTP is served without a token. */
  readonly token?: boolean;
}

export type Task =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
      readonly name: string | undefined;
    }
  | { readonly kind: 'http'; readonly url: string; readonly port: number; readonly name: string | undefined }
  /** One server of a client's settings, or all of them. */
  | { readonly kind: 'one'; readonly config: string; readonly server: string }
  | { readonly kind: 'all'; readonly config: string; readonly port: number };

interface Parts {
  readonly guard: Loaded['guard'];
  readonly policy?: Policy;
  readonly audit?: Audit;
  readonly gateway?: GatewayLink;
}

export async function serveMcp(task: Task, options: SharedOptions, io: Io): Promise<number> {
  // One of these stands before every server of a client, and most of the time it waits: a small heap is worth more
  // than a rare collection. Only the heap's growth changes.
  setFlagsFromString('--optimize-for-size');
  const parts = await partsOf(options, io);
  const { signal, release } = onStopSignal();
  try {
    return await serve(task, { options, parts, signal, io });
  } finally {
    release();
    await parts.gateway?.close();
    parts.audit?.close();
  }
}

interface Context {
  readonly options: SharedOptions;
  readonly parts: Parts;
  readonly signal: AbortSignal;
  readonly io: Io;
}

async function serve(task: Task, context: Context): Promise<number> {
  switch (task.kind) {
    case 'stdio':
      return serveStdio(task, context);
    case 'http': {
      const { upstreamHandler } = await load();
      const relay = await relayFor(
        task.name ?? (URL.canParse(task.url) ? new URL(task.url).hostname : 'http'),
        context,
      );
      return serveRoutes(
        new Map([['/mcp', upstreamHandler({ url: task.url, relay, ...session(context) })]]),
        task.port,
        context,
      );
    }
    case 'one': {
      const entry = (await entriesOf(task.config)).find(({ name }) => name === task.server);
      if (entry?.kind === 'stdio') return serveStdio({ ...entry, name: task.server }, context);
      const hint = entry ? `"${task.server}" has an address; use --port.` : `There is no "${task.server}".`;
      throw new RutbreakError('MCP_CONFIG', { file: task.config, hint });
    }
    case 'all':
      return serveAll(await entriesOf(task.config), task.port, context);
  }
}

async function entriesOf(file: string): Promise<readonly ServerEntry[]> {
  const { readMcpConfig } = await load();
  return readMcpConfig(await readFile(file, 'utf8'), file, readEnvironment().all);
}

function tell(io: Io, message: string): Promise<void> {
  return io.stderr.write(`rutbreak: ${escapeText(message)}\n`);
}

/** Read before anything is started: a mistake in a file should not cost a call. */
async function partsOf(options: SharedOptions, io: Io): Promise<Parts> {
  const { policy, audit, gateway, guardConfig: config, preset, model, set } = options;
  const flags = {
    ...(config !== undefined && { config }),
    ...(preset !== undefined && { preset }),
    ...(model !== undefined && { model }),
    ...(set && { set }),
  };
  const { guard } = await configOf(flags, io);
  const { openAudit, readPolicy } = await load();
  const { createGatewayLink } = await import('@rutbreak/proxy/gateway-client');
  const { token } = readEnvironment();
  const onTrouble = (message: string): void => void tell(io, message);
  return {
    guard,
    ...(policy !== undefined && { policy: readPolicy(await readFile(policy, 'utf8'), policy) }),
    ...(gateway !== undefined && {
      gateway: createGatewayLink({ url: gateway, onTrouble, ...(token !== undefined && { token }) }),
    }),
    ...(audit !== undefined && { audit: openAudit({ file: audit, onTrouble }) }),
  };
}

async function relayFor(server: string, { options, parts }: Context): Promise<Relay> {
  const { createRelay } = await load();
  const { policy, audit, gateway, guard } = parts;
  const { shadow, breakerCalls: calls, breakerWindow: seconds } = options;
  return createRelay({
    server,
    ...guard,
    ...(shadow === true && { mode: 'shadow' as const }),
    ...(policy && { policy }),
    ...(audit && { audit }),
    ...(gateway && { gateway }),
    breaker: {
      ...(calls !== undefined && { calls }),
      ...(seconds !== undefined && { window: Math.round(seconds * 1000) }),
    },
  });
}

function session({ options: { sessionHeader } }: Context): { readonly sessionHeader?: string } {
  return sessionHeader === undefined ? {} : { sessionHeader };
}

async function serveStdio(task: Extract<Task, { kind: 'stdio' }>, context: Context): Promise<number> {
  const { runStdio, serverName, thisMachine } = await load();
  const { options, io, signal } = context;
  const environment = readEnvironment();
  const { code } = await runStdio({
    command: task,
    relay: await relayFor(task.name ?? serverName(task), context),
    ...io.pipes,
    abort: signal,
    machine: thisMachine(environment.path),
    env: { ...environment.all, ...task.env },
    ...(task.cwd !== undefined && { cwd: task.cwd }),
    ...(options.timeout !== undefined && { timeout: options.timeout * 1000 }),
  });
  return code;
}

/** Every server is started here and now; no request can start another. */
async function serveAll(entries: readonly ServerEntry[], port: number, context: Context): Promise<number> {
  const { pathOf } = await load();
  const routes = new Map<string, Handler>();
  const children: Child[] = [];
  try {
    for (const entry of entries) {
      const started = await startOne(entry, port, context);
      if (started.child) children.push(started.child);
      if (started.handler) routes.set(pathOf(entry.name), started.handler);
      // The others are of use without this one.
      else await tell(context.io, `${entry.name} is not served: ${started.why ?? ''}`);
    }
    if (routes.size === 0) throw new RutbreakError('MCP_CONFIG', { hint: 'There is no server to serve.' });
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
      return { handler: upstreamHandler({ ...entry, relay, ...session(context) }) };
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

/** Settings that were wrapped lead back to the proxy, and a call would go in circles. */
function isOwnAddress(url: string, port: number): boolean {
  const { hostname = '', port: given = '' } = URL.canParse(url) ? new URL(url) : {};
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && given === String(port);
}

async function serveRoutes(
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
