import { closeSync, openSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RutbreakError } from '@rutbreak/core';
import { ownName } from './files.js';
import { hasCode } from './trouble.js';
import { CliError } from '../errors/cli-error.js';

export interface LockTimes {
  /** How long to wait for another process, in milliseconds. */
  readonly wait: number;
  /** An older lock is stale: an update takes a few milliseconds. */
  readonly stale: number;
}

/** Our lock, while we hold it. */
export interface Held {
  /** False after another process took the lock over as stale. Then nothing may be written. */
  readonly isStillMine: () => boolean;
}

/**
 * Runs `act` while no other process holds the lock file. A killed process leaves its lock behind; it is
 * removed if its process is gone (on this machine), or if it is too old. The work under a lock is
 * synchronous: it is short, and switching threads would make others wait longer than the work takes.
 */
export async function withLock<Result>(
  path: string,
  times: LockTimes,
  act: (held: Held) => Result,
): Promise<Result> {
  const token = `${process.pid} ${hostname()} ${ownName()}`;
  await acquire(path, token, times);
  const isStillMine = (): boolean => contentOf(path) === token;
  try {
    return act({ isStillMine });
  } finally {
    if (isStillMine()) remove(path);
  }
}

async function acquire(path: string, token: string, { wait, stale }: LockTimes): Promise<void> {
  const deadline = Date.now() + wait;
  while (!create(path, token)) {
    const content = contentOf(path);
    if (Date.now() > deadline) throw busy(path, content);
    if (content !== undefined && isStale(path, content, stale)) await takeAway(path, content, stale);
    // With jitter, so that waiting processes do not retry in step.
    else if (content !== undefined) await sleep(1 + Math.random() * 4);
  }
}

function busy(path: string, content: string | undefined): RutbreakError {
  const owner = content?.split(' ')[0] ?? 'unknown';
  const hint = `Try again; if no process ${owner} is running, delete the file.`;
  return new CliError('STORE_BUSY', { lock: path, process: owner, hint });
}

/** False if there already is one. */
function create(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    // On Windows, a file that is being deleted can be neither opened nor created.
    if (process.platform === 'win32' && hasCode(error, 'EPERM', 'EBUSY')) return false;
    // A full disk: the file exists, but without the token.
    if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EFBIG')) remove(path);
    throw error;
  }
}

/** `undefined` if there is none; empty while its owner writes it. */
function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'EPERM', 'EBUSY')) return undefined;
    throw error;
  }
}

function isStale(path: string, content: string, stale: number): boolean {
  const [pid, host] = content.split(' ');
  if (host === hostname() && pid !== undefined && !isAlive(Number(pid))) return true;
  return ageOf(path) > stale;
}

function ageOf(path: string): number {
  try {
    return Date.now() - statSync(path).mtimeMs;
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

/** Removes one stale lock, and only the lock that was examined: another process may have replaced it. */
async function takeAway(path: string, seen: string, stale: number): Promise<void> {
  const guard = `${path}.break`;
  try {
    closeSync(openSync(guard, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if (ageOf(guard) > stale) remove(guard);
    await sleep(1 + Math.random() * 4);
    return;
  }
  try {
    if (contentOf(path) === seen) remove(path);
  } finally {
    remove(guard);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EPERM', 'EBUSY')) throw error;
  }
}
