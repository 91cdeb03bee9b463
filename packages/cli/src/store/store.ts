import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RutbreakError } from '@rutbreak/core';
import { drop, fileName, leftovers, lockOf, moveAside, readText, sessionFiles, writeWhole } from './files.js';
import { type Held, type LockTimes, withLock } from './lock.js';
import { cleaned, newRecord, readRecord, RECORD_VERSION, type LocalRecord } from './record.js';
import { isSystemError, storeTrouble } from './trouble.js';
import { CliError } from '../errors/cli-error.js';

/**
 * Sessions on this machine, one JSON file each, for hooks and proxies without a gateway. Safe with parallel
 * processes: an update reads, changes and writes exclusively, and readers see only complete files.
 */
export interface Store {
  /** Where the files are. */
  readonly folder: string;
  /** `undefined` if there is no such session. */
  readonly load: (id: string) => Promise<LocalRecord | undefined>;
  /**
   * Changes one session and returns what was written. `change` gets the current session, or a new one; it may
   * run again, so it must be pure. Returning its argument writes nothing.
   */
  readonly update: (id: string, change: (record: LocalRecord) => LocalRecord) => Promise<LocalRecord>;
  /** All sessions, the most recently updated first. */
  readonly list: () => Promise<readonly LocalRecord[]>;
  /** False if there was none. */
  readonly remove: (id: string) => Promise<boolean>;
}

export interface StoreOptions {
  /** Beyond this many sessions the least recently used are removed. Default 1000. */
  readonly maxSessions?: number;
  /** Sessions unused for more days are removed. Default 30. */
  readonly maxDays?: number;
  /** How long to wait for another process, in milliseconds. Default 10,000. */
  readonly wait?: number;
  /** Receives a sentence when a file was unreadable and was moved aside. */
  readonly onTrouble?: (text: string) => void;
  readonly now?: () => number;
}

const DAY = 86_400_000;
const STALE_LOCK = 5000;
/** Another process may still write younger files. */
const LEFTOVER_AGE = 3_600_000;
const TRIES = 5;

interface Parts extends Required<StoreOptions> {
  readonly folder: string;
  readonly times: LockTimes;
}

/** Touches no file until it is used. All its errors are RutbreakErrors that name the path. */
export function openStore(dir: string, options: StoreOptions = {}): Store {
  const {
    maxSessions = 1000,
    maxDays = 30,
    wait = 10_000,
    onTrouble = () => undefined,
    now = Date.now,
  } = options;
  const folder = join(dir, 'sessions');
  const parts: Parts = {
    ...{ folder, maxSessions, maxDays, wait, onTrouble, now },
    times: { wait, stale: STALE_LOCK },
  };
  const fileOf = (id: string): string => join(folder, fileName(id));
  return {
    folder,
    load: (id) => guarded(fileOf(id), 'read', () => load(fileOf(id), parts)),
    update: (id, change) => guarded(fileOf(id), 'write', () => update(id, fileOf(id), change, parts)),
    list: () => guarded(folder, 'read', () => list(parts)),
    remove: (id) => guarded(fileOf(id), 'write', () => remove(fileOf(id), parts)),
  };
}

async function guarded<Result>(
  path: string,
  doing: 'read' | 'write',
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    // Errors of `change` belong to the caller.
    throw isSystemError(error) ? storeTrouble(error, path, doing) : error;
  }
}

async function load(file: string, parts: Parts): Promise<LocalRecord | undefined> {
  const text = readText(file);
  if (text === undefined) return undefined;
  const record = readRecord(text);
  if (!('problem' in record)) return record;
  if (record.isNewer) throw newer(file);
  // Reads again under the lock, because another process may have written a good file meanwhile.
  return withLock(lockOf(file), parts.times, () => readLocked(file, parts));
}

function readLocked(file: string, { onTrouble, now }: Parts): LocalRecord | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
  const record = readRecord(text);
  if (!('problem' in record)) return record;
  if (record.isNewer) throw newer(file);
  const aside = moveAside(file, now());
  onTrouble(
    `${file} could not be read: ${record.problem}. It was moved to ${aside}, and the session starts afresh.`,
  );
  return undefined;
}

function newer(file: string): RutbreakError {
  const hint = `This program reads up to version ${RECORD_VERSION}: upgrade it (npm install rutbreak@latest).`;
  return new CliError('STORE_NEWER', { path: file, hint });
}

async function update(
  id: string,
  file: string,
  change: (record: LocalRecord) => LocalRecord,
  parts: Parts,
): Promise<LocalRecord> {
  mkdirSync(parts.folder, { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < TRIES; tries++) {
    const done = await withLock(lockOf(file), parts.times, (held) =>
      updateLocked(id, file, change, parts, held),
    );
    if (!done) continue;
    if (done.isNew) sweep(parts);
    return done.record;
  }
  const hint = 'The machine seems to pause between steps; try again.';
  throw new CliError('STORE_BUSY', { lock: lockOf(file), hint });
}

interface Updated {
  readonly record: LocalRecord;
  readonly isNew: boolean;
}

/** `undefined` if the lock was lost before anything was written. */
function updateLocked(
  id: string,
  file: string,
  change: (record: LocalRecord) => LocalRecord,
  parts: Parts,
  { isStillMine }: Held,
): Updated | undefined {
  const found = readLocked(file, parts);
  const at = parts.now();
  const before = found ?? newRecord(id, at);
  const after = change(before);
  if (after === before) return { record: before, isNew: false };
  const record = cleaned({
    ...after,
    ...{
      version: RECORD_VERSION,
      id,
      createdAt: before.createdAt,
      updatedAt: at,
      revision: before.revision + 1,
    },
  });
  const isWritten = writeWhole(file, JSON.stringify(record), isStillMine);
  return isWritten ? { record, isNew: found === undefined } : undefined;
}

async function list(parts: Parts): Promise<readonly LocalRecord[]> {
  const records: LocalRecord[] = [];
  for (const { file } of sessionFiles(parts.folder)) {
    const record = await guarded(file, 'read', () => load(file, parts));
    if (record) records.push(record);
  }
  return records.sort((a, b) => b.updatedAt - a.updatedAt);
}

async function remove(file: string, { folder, times }: Parts): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return withLock(lockOf(file), times, () => drop(file));
}

/** Keeps the folder small. An error here must not fail an update that has been written. */
function sweep({ folder, maxSessions, maxDays, now }: Parts): void {
  try {
    const oldest = now() - maxDays * DAY;
    const sessions = sessionFiles(folder);
    const old = sessions.filter(({ changedAt }, i) => i >= maxSessions || changedAt < oldest);
    const rubbish = leftovers(folder).filter(({ file, changedAt }) =>
      file.includes('.corrupt-') ? changedAt < oldest : changedAt < now() - LEFTOVER_AGE,
    );
    for (const { file } of [...old, ...rubbish]) drop(file);
  } catch {
    // The next new session tries again.
  }
}
