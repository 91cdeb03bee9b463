import { RutbreakError } from '@rutbreak/core';

/** Why the engine rejected work. Routes map it to an HTTP response. */
export type EngineErrorCode = 'OVERLOADED' | 'STORE_UNAVAILABLE' | 'SESSION_UNREADABLE';

export class EngineError extends Error {
  constructor(
    readonly code: EngineErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** The write failed for a reason outside the session. */
export function storeError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  return new EngineError('STORE_UNAVAILABLE', 'The store is unavailable; nothing was stored.', cause);
}

/** For `.catch()` of a read from the store, so that a lost connection is not mistaken for a damaged record. */
export function rejectStore(cause: unknown): never {
  throw storeError(cause);
}

/** Fails this session only: its record is damaged, or a newer version wrote it. */
export function unreadableError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause;
  const isNewer = cause instanceof RutbreakError && cause.code === 'SNAPSHOT_NEWER';
  return isNewer
    ? new EngineError('STORE_UNAVAILABLE', 'A newer version of the gateway wrote this session.', cause)
    : new EngineError('SESSION_UNREADABLE', 'The stored record of this session cannot be read.', cause);
}
