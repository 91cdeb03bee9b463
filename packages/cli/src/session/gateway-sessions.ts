/** The sessions of a gateway, for `rutbreak session`: their ids start with `gateway/`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeSystemError } from '../errors/system-error.js';
import { UsageError } from '../errors/usage-error.js';

export const GATEWAY_PREFIX = 'gateway/';

export interface GatewayAddress {
  readonly url: string;
  readonly token: string | undefined;
}

/** The fields of a session that the commands show. */
export interface GatewaySession {
  readonly id: string;
  readonly state: 'active' | 'paused' | 'ended';
  readonly action: string;
  readonly status: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly loops: number;
  readonly last_loop: string;
  readonly resets: number;
}

export interface GatewaySessionDetail extends GatewaySession {
  readonly summary: string;
  readonly is_off: boolean;
  /** The conditions of an override; null if there is nothing to override. */
  readonly override: { readonly allowed: boolean; readonly warning: string } | null;
}

export interface GatewaySessions {
  readonly url: string;
  readonly list: () => Promise<readonly GatewaySession[]>;
  readonly show: (id: string) => Promise<GatewaySessionDetail>;
  /** Sends a command of a person. Throws a UsageError with the gateway's reason if it refuses. */
  readonly send: (id: string, command: 'unpause' | 'override', body: object) => Promise<void>;
}

const ADDRESS = 'address';
const TIMEOUT = 5000;
const MAX_PAGES = 10;

/** `serve` writes its address beside its token, so that other commands find the gateway of this machine. */
export function writeAddress(folder: string, url: string): void {
  writeFileSync(join(folder, ADDRESS), `${url}\n`, { mode: 0o600 });
}

export function removeAddress(folder: string): void {
  rmSync(join(folder, ADDRESS), { force: true });
}

/** Returns the gateway that runs on this machine with its data in `folder`, or undefined. */
export function readAddress(folder: string): GatewayAddress | undefined {
  const url = textOf(join(folder, ADDRESS));
  return url === undefined ? undefined : { url, token: textOf(join(folder, 'token')) };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

interface Problem {
  readonly error?: { readonly message?: string; readonly hint?: string };
}

export function gatewaySessions({ url, token }: GatewayAddress): GatewaySessions {
  const ask = (path: string, body?: object): Promise<unknown> => request({ url, token }, path, body);
  const pathOf = (id: string): string => encodeURIComponent(id);
  return {
    url,
    async list() {
      const sessions: GatewaySession[] = [];
      let after = '';
      for (let page = 0; page < MAX_PAGES; page++) {
        const answer = (await ask(`/v1/sessions?limit=100${after}`)) as {
          readonly sessions: readonly GatewaySession[];
          readonly next: string | null;
        };
        sessions.push(...answer.sessions);
        if (answer.next === null) break;
        after = `&after=${encodeURIComponent(answer.next)}`;
      }
      return sessions;
    },
    show: async (id) => (await ask(`/v1/sessions/${pathOf(id)}`)) as GatewaySessionDetail,
    async send(id, command, body) {
      await ask(`/gateway/sessions/${pathOf(id)}/${command}`, { operator_id: 'cli', ...body });
    },
  };
}

async function request({ url, token }: GatewayAddress, path: string, body?: object): Promise<unknown> {
  const response = await fetch(new URL(path, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((error: unknown) => {
    const reason = describeSystemError((error as Error).cause) ?? 'it does not answer.';
    throw new UsageError(`cannot reach the gateway at ${url}: ${reason}`);
  });
  const answer: unknown = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  if (response.status === 401 || response.status === 403)
    throw new UsageError(`the gateway at ${url} refuses the key. Set RUTBREAK_TOKEN to its token.`);
  const { message = `status ${response.status}`, hint = '' } = (answer as Problem).error ?? {};
  throw new UsageError(`the gateway at ${url} refuses: ${message} ${hint}`.trimEnd());
}
