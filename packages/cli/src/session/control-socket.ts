/**
 * Other processes of the same user reach the sessions of a running proxy through a local socket, never through the
 * network. A file that only the user can read has the address of the socket and a token.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Lifting } from '@rutbreak/core/edge';
import { describeSystemError } from '../errors/system-error.js';
import { describeError } from '../errors/report-errors.js';
import type { LocalRecord } from '../store/record.js';
import type { LiveSessions } from './live-sessions.js';

/** The content of the file. */
export interface ControlAddress {
  readonly pid: number;
  readonly path: string;
  readonly token: string;
}

export type ControlRequest =
  | { readonly ask: 'list' }
  | { readonly ask: 'load'; readonly id: string }
  | { readonly ask: 'put'; readonly record: LocalRecord; readonly command?: Lifting };

export type ControlAnswer =
  | { readonly sessions: readonly LocalRecord[] }
  | { readonly record: LocalRecord }
  | { readonly problem: string };

export const controlFolder = (dataDir: string): string => join(dataDir, 'proxies');

/** The longest path of a socket that all systems accept, in bytes. */
const MAX_PATH = 100;
const MAX_REQUEST = 16 << 20;
const MAX_CONNECTIONS = 16;
const TIMEOUT = 5000;

/**
 * Opens the socket and returns a function that closes it. A proxy works without it, so errors are only
 * reported.
 */
export async function serveControl(
  dataDir: string,
  sessions: LiveSessions,
  onTrouble: (text: string) => void,
): Promise<() => void> {
  const name = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const folder = controlFolder(dataDir);
  const file = join(folder, `${name}.json`);
  let path: string | undefined;
  let server: Server | undefined;
  const close = (): void => {
    server?.close();
    remove(file);
    if (path === undefined) return;
    remove(path);
    if (dirname(path) !== folder) remove(dirname(path));
  };
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    path = socketPath(folder, name);
    const token = randomBytes(24).toString('hex');
    server = await listening(path, token, sessions);
    const address: ControlAddress = { pid: process.pid, path, token };
    writeFileSync(file, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
    process.once('exit', close);
    return () => {
      process.off('exit', close);
      close();
    };
  } catch (error) {
    close();
    const why = describeSystemError(error) ?? (error as Error).message;
    onTrouble(`\`rutbreak session\` cannot reach the sessions of this proxy: ${why}`);
    return () => undefined;
  }
}

/** Best effort: the next `rutbreak session` removes leftovers. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true, recursive: true });
  } catch {
    // The path is not a folder, or is not writable.
  }
}

/** A socket in the data folder; in a temporary folder if that path is too long. */
function socketPath(folder: string, name: string): string {
  if (process.platform === 'win32') return String.raw`\\.\pipe\rutbreak-${name}`;
  const path = join(folder, `${name}.sock`);
  if (Buffer.byteLength(path) <= MAX_PATH) return path;
  return join(mkdtempSync(join(tmpdir(), 'rutbreak-')), 'socket');
}

function listening(path: string, token: string, sessions: LiveSessions): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => answerOn(socket, token, sessions));
  server.maxConnections = MAX_CONNECTIONS;
  // An open socket must not keep the proxy alive.
  server.unref();
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(path, () => {
      server.off('error', fail).on('error', () => undefined);
      if (process.platform !== 'win32') chmodSync(path, 0o600);
      done(server);
    });
  });
}

/** One request and one reply per connection, both as JSON. The client closes its side after the request. */
function answerOn(socket: Socket, token: string, sessions: LiveSessions): void {
  const chunks: Buffer[] = [];
  let size = 0;
  socket.unref();
  socket.setTimeout(TIMEOUT, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_REQUEST) socket.destroy();
  });
  socket.on('end', () => {
    const answer = answerTo(Buffer.concat(chunks).toString('utf8'), token, sessions);
    if (answer) socket.end(JSON.stringify(answer));
    else socket.destroy();
  });
}

/** `undefined` without the right token. */
function answerTo(text: string, token: string, sessions: LiveSessions): ControlAnswer | undefined {
  try {
    const request = JSON.parse(text) as ControlRequest & { readonly token?: unknown };
    if (!isEqual(request.token, token)) return undefined;
    return carryOut(request, sessions);
  } catch (error) {
    return { problem: describeError(error) ?? 'the proxy could not do this.' };
  }
}

function carryOut(request: ControlRequest, sessions: LiveSessions): ControlAnswer {
  switch (request.ask) {
    case 'list':
      return { sessions: sessions.list() };
    case 'load':
      return { record: sessions.load(request.id) };
    case 'put':
      return { record: sessions.put(request.record, request.command) };
    default:
      return { problem: 'the proxy does not know this request.' };
  }
}

function isEqual(given: unknown, token: string): boolean {
  const bytes = Buffer.from(typeof given === 'string' ? given : '');
  return bytes.length === token.length && timingSafeEqual(bytes, Buffer.from(token));
}
