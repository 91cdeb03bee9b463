import { isRecord, type Json } from '../../shared/json.js';
import type { RutbreakError } from '@rutbreak/core';
import { parseSettings } from './settings-json.js';
import { ProxyError } from '../../shared/error.js';

/** One entry of `mcpServers` in a client's settings. */
export type ServerEntry =
  | {
      readonly kind: 'stdio';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http';
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Why the entry cannot be served. */
  | { readonly kind: 'other'; readonly name: string; readonly why: string };

/** Most clients use `mcpServers`, some `servers`. */
const KEYS = ['mcpServers', 'servers'] as const;
/** The field with the address: most clients use `url`, some one of the others. */
const ADDRESSES = ['url', 'httpUrl', 'serverUrl'] as const;
const MAX_NAME = 64;

/**
 * Reads the enabled servers from a client's settings. Throws a RutbreakError that names the entry. If `env` is given,
 * replaces `${NAME}` and `${NAME:-default}`, as clients do before they start a server.
 */
export function readMcpConfig(
  text: string,
  file: string,
  env?: Readonly<Record<string, string>>,
): readonly ServerEntry[] {
  const { servers } = serversIn(text, file);
  return Object.entries(servers)
    .filter(([, entry]) => !(isRecord(entry) && entry['disabled'] === true))
    .map(([name, entry]) => readEntry(name, env ? filledIn(entry, env, `${file}: "${name}"`) : entry, file));
}

/** The path at which a server is served. */
export function pathOf(name: string): string {
  return `/${encodeURIComponent(name)}`;
}

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

function filledIn(value: unknown, env: Readonly<Record<string, string>>, where: string): unknown {
  if (typeof value === 'string')
    return value.replace(VARIABLE, (_, name: string, otherwise?: string) => {
      const found = env[name] ?? otherwise;
      if (found === undefined) throw fault(where, `The environment has no ${name}.`);
      return found;
    });
  if (Array.isArray(value)) return value.map((item) => filledIn(item, env, where));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledIn(inner, env, where)]));
}

function serversIn(
  text: string,
  file: string,
): { readonly root: Json; readonly key: string; readonly servers: Json } {
  let root: unknown;
  try {
    root = parseSettings(text);
  } catch (error) {
    throw fault(file, `It is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const key = isRecord(root) ? KEYS.find((one) => isRecord(root[one])) : undefined;
  const servers = key !== undefined && isRecord(root) ? root[key] : undefined;
  if (!isRecord(root) || key === undefined || !isRecord(servers))
    throw fault(file, 'It needs {"mcpServers": {"name": {"command": "…", "args": […]}}}.');
  return { root, key, servers };
}

function readEntry(name: string, entry: unknown, file: string): ServerEntry {
  if (!isName(name))
    throw fault(file, `The name ${JSON.stringify(name.slice(0, 80))} cannot stand in an address.`);
  if (!isRecord(entry)) throw fault(file, `"${name}" is not an object.`);
  const { command, args = [], env = {}, cwd, headers = {} } = entry;
  if (typeof command === 'string') {
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
      throw fault(file, `"${name}.args" is a list of texts.`);
    if (!isTexts(env)) throw fault(file, `"${name}.env" is an object of texts.`);
    return { kind: 'stdio', name, command, args, env, ...(typeof cwd === 'string' && { cwd }) };
  }
  const url = entry[addressKey(entry)];
  if (typeof url !== 'string') throw fault(file, `"${name}" needs "command" or "url".`);
  if (!isTexts(headers)) throw fault(file, `"${name}.headers" is an object of texts.`);
  if (entry['type'] === 'sse')
    return {
      kind: 'other',
      name,
      why: 'it speaks HTTP with SSE as before 2025-03-26; only Streamable HTTP is served',
    };
  return { kind: 'http', name, url, headers };
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= MAX_NAME && !/^\.{1,2}$|[\p{Cc}\p{Cs}]/u.test(name);
}

function addressKey(entry: Json): string {
  return ADDRESSES.find((key) => typeof entry[key] === 'string') ?? 'url';
}

export interface WrapOptions {
  /** The command that starts this program. */
  readonly program: readonly string[];
  /** Options added for every server: `--policy …`, `--audit …`. */
  readonly flags: readonly string[];
  /** The address at which this program serves servers that have a URL. */
  readonly port: number;
  /** Headers that the client must send to that address. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Puts the proxy in front of every server in a client's settings. Servers that are already wrapped stay unchanged. */
export function wrapMcpConfig(
  text: string,
  file: string,
  { program, flags, port, headers }: WrapOptions,
): string {
  const { root, key, servers } = serversIn(text, file);
  const wrapped = Object.entries(servers).map(([name, raw]): [string, unknown] => {
    const entry = readEntry(name, raw, file);
    const own = raw as Json;
    if (entry.kind === 'http')
      return [
        name,
        {
          ...own,
          [addressKey(own)]: `http://127.0.0.1:${port}${pathOf(name)}`,
          ...(headers && { headers: { ...(own['headers'] as Json | undefined), ...headers } }),
        },
      ];
    if (entry.kind === 'other' || isWrapped(entry, program)) return [name, own];
    const [command = 'rutbreak', ...before] = program;
    const args = [...before, 'mcp', '--name', name, ...flags, '--', entry.command, ...entry.args];
    return [name, { ...own, command, args }];
  });
  return `${JSON.stringify({ ...root, [key]: Object.fromEntries(wrapped) }, null, 2)}\n`;
}

function isWrapped(
  { command, args }: Extract<ServerEntry, { kind: 'stdio' }>,
  program: readonly string[],
): boolean {
  return [...program, 'mcp'].every((word, i) => [command, ...args][i] === word);
}

function fault(file: string, hint: string): RutbreakError {
  return new ProxyError('MCP_CONFIG', { file, hint });
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((one) => typeof one === 'string');
}
