import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ProxyError } from '../../shared/error.js';

/**
 * An append-only file of JSON lines. `write` passes each line to the operating system before it returns, so that not
 * even kill -9 loses one.
 */
export interface Audit {
  /** Writes one line of JSON. Returns false on failure; the caller must then not perform the recorded action. */
  readonly write: (json: string) => boolean;
  readonly close: () => void;
}

export interface AuditOptions {
  readonly file: string;
  /** Above this size the file is rotated to `file.1`. Default 64 MiB. */
  readonly maxBytes?: number;
  /** How many rotated files to keep. Default 5. */
  readonly keep?: number;
  /** Called once per kind of error. */
  readonly onTrouble?: (message: string) => void;
}

export function openAudit({ file, maxBytes = 64 << 20, keep = 5, onTrouble }: AuditOptions): Audit {
  const path = resolve(file);
  let log = open(path);
  /** The file may end with half a line. */
  let isTroubled = !endsWithLine(log);
  let isReported = false;

  const rotate = (): void => {
    // Another process that writes to the same file may have rotated it already.
    if (isStillAt(path, log.ino)) setAside(path, Math.max(1, keep));
    const old = log;
    log = open(path);
    closeSync(old.fd);
  };
  const write = (json: string): boolean => {
    // A full disk may have left a partial line, so the next record starts on a new line.
    const { bytes, length } = bytesOf(isTroubled ? `\n${json}` : json);
    try {
      if (log.size + length > maxBytes && log.size > 0) rotate();
      writeAll(log.fd, bytes, length);
      log.size += length;
      isTroubled = false;
      isReported = false;
      return true;
    } catch (error) {
      if (!isReported) onTrouble?.(`the audit file ${file} cannot be written: ${messageOf(error)}`);
      isReported = true;
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
    // The file contains arguments of calls, even if redacted, so only the owner may read it.
    const fd = openSync(path, 'a+', 0o600);
    const { ino, size } = fstatSync(fd);
    return { fd, ino, size };
  } catch (error) {
    throw new ProxyError('AUDIT_FILE', { file: path, hint: `Choose another file. ${messageOf(error)}` });
  }
}

/** A full disk may have left half a line before this process started. */
function endsWithLine({ fd, size }: Log): boolean {
  const last = Buffer.alloc(1);
  return size === 0 || readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === NEWLINE;
}

/** Every call waits for its records, so one buffer is reused for all of them. */
const room = Buffer.allocUnsafeSlow(1 << 13);
/** The most bytes that one UTF-16 code unit takes in UTF-8. */
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

/**
 * Writes a line with one system call, so that lines of several processes do not mix. The disk may still accept only a
 * part.
 */
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
