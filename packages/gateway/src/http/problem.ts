import type { Problem } from '../api/shapes.js';

/** All error codes for clients, with their HTTP status. */
const PROBLEMS = {
  INVALID_JSON: 400,
  INVALID_PROTOBUF: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  HOST_REFUSED: 403,
  ORIGIN_REFUSED: 403,
  NOT_FOUND: 404,
  READ_ONLY: 405,
  CONFLICT: 409,
  SEQUENCE_GAP: 409,
  BODY_TOO_LARGE: 413,
  BODY_TOO_DEEP: 422,
  TOO_MANY_VALUES: 422,
  CONTENT_TYPE: 415,
  INVALID_FIELD: 422,
  SCHEMA_VIOLATION: 422,
  OVERLOADED: 429,
  TOO_MANY_SESSIONS: 429,
  TOO_MANY_CLIENTS: 429,
  INTERNAL: 500,
  UPSTREAM_UNAVAILABLE: 502,
  STORE_UNAVAILABLE: 503,
  DRAINING: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Details {
  readonly field?: string;
  readonly hint?: string;
  /** Fields next to `error` in the body. */
  readonly more?: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Handlers throw it; the server sends it as the response. */
export class HttpProblem extends Error {
  readonly status: number;

  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly details: Details = {},
  ) {
    super(message);
    this.status = PROBLEMS[code];
  }

  body(): Problem {
    const { field, hint, more } = this.details;
    const error = {
      ...{ code: this.code, message: this.message },
      ...(field !== undefined && { field }),
      ...(hint !== undefined && { hint }),
    };
    return { error, ...more };
  }
}
