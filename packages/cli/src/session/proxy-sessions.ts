/** The sessions of the proxies that run on this machine, for `rutbreak session`. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { Lifting } from '@rutbreak/core/edge';
import { UsageError } from '../errors/usage-error.js';
import type { LocalRecord } from '../store/record.js';
import {
  type ControlAddress,
  type ControlAnswer,
  controlFolder,
  type ControlRequest,
} from './control-socket.js';

export interface ProxySessions {
  readonly list: () => Promise<readonly LocalRecord[]>;
  /** The session with its snapshot. */
  readonly load: (id: string) => Promise<LocalRecord>;
  /** With a command, the session continues from the changed record. */
  readonly update: (
    id: string,
    change: (record: LocalRecord) => LocalRecord,
    command?: Lifting,
  ) => Promise<LocalRecord>;
}

const TIMEOUT = 3000;

/** The ids of sessions of proxies begin like this. */
export function isProxyId(id: string): boolean {
  return /^(?:mcp|llm):/.test(id);
}

/** One for each running proxy with this data folder. */
export function runningProxies(dataDir: string): readonly ProxySessions[] {
  const folder = controlFolder(dataDir);
  return namesIn(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const file = join(folder, name);
      const address = readAddress(file);
      return address ? [proxyAt(address, () => removeLeftovers(file, address))] : [];
    });
}

/** A proxy that was killed could not remove them itself. */
function removeLeftovers(file: string, { path }: ControlAddress): void {
  rmSync(file, { force: true });
  if (dirname(path) === dirname(file)) rmSync(path, { force: true });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readAddress(file: string): ControlAddress | undefined {
  try {
    const { pid, path, token } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ControlAddress>;
    const isWhole = Number.isInteger(pid) && typeof path === 'string' && typeof token === 'string';
    return isWhole ? ({ pid, path, token } as ControlAddress) : undefined;
  } catch {
    // It is being written, or was removed.
    return undefined;
  }
}

function proxyAt(address: ControlAddress, onGone: () => void): ProxySessions {
  const ask = (request: ControlRequest): Promise<ControlAnswer> => send(address, request);
  const recordOf = async (request: ControlRequest): Promise<LocalRecord> => {
    const answer = await ask(request);
    if ('record' in answer) return answer.record;
    throw new UsageError('problem' in answer ? answer.problem : 'the proxy answers something else.');
  };
  const load = (id: string): Promise<LocalRecord> => recordOf({ ask: 'load', id });
  return {
    load,
    async list() {
      try {
        const answer = await ask({ ask: 'list' });
        return 'sessions' in answer ? answer.sessions : [];
      } catch (error) {
        if (!(error instanceof GoneError)) throw error;
        onGone();
        return [];
      }
    },
    async update(id, change, command) {
      const record = change(await load(id));
      return recordOf({ ask: 'put', record, ...(command && { command }) });
    },
  };
}

/** Nothing listens at the address any more. */
class GoneError extends UsageError {}

function send({ path, token, pid }: ControlAddress, request: ControlRequest): Promise<ControlAnswer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = [];
    const name = `the proxy with process id ${pid}`;
    const trouble = (why: string): void => fail(new UsageError(`${name} ${why}.`));
    const socket = connect(path, () => socket.end(JSON.stringify({ ...request, token })));
    socket.setTimeout(TIMEOUT, () => {
      trouble('does not answer');
      socket.destroy();
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') fail(new GoneError(`${name} has ended.`));
      else trouble('cannot be reached');
    });
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('end', () => {
      try {
        done(JSON.parse(Buffer.concat(chunks).toString('utf8')) as ControlAnswer);
      } catch {
        trouble('gives no answer');
      }
    });
  });
}
