import type { z } from 'zod';
import type { Scope } from '../admin.js';

/** One route as data: the server validates with it, and /openapi.json and docs/api.md are generated from it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters are in braces: `/v1/sessions/{id}`. */
  readonly path: string;
  /** The required scope; null: no token needed. */
  readonly scope: Scope | null;
  readonly summary: string;
  readonly query?: z.ZodObject;
  /** The JSON body. `isChecked: false` if the handler validates each item itself. */
  readonly body?: z.ZodType;
  readonly isChecked?: boolean;
  /** Records and broadcasts an unreadable body as a violation. */
  readonly recordsBadBodies?: boolean;
  /** Also accepts protobuf and passes it to the handler as bytes. */
  readonly hasProtobuf?: boolean;
  readonly reply: z.ZodType;
  /** Responses other than 200, with their meaning. */
  readonly others?: Readonly<Record<number, string>>;
  /** A page without data: the cookie of a signed-in browser is enough, and others get the sign-in page. */
  readonly isPage?: boolean;
  /** The content type of the response, if it is not JSON. */
  readonly produces?: string;
  readonly example?: { readonly body?: unknown; readonly reply: unknown };
}
