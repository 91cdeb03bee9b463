import type { z } from 'zod';
import type { Scope } from '../admin.js';

/** One route as data: the server checks with it, /openapi.json and docs/api.md are made from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names of parameters stand in braces: `/v1/sessions/{id}`. */
  readonly path: string;
  /** What a key must be allowed to; none: anybody may ask. */
  readonly scope: Scope | null;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** Bodies are JSON. `isChecked: false` where the handler looks at each item by itself. */
  readonly body?: z.ZodType;
  readonly isChecked?: boolean;
  /** A body that cannot be read is stored and broadcast as a violation. */
  readonly recordsBadBodies?: boolean;
  /** Protobuf is read as well, and comes to the handler as it is. */
  readonly hasProtobuf?: boolean;
  readonly reply: z.ZodType;
  /** Other answers than 200, with what they mean. */
  readonly others?: Readonly<Record<number, string>>;
  /** Of the answer, where it is no JSON. */
  readonly produces?: string;
  readonly example?: { readonly body?: unknown; readonly reply: unknown };
}
