import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RutbreakError } from '@rutbreak/core';
import type { LogLevel, Store } from '@rutbreak/gateway';
import type * as Gateway from '@rutbreak/gateway';
import { type Command, Option } from 'commander';
import type { Io } from '../io.js';
import { escapeText } from '../text.js';
import { portNumber } from '../config/number-flags.js';
import { EXIT } from '../errors/exit.js';
import { reportErrors } from '../errors/report-errors.js';
import { removeAddress, writeAddress } from '../session/gateway-sessions.js';
import { onStopSignal } from '../stop-signal.js';

const LOG_LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/** Loaded on demand, because it takes more memory than all other commands together. */
const load = (): Promise<typeof Gateway> => import('@rutbreak/gateway');

const EXAMPLES = `
Examples:
  rutbreak serve                        the gateway of this machine, on port 7878
  rutbreak serve --data ./data --port 0 a folder of its own, any free port
  rutbreak serve --database-url postgres://user:password@host/rutbreak
                                        one of many: all that name the same database are one gateway
  rutbreak serve --upstream http://a:7878 http://b:7878 --upstream-keys keys.txt
                                        list, search and count several gateways as one, read-only

Agents send events to POST /v1/events or /gateway/messages, and each response has the next action; docs/api.md has
every route. On a terminal each start prints a login link for the page. Ctrl-C ends it after open requests are done.
`;

export interface ServeOptions {
  readonly data?: string;
  readonly databaseUrl?: string;
  readonly port: number;
  readonly host: string;
  readonly allowHost?: readonly string[];
  readonly tlsKey?: string;
  readonly tlsCert?: string;
  readonly insecure?: boolean;
  readonly webhooksPrivate?: boolean;
  readonly preset?: string;
  readonly demo?: boolean;
  readonly loginLink?: boolean;
  readonly upstream?: readonly string[];
  readonly upstreamKeys?: string;
  readonly logLevel?: LogLevel;
}

export function addServe(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('serve')
    .summary('run the gateway for a fleet of agents')
    .description('Run the gateway: agents report to it, people watch, pause and steer them.')
    .option('--data <folder>', 'the folder for all data')
    .option('--database-url <url>', 'keep sessions in PostgreSQL 14 or newer; the token stays in --data')
    .option('--port <number>', 'the port to listen on; 0 is any free port', portNumber, 7878)
    .option('--host <address>', 'the address to listen on; by default only this machine', '127.0.0.1')
    .option('--allow-host <name:port...>', 'other host names to accept, for use behind a proxy')
    .option('--tls-key <file>', 'a private key, to speak HTTPS')
    .option('--tls-cert <file>', 'its certificate')
    .option('--insecure', 'allow other addresses without TLS; put it behind your own access control')
    .option('--preset <name>', 'detection preset for native events, hooks and traces (default: "default")')
    .option('--demo', 'start with a fleet of simulated agents')
    .option('--upstream <url...>', 'read from these gateways as one, instead of running one')
    .option('--upstream-keys <file>', 'their keys, one per line in the same order; a single line for all')
    .option('--login-link', 'print a login link for the gateway on this port, and exit')
    .option('--webhooks-private', 'webhooks may call addresses in private networks')
    .addOption(logLevel())
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeOptions) => {
      const task =
        options.loginLink === true ? printLoginLink(options, io) : serve(options, io, onStopSignal().stopped);
      end(await task);
    });
}

/** Runs the gateway until `stopped` resolves. */
export async function serve(options: ServeOptions, io: Io, stopped: Promise<void>): Promise<number> {
  const { host, port } = options;
  return reportErrors(io, () => runGateway(options, io, stopped), { host, port, command: 'rutbreak serve' });
}

async function runGateway(options: ServeOptions, io: Io, stopped: Promise<void>): Promise<number> {
  const { createFederation, createGateway, createLog, docsFolder, isLoopback, pageFolder, readTokenFile } =
    await load();
  const tls = tlsOf(options);
  if (!isLoopback(options.host) && !tls && options.insecure !== true)
    throw new RutbreakError('OPTION_RANGE', {
      ...{ option: '--host', got: options.host },
      hint: 'Other machines could read the traffic: give --tls-key and --tls-cert, or --insecure.',
    });
  const data = options.data ?? join(io.dataDir, 'gateway');
  const { token } = readTokenFile(join(data, 'token'));
  const pages = pageFolder();
  const docs = docsFolder();
  const log = createLog((line) => void io.stderr.write(line), options.logLevel ?? usualLevel(io));
  const common = {
    ...{ token, version: io.version, allowedHosts: options.allowHost ?? [], log, ...(tls && { tls }) },
  };
  const upstreams = upstreamsOf(options);
  if (upstreams) return run(createFederation({ ...common, upstreams }), { options, data, io, stopped });
  const gateway = createGateway({
    ...{ ...common, store: await openStore(options, data), permitsOverride: io.permitsOverride },
    ...{ webhooks: { allowPrivate: options.webhooksPrivate ?? false } },
    ...(options.preset !== undefined && { config: { events: { preset: options.preset } } }),
    ...{ demo: options.demo ?? false },
    ...{ ...(pages !== undefined && { pages }), ...(docs !== undefined && { docs }) },
  });
  return run(gateway, { options, data, io, stopped });
}

