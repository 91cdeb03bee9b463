import { RutbreakError } from '@rutbreak/core';
import type { ErrorDetail } from '@rutbreak/core/edge';

/** The errors of the program, with one sentence that says what went wrong. */
const CLI_ERRORS = {
  CONFIG_FILE: 'The configuration file cannot be used.',
  STORE_READ: 'A session could not be read.',
  STORE_WRITE: 'A session could not be written.',
  STORE_BUSY: 'Another process holds the session for too long.',
  STORE_NEWER: 'The session was written by a newer version.',
  MCP_CONFIG: 'The list of MCP servers cannot be used.',
} as const;

/** A mistake of the caller, or a problem of the machine, that a person can fix. */
export class CliError extends RutbreakError {
  constructor(code: keyof typeof CLI_ERRORS, detail: ErrorDetail) {
    super(code, detail, CLI_ERRORS[code]);
  }
}
