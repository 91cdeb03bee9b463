import { join } from 'node:path';
import { createGuard, type GuardSession, RutbreakError, type Snapshot, presetOf } from '@rutbreak/core';
import { readEnvironment } from '../config/environment.js';
import { UsageError } from '../errors/usage-error.js';
import type { Io } from '../io.js';
import type { LocalRecord } from '../store/record.js';
import type { Store } from '../store/store.js';
import {
  GATEWAY_PREFIX,
  type GatewaySession,
  type GatewaySessions,
  gatewaySessions,
  readAddress,
} from './gateway-sessions.js';
import { isProxyId, type ProxySessions, runningProxies } from './proxy-sessions.js';

/** The flags of all session commands; each command has some of them. */
export interface SessionOptions {
  readonly data?: string;
  readonly gateway?: string;
  readonly json?: boolean;
  readonly for?: string;
  readonly once?: boolean;
  readonly yes?: boolean;
  readonly reason?: string;
  readonly note?: string;
}

export interface Parts {
  readonly store: Store;
  readonly io: Io;
  readonly now: number;
  /** The proxies running on this machine. */
  readonly proxies: readonly ProxySessions[];
  /** The gateway of this machine if it runs, or the one that `--gateway` names. */
  readonly gateway: GatewaySessions | undefined;
  /** The gateway comes from `--gateway`, so the printed commands must name it, too. */
  readonly isGatewayNamed: boolean;
}

/** A session that hooks keep on this machine, one inside a proxy, or one of a gateway. */
export type Found =
  | { readonly kind: 'local'; readonly id: string; readonly record: LocalRecord }
  | {
      readonly kind: 'proxy';
      readonly id: string;
      /** Without the snapshot. */
      readonly record: LocalRecord;
      readonly proxy: ProxySessions;
    }
  | {
      readonly kind: 'gateway';
      readonly id: string;
      readonly session: GatewaySession;
      readonly gateway: GatewaySessions;
    };

export function proxiesFor({ data }: SessionOptions, io: Io): readonly ProxySessions[] {
  return runningProxies(data ?? io.dataDir);
}

export function gatewayFor({ gateway: url, data }: SessionOptions, io: Io): GatewaySessions | undefined {
  const local = readAddress(join(data ?? io.dataDir, 'gateway'));
  if (url === undefined) return local && gatewaySessions(local);
  if (!URL.canParse(url)) throw new UsageError(`${url} is no address. Use one like http://127.0.0.1:7878`);
  // The token of this machine's gateway is for that gateway only.
  const own = local && new URL(local.url).origin === new URL(url).origin ? local.token : undefined;
  return gatewaySessions({ url, token: readEnvironment().token ?? own });
}

/**
 * All sessions, the most recently updated first. A gateway that does not respond is an error only if
 * `--gateway` names it.
 */
export async function allSessions(parts: Parts): Promise<readonly Found[]> {
  const remote = [...(await proxySessions(parts)), ...(await remoteSessions(parts))];
  const ids = new Set(remote.map(({ id }) => id));
  const local = (await parts.store.list())
    .filter(({ id }) => !ids.has(id))
    .map((record): Found => ({ kind: 'local', id: record.id, record }));
  return [...local, ...remote].sort((a, b) => updatedAt(b) - updatedAt(a));
}

function updatedAt(found: Found): number {
  return found.kind === 'gateway' ? found.session.updated_at : found.record.updatedAt;
}

/** A proxy that does not respond hides only its own sessions. */
async function proxySessions({ proxies, io }: Parts): Promise<readonly Found[]> {
  const found = proxies.map(async (proxy): Promise<readonly Found[]> => {
    try {
      const records = await proxy.list();
      return records.map((record) => ({ kind: 'proxy', id: record.id, record, proxy }));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      await io.stderr.write(`note: without the sessions of one proxy: ${error.message}\n`);
      return [];
    }
  });
  return (await Promise.all(found)).flat();
}

async function remoteSessions({ gateway, isGatewayNamed, io }: Parts): Promise<readonly Found[]> {
  if (!gateway) return [];
  try {
    const sessions = await gateway.list();
    return sessions.map((session) => ({
      ...{ kind: 'gateway', id: `${GATEWAY_PREFIX}${session.id}` },
      ...{ session, gateway },
    }));
  } catch (error) {
    if (isGatewayNamed || !(error instanceof UsageError)) throw error;
    await io.stderr.write(`note: without the sessions of the gateway: ${error.message}\n`);
    return [];
  }
}

/** Finds a session by its id or a unique prefix, with the part before the slash (`codex/01a1`) or without it (`01a1`). */
export async function find(parts: Parts, given: string): Promise<Found> {
  const isElsewhere = given.startsWith(GATEWAY_PREFIX) || isProxyId(given);
  const exact = isElsewhere ? undefined : await parts.store.load(given);
  if (exact) return { kind: 'local', id: exact.id, record: exact };
  const all = await allSessions(parts);
  const same = all.find(({ id }) => id === given);
  if (same) return same;
  const alike = all.filter(
    ({ id }) => id.startsWith(given) || id.slice(id.indexOf('/') + 1).startsWith(given),
  );
  const [only, ...others] = alike;
  if (!only) throw new UsageError(`there is no session ${given}. See: rutbreak session list`);
  if (others.length === 0) return only;
  const names = alike.slice(0, 5).map(({ id }) => id);
  throw new UsageError(
    `${alike.length} sessions begin with ${given}: ${names.join(', ')}${alike.length > 5 ? ', …' : ''}`,
  );
}

/** Restores the guard of a record. Returns undefined without a snapshot that this version can read. */
export function restored({ id, snapshot }: LocalRecord): GuardSession | undefined {
  if (!snapshot) return undefined;
  try {
    return createGuard({ preset: presetOf(snapshot.preset) }).restore(id, snapshot);
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}

/** Returns the record as a reset leaves it: nothing blocked, no history. A snapshot of another version is dropped. */
export function afresh(record: LocalRecord): LocalRecord {
  const session = restored(record);
  session?.reset();
  const next: { snapshot?: Snapshot } & LocalRecord = { ...record };
  delete next.snapshot;
  return session ? { ...next, snapshot: session.snapshot() } : next;
}
