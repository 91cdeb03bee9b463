import { randomUUID } from 'node:crypto';
import { open, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { RutbreakError } from '@rutbreak/core';
import { hasCode } from './trouble.js';

export interface LockTimes {
  /** How long to wait for somebody else, in milliseconds. */
  readonly wait: number;
  /** A lock that is older belongs to nobody: an update takes a few milliseconds. */
  readonly stale: number;
}

/** Our lock, while it is ours. */
export interface Held {
  /** False when somebody thought that we were gone: then nothing may be written. */
  readonly isStillMine: () => Promise<boolean>;
}

/**
 * Runs `act` while no other process holds the lock file. A process that was killed leaves its lock behind; it is taken
 * away when its process is gone (on this machine), or when it is too old.
 */
export async function withLock<Result>(
  path: string,
  times: LockTimes,
  act: (held: Held) => Promise<Result>,
): Promise<Result> {
  const token = `${process.pid} ${hostname()} ${randomUUID()}`;
  await acquire(path, token, times);
  const isStillMine = async (): Promise<boolean> => (await contentOf(path)) === token;
  try {
    return await act({ isStillMine });
  } finally {
    if (await isStillMine()) await remove(path);
  }
}

async function acquire(path: string, token: string, { wait, stale }: LockTimes): Promise<void> {
  const deadline = Date.now() + wait;
  while (!(await create(path, token))) {
    const content = await contentOf(path);
    if (Date.now() > deadline) throw busy(path, content);
    if (content !== undefined && (await isStale(path, content, stale))) await takeAway(path, content, stale);
    // Not in step with the others who wait.
    else if (content !== undefined) await sleep(1 + Math.random() * 4);
  }
}

function busy(path: string, content: string | undefined): RutbreakError {
  const owner = content?.split(' ')[0] ?? 'unknown';
  const hint = `Try again; if no process ${owner} is running, delete the file.`;
  return new RutbreakError('STORE_BUSY', { lock: path, process: owner, hint });
}

/** False where there is one already. */
async function create(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // There, a file that is just being deleted can be neither opened nor made.
    if (process.platform === 'win32' && hasCode(error, 'EPERM', 'EBUSY')) return false;
    // A full disk: the file is there, the token is not.
    if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) await remove(path);
    throw error;
  }
}

/** `undefined` where there is none; empty where its owner is just writing it. */
async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EPERM', 'EBUSY')) return undefined;
    throw error;
  }
}

async function isStale(path: string, content: string, stale: number): Promise<boolean> {
  const [pid, host] = content.split(' ');
  if (host === hostname() && pid !== undefined && !isAlive(Number(pid))) return true;
  return (await ageOf(path)) > stale;
}

async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}

/** One at a time, and only the lock that was looked at: another process may have taken it away and made its own. */
async function takeAway(path: string, seen: string, stale: number): Promise<void> {
  const guard = `${path}.break`;
  try {
    await (await open(guard, 'wx', 0o600)).close();
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if ((await ageOf(guard)) > stale) await remove(guard);
    await sleep(1 + Math.random() * 4);
    return;
  }
  try {
    if ((await contentOf(path)) === seen) await remove(path);
  } finally {
    await remove(guard);
  }
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EPERM', 'EBUSY')) throw error;
  }
}
