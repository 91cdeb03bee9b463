import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { RutbreakError } from '@rutbreak/core';

/** Append-only JSON lines. Every line is handed to the system before `write` returns: kill -9 loses none. */
export interface Audit {
  /** Takes one line of JSON. False where it could not be written; what it was about must then not happen. */
  readonly write: (json: string) => boolean;
  readonly close: () => void;
}

export interface AuditOptions {
  readonly file: string;
  /** The file is set aside as `file.1` when it is larger than this. Default 64 MiB. */
  readonly maxBytes?: number;
  /** How many files that were set aside are kept. Default 5. */
  readonly keep?: number;
  /** Told once for each kind of trouble. */
  readonly onTrouble?: (message: string) => void;
}

export function openAudit({ file, maxBytes = 64 << 20, keep = 5, onTrouble }: AuditOptions): Audit {
  const path = resolve(file);
  let log = open(path);
  let isTroubled = false;

  const rotate = (): void => {
    // Another process may write to the same file and have set it aside already.
    if (isStillAt(path, log.ino)) setAside(path, Math.max(1, keep));
    const old = log;
    log = open(path);
    closeSync(old.fd);
  };
  const write = (json: string): boolean => {
    // A disk that was full may have taken half a line: the next one begins on a line of its own.
    const { bytes, length } = bytesOf(isTroubled ? `\n${json}` : json);
    try {
      if (log.size + length > maxBytes && log.size > 0) rotate();
      writeAll(log.fd, bytes, length);
      log.size += length;
      isTroubled = false;
      return true;
    } catch (error) {
      if (!isTroubled) onTrouble?.(`the audit file ${file} cannot be written: ${messageOf(error)}`);
      isTroubled = true;
      return false;
    }
  };
  return { write, close: () => closeSync(log.fd) };
}

const NEWLINE = 0x0a;

interface Log {
  readonly fd: number;
  readonly ino: number;
  size: number;
}

function open(path: string): Log {
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Arguments of calls stand in here, if redacted: nobody else's business.
    const fd = openSync(path, 'a', 0o600);
    const { ino, size } = fstatSync(fd);
    return { fd, ino, size };
  } catch (error) {
    throw new RutbreakError('AUDIT_FILE', { file: path, hint: `Choose another file. ${messageOf(error)}` });
  }
}

/** Every call waits for its lines, so that they are put into the same bytes again and again. */
const room = Buffer.allocUnsafeSlow(1 << 13);
/** The most bytes that one unit of a text takes in UTF-8. */
const WIDEST = 3;

function bytesOf(json: string): { readonly bytes: Buffer; readonly length: number } {
  if ((json.length + 1) * WIDEST > room.length) {
    const bytes = Buffer.from(`${json}\n`, 'utf8');
    return { bytes, length: bytes.length };
  }
  const length = room.write(json, 0, 'utf8');
  room[length] = NEWLINE;
  return { bytes: room, length: length + 1 };
}

/** A line is written with one call, so that lines of several processes do not mix; a disk may still take less. */
function writeAll(fd: number, bytes: Buffer, length: number): void {
  let done = writeSync(fd, bytes, 0, length);
  while (done < length) done += writeSync(fd, bytes, done, length - done);
}

function isStillAt(path: string, ino: number): boolean {
  try {
    return statSync(path).ino === ino;
  } catch {
    return false;
  }
}

function setAside(path: string, keep: number): void {
  for (let i = keep; i >= 1; i--) {
    const from = i === 1 ? path : `${path}.${i - 1}`;
    try {
      renameSync(from, `${path}.${i}`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
