import { RutbreakError } from '@rutbreak/core';
import type { ErrorDetail } from '@rutbreak/core/edge';

/** The errors of the gateway's files and databases, with one sentence that says what went wrong. */
const STORE_ERRORS = {
  STORE_READ: 'Stored data could not be read.',
  STORE_NEWER: 'The session was written by a newer version.',
} as const;

/** A mistake of the caller, or a problem of the machine, that a person can fix. */
export class StoreError extends RutbreakError {
  constructor(code: keyof typeof STORE_ERRORS, detail: ErrorDetail) {
    super(code, detail, STORE_ERRORS[code]);
  }
}
