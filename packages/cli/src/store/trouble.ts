import type { RutbreakError } from '@rutbreak/core';
import { CliError } from '../errors/cli-error.js';

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk failed',
};
const ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Turns a system error about a path into an error with a hint. Stored data stays as it is. */
export function storeTrouble(
  error: NodeJS.ErrnoException,
  path: string,
  doing: 'read' | 'write',
): RutbreakError {
  const { code, message } = error;
  const why = (code === undefined ? undefined : WHY[code]) ?? message;
  const hint = ROOM.has(code ?? '')
    ? 'Make room; what was stored before is unharmed.'
    : 'Check the path and its permissions, or choose another folder with --data DIR.';
  return new CliError(doing === 'read' ? 'STORE_READ' : 'STORE_WRITE', { path, why, hint });
}

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
