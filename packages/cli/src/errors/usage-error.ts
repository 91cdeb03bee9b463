import { RutbreakError } from '@rutbreak/core';

/** A person's mistake: told in a sentence that names the next command, without a code or a stack. */
export class UsageError extends Error {}

export function isUsageError(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof RutbreakError;
}