interface Running {
  readonly options: ServeOptions;
  readonly data: string;
  readonly io: Io;
  readonly stopped: Promise<void>;
}

/** Prints the greeting, and serves until it is stopped. */
async function run(
  gateway: Pick<Gateway.Gateway, 'listen' | 'loginPath' | 'close'>,
  { options, data, io, stopped }: Running,
): Promise<number> {
  const url = await gateway.listen({ host: options.host, port: options.port });
  writeAddress(data, url);
  const isTerminal = io.columns !== undefined;
  await io.stdout.write(greeting(url, data, isTerminal ? await gateway.loginPath() : undefined));
  await stopped;
  await io.stderr.write('rutbreak: finishing the requests that have started.\n');
  removeAddress(data);
  await gateway.close();
  return EXIT.nothingFound;
}

/** Asks the running gateway for a login link. */
async function printLoginLink(options: ServeOptions, io: Io): Promise<number> {
  const { readTokenFile } = await load();
  const { token } = readTokenFile(join(options.data ?? join(io.dataDir, 'gateway'), 'token'));
  const url = `${options.tlsCert === undefined ? 'http' : 'https'}://${options.host}:${options.port}`;
  const answer = await fetch(`${url}/v1/login-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ operator_id: 'cli' }),
  }).catch(() => undefined);
  if (answer?.status !== 200) {
    const why = answer ? `answers ${answer.status}` : 'does not answer';
    await io.stderr.write(`error: the gateway at ${url} ${why}. Name its --port and --data.\n`);
    return EXIT.badInput;
  }
  const { path } = (await answer.json()) as { readonly path: string };
  await io.stdout.write(`${url}${path}\n`);
  return EXIT.nothingFound;
}

/** The gateways to read from, with their keys; undefined: this is a gateway itself. */
function upstreamsOf({ upstream, upstreamKeys }: ServeOptions): Upstreams | undefined {
  if (upstream === undefined) return undefined;
  if (upstreamKeys === undefined)
    throw new RutbreakError('OPTION_TYPE', {
      ...{ option: '--upstream-keys', hint: 'Name a file with a key of each gateway, with the scope read.' },
    });
  const keys = readFileSync(upstreamKeys, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (keys.length !== 1 && keys.length !== upstream.length)
    throw new RutbreakError('OPTION_RANGE', {
      ...{ option: '--upstream-keys', got: keys.length },
      hint: `Write one key for all, or ${upstream.length} keys, one per line.`,
    });
  return upstream.map((url, i) => ({ url: originOf(url), key: keys[i] ?? keys[0] ?? '' }));
}

type Upstreams = Gateway.FederationOptions['upstreams'];

function originOf(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin;
  throw new RutbreakError('OPTION_RANGE', {
    ...{ option: '--upstream', got: url, hint: 'Use an address such as http://127.0.0.1:7878.' },
  });
}

async function openStore({ databaseUrl }: ServeOptions, data: string): Promise<Store> {
  const { createPostgresStore, createSqliteStore } = await load();
  return databaseUrl === undefined
    ? createSqliteStore(join(data, 'gateway.db'))
    : createPostgresStore(databaseUrl);
}

/** Only a person at a terminal gets a login link: elsewhere the output may end up in a log. */
function greeting(url: string, data: string, loginPath: string | undefined): string {
  const { port, protocol } = new URL(url);
  // An address leaves out the usual port of its protocol.
  const shownPort = port !== '' ? port : protocol === 'https:' ? '443' : '80';
  return [
    `rutbreak: ${url}`,
    loginPath === undefined
      ? `  login  rutbreak serve --login-link --port ${shownPort} --data ${escapeText(data)}`
      : `  login  ${url}${loginPath}\n         (works once, for 5 minutes)`,
    `  token  ${escapeText(join(data, 'token'))}`,
    `  data   ${escapeText(data)}`,
    `  docs   ${url}/docs`,
    '  Ctrl-C ends it.\n',
  ].join('\n');
}

function tlsOf({ tlsKey, tlsCert }: ServeOptions): { key: string; cert: string } | undefined {
  if (tlsKey === undefined && tlsCert === undefined) return undefined;
  if (tlsKey === undefined || tlsCert === undefined)
    throw new RutbreakError('OPTION_TYPE', {
      option: tlsKey === undefined ? '--tls-key' : '--tls-cert',
      hint: 'Give both a key and a certificate.',
    });
  return { key: readFileSync(tlsKey, 'utf8'), cert: readFileSync(tlsCert, 'utf8') };
}

function logLevel(): Option {
  const text = 'how much to log, as lines of JSON on standard error (default: info; on a terminal warn)';
  return new Option('--log-level <level>', text).choices(LOG_LEVELS);
}

/** A person at a terminal has the greeting; lines of JSON would only push it up. */
function usualLevel({ errorColumns }: Io): LogLevel {
  return errorColumns === undefined ? 'info' : 'warn';
}
