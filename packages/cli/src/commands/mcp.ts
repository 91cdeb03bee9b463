import { readFile } from 'node:fs/promises';
import { PRESETS, RutbreakError } from '@rutbreak/core';
import type { Audit, Policy, Relay } from '@rutbreak/proxy/mcp';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readEnvironment } from '../config/environment.js';
import type { Io } from '../io.js';
import { escapeText } from '../report/text.js';

const EXIT_BAD_INPUT = 2;

const EXAMPLES = `
Examples:
  rutbreak mcp -- npx -y @modelcontextprotocol/server-filesystem .
  rutbreak mcp --policy policy.yaml --audit audit.jsonl -- node server.js

In the settings of a client, put it before the command that is there:
  "command": "npx", "args": ["rutbreak", "mcp", "--", "node", "server.js"]

A call that is refused is answered with a result that the model can read. Everything
else passes untouched. The program ends when the server ends, with its exit code.
`;

interface McpOptions {
  readonly name?: string;
  readonly policy?: string;
  readonly audit?: string;
  readonly preset: string;
  readonly timeout?: number;
  readonly breakerCalls?: number;
  readonly breakerWindow?: number;
}

export function addMcp(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('mcp')
    .summary('stand between an MCP client and a server')
    .description('Stand between an MCP client and an MCP server, and stop runaway calls.')
    .argument('[command...]', 'after "--": the server to start, and its arguments')
    .option('--name <name>', 'what the server is called in policies and records')
    .option('--policy <file>', 'which calls are allowed, denied or need a person (YAML)')
    .option('--audit <file>', 'write down every call and its outcome (JSON lines)')
    .addOption(new Option('-p, --preset <name>', 'how to judge loops').choices(PRESETS).default('default'))
    .option('--timeout <seconds>', 'answer calls that the server does not', positive)
    .option('--breaker-calls <count>', 'identical calls that pass (default: 20)', positive)
    .option('--breaker-window <seconds>', 'in this time (default: 60)', positive)
    .passThroughOptions()
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], options: McpOptions, command: Command) => {
      if (words.length === 0) command.error('error: no server. Write it after "--"; see --help.');
      end(await told(io, () => serveStdio(words, options, io)));
    });
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0) return value;
  throw new InvalidArgumentError('Use a number above 0.');
}

/** A mistake of the caller's ends in a sentence, not in a stack trace. */
async function told(io: Io, act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    const isTheirs = error instanceof RutbreakError || (error instanceof Error && 'code' in error);
    if (!isTheirs) throw error;
    await io.stderr.write(`error: ${escapeText(error.message)}\n`);
    return EXIT_BAD_INPUT;
  }
}

async function serveStdio(words: readonly string[], options: McpOptions, io: Io): Promise<number> {
  const { runStdio, serverName, thisMachine } = await import('@rutbreak/proxy/mcp');
  const [program = '', ...args] = words;
  const command = { command: program, args };
  const shared = await sharedParts(options, io);
  const relay = await relayFor(options.name ?? serverName(command), options, shared);
  const { signal, release } = untilSignal();
  try {
    const { code } = await runStdio({
      command,
      relay,
      ...io.pipes,
      abort: signal,
      machine: thisMachine(readEnvironment().path),
      ...(options.timeout !== undefined && { timeout: options.timeout * 1000 }),
    });
    return code;
  } finally {
    release();
    shared.audit?.close();
  }
}

interface Shared {
  readonly policy?: Policy;
  readonly audit?: Audit;
}

/** Read before anything is started: a mistake in a file should not cost a call. */
async function sharedParts({ policy, audit }: McpOptions, io: Io): Promise<Shared> {
  const { openAudit, readPolicy } = await import('@rutbreak/proxy/mcp');
  const onTrouble = (message: string): void => void io.stderr.write(`rutbreak: ${escapeText(message)}\n`);
  return {
    ...(policy !== undefined && { policy: readPolicy(await readFile(policy, 'utf8'), policy) }),
    ...(audit !== undefined && { audit: openAudit({ file: audit, onTrouble }) }),
  };
}

async function relayFor(server: string, options: McpOptions, shared: Shared): Promise<Relay> {
  const { createRelay } = await import('@rutbreak/proxy/mcp');
  const { preset, breakerCalls: calls, breakerWindow: seconds } = options;
  return createRelay({
    server,
    preset,
    ...shared,
    breaker: {
      ...(calls !== undefined && { calls }),
      ...(seconds !== undefined && { window: Math.round(seconds * 1000) }),
    },
  });
}

/** Signals end the server first; then this program ends by itself. */
function untilSignal(): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const names = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  const abort = (): void => controller.abort();
  for (const name of names) process.on(name, abort);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of names) process.off(name, abort);
    },
  };
}
