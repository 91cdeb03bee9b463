import { RutbreakError } from '@rutbreak/core';
import type { ErrorDetail } from '@rutbreak/core/edge';

/** The errors of the proxies, with one sentence that says what went wrong. */
const PROXY_ERRORS = {
  POLICY_INVALID: 'The policy file is not valid.',
  MCP_CONFIG: 'The list of MCP servers cannot be used.',
  MCP_COMMAND: 'The MCP server could not be started.',
  MCP_UPSTREAM: 'The address of the MCP server cannot be used.',
  AUDIT_FILE: 'The audit file cannot be written.',
} as const;

/** A mistake of the caller, or a problem of the machine, that a person can fix. */
export class ProxyError extends RutbreakError {
  constructor(code: keyof typeof PROXY_ERRORS, detail: ErrorDetail) {
    super(code, detail, PROXY_ERRORS[code]);
  }
}
