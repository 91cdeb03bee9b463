import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Io } from '../io.js';
import { escapeText } from '../text.js';
import { configFlags } from '../config/flags.js';
import { portNumber, positiveNumber } from '../config/number-flags.js';
import { reportErrors } from '../errors/report-errors.js';
import type { SharedOptions, Task } from '../mcp/options.js';
import { serveMcp } from '../mcp/serve-mcp.js';
import { mcpToken } from '../mcp/serve-routes.js';

const DEFAULT_PORT = 4457;

const EXAMPLES = `
Examples:
  rutbreak mcp -- npx -y @modelcontextprotocol/server-filesystem .
  rutbreak mcp --policy policy.yaml --audit audit.jsonl -- node server.js
  rutbreak mcp --http https://example.com/mcp --port 4457
  rutbreak mcp wrap ~/.cursor/mcp.json

In the settings of a client, put it before the command that is there:
  "command": "rutbreak", "args": ["mcp", "--", "node", "server.js"]

The model gets a readable result for a refused call. Everything else passes unchanged.
The program ends when the server ends, with its exit code.
`;

interface McpOptions extends SharedOptions {
  readonly http?: string;
  readonly config?: string;
  readonly server?: string;
  readonly port?: number;
}

export function addMcp(program: Command, io: Io, end: (code: number) => void): void {
  const mcp = program
    .command('mcp')
    .summary('run a proxy before MCP servers')
    .description('Run a proxy between MCP clients and servers that stops runaway calls.')
    .argument('[command...]', 'after "--": the server to start, and its arguments')
    .option('--http <url>', 'proxy a running server, on --port')
    .option('--config <file>', 'all servers of a client (mcpServers): serve them on --port, each at /NAME')
    .option('--server <name>', 'only this one of --config, on standard input and output')
    .option(
      '--port <number>',
      `where to serve, on this machine only (0: any; default: ${DEFAULT_PORT})`,
      portNumber,
    )
    .option('--no-token', 'with --http or --config: serve every user and program of this machine')
    .option('--session-header <name>', 'with --http or --config: the header that names the agent run')
    .option('--name <name>', 'the name of the server in policies and records')
    .option('--timeout <seconds>', 'answer calls that the server does not answer in time', positiveNumber)
    .option('--gateway <url>', 'report to a gateway; the proxy also works while the gateway is down')
    .passThroughOptions();
  shared(mcp)
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], options: McpOptions, command: Command) => {
      const task = taskOf(words, options);
      if (typeof task === 'string') command.error(`error: ${task} See --help.`);
      else {
        const port = options.port ?? DEFAULT_PORT;
        const listen = { host: '127.0.0.1', port, command: 'rutbreak mcp' };
        end(await reportErrors(io, () => serveMcp(task, options, io), listen));
      }
    });
  addWrap(mcp, io, end);
}

/** Adds the flags of `mcp` that `mcp wrap` passes on. */
function shared(command: Command): Command {
  return configFlags(command, '--guard-config')
    .option('--policy <file>', 'rules for calls: allow, deny or ask a person (YAML)')
    .option('--audit <file>', 'record every call and its outcome (JSON lines)')
    .option('--shadow', 'record loops without acting on them')
    .option('--breaker-calls <count>', 'identical calls that are allowed (default: 20)', positiveNumber)
    .option('--breaker-window <seconds>', 'within this time (default: 60)', positiveNumber);
}

function taskOf(
  words: readonly string[],
  { http, config, server, port = DEFAULT_PORT, name }: McpOptions,
): Task | string {
  const [command, ...args] = words;
  const given = [command, http, config].filter((one) => one !== undefined);
  if (given.length === 0) return 'no server. Write its command after "--".';
  if (given.length > 1) return 'only one of a command, --http and --config.';
  if (command !== undefined) return { kind: 'stdio', command, args, env: {}, name };
  if (config !== undefined && server !== undefined) return { kind: 'one', config, server };
  if (http !== undefined) return { kind: 'http', url: http, port, name };
  return { kind: 'all', config: config ?? '', port };
}

function addWrap(mcp: Command, io: Io, end: (code: number) => void): void {
  const wrap = mcp
    .command('wrap')
    .summary("print a client's settings with the proxy before every server")
    .description("Print a client's settings (mcpServers) with the proxy before every server.")
    .argument('<file>', 'the settings, JSON')
    .option(
      '--port <number>',
      `where servers with an address will be served (default: ${DEFAULT_PORT})`,
      portNumber,
    )
    .option('--npx', 'name the published package, for settings that others use too');
  shared(wrap).action(async (file: string, options: WrapFlags) => {
    end(await reportErrors(io, () => printWrapped(file, options, io)));
  });
}

interface WrapFlags extends SharedOptions {
  readonly npx?: boolean;
  readonly port?: number;
}

async function printWrapped(file: string, options: WrapFlags, io: Io): Promise<number> {
  const { readMcpConfig, TOKEN_HEADER, wrapMcpConfig } = await import('@rutbreak/proxy/mcp');
  const { port = DEFAULT_PORT, policy, audit, preset, guardConfig, model, set = [] } = options;
  const { shadow, breakerCalls, breakerWindow } = options;
  const text = await readFile(file, 'utf8');
  const flags = Object.entries({
    '--policy': policy && resolve(policy),
    '--audit': audit && resolve(audit),
    '--preset': preset,
    '--guard-config': guardConfig && resolve(guardConfig),
    '--model': model,
    '--breaker-calls': breakerCalls,
    '--breaker-window': breakerWindow,
  }).flatMap(([name, value]) => (value === undefined ? [] : [name, String(value)]));
  if (shadow === true) flags.push('--shadow');
  for (const setting of set) flags.push('--set', setting);
  const remote = readMcpConfig(text, file).filter(({ kind }) => kind === 'http');
  const headers = remote.length > 0 ? { [TOKEN_HEADER]: await mcpToken(io) } : {};
  const program = options.npx === true ? ['npx', '-y', 'rutbreak'] : [process.execPath, io.script];
  await io.stdout.write(wrapMcpConfig(text, file, { program, flags, port, headers }));
  if (remote.length > 0)
    await io.stderr.write(
      `note: keep this running for ${remote.map(({ name }) => escapeText(name)).join(', ')}:\n` +
        `  rutbreak mcp --config ${escapeText(file)} --port ${port}${flags.map((word) => ` ${escapeText(word)}`).join('')}\n` +
        `It reads the addresses from this file, so put what is printed into another one.\n`,
    );
  return 0;
}
