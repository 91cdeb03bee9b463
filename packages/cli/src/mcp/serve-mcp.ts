/** Assembles the MCP proxy and runs it until its servers or a signal end it. */
import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { ServerEntry } from '@rutbreak/proxy/mcp';
import { readEnvironment } from '../config/environment.js';
import type { Io } from '../io.js';
import { serveControl } from '../session/control-socket.js';
import { liveSessions } from '../session/live-sessions.js';
import { openArchive } from '../store/archive-file.js';
import { onStopSignal } from '../stop-signal.js';
import type { Context, SharedOptions, Task } from './options.js';
import { load, partsOf, relayFor, sessionHeaderOf, tell } from './parts.js';
import { serveAll, serveRoutes } from './serve-routes.js';
import { CliError } from '../errors/cli-error.js';

export async function serveMcp(task: Task, options: SharedOptions, io: Io): Promise<number> {
  // A client starts one of these per server, and most of the time it waits: a small heap matters more than
  // rare collections. Only the heap's growth changes.
  setFlagsFromString('--optimize-for-size');
  const parts = await partsOf(options, io);
  const { signal, release } = onStopSignal();
  const live = liveSessions(openArchive(io.dataDir, parts.config.archiveConsent));
  const closeControl = await serveControl(io.dataDir, live, (text) => void tell(io, text));
  try {
    return await serve(task, { options, parts, live, signal, io });
  } finally {
    release();
    closeControl();
    await parts.gateway?.close();
    parts.audit?.close();
  }
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
        new Map([['/mcp', upstreamHandler({ url: task.url, relay, ...sessionHeaderOf(context) })]]),
        task.port,
        context,
      );
    }
    case 'one': {
      const entry = (await entriesOf(task.config)).find(({ name }) => name === task.server);
      if (entry?.kind === 'stdio') return serveStdio({ ...entry, name: task.server }, context);
      const hint = entry ? `"${task.server}" has an address; use --port.` : `There is no "${task.server}".`;
      throw new CliError('MCP_CONFIG', { file: task.config, hint });
    }
    case 'all':
      return serveAll(await entriesOf(task.config), task.port, context);
  }
}

async function entriesOf(file: string): Promise<readonly ServerEntry[]> {
  const { readMcpConfig } = await load();
  return readMcpConfig(await readFile(file, 'utf8'), file, readEnvironment().all);
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
