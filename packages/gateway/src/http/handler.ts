import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Route } from '../api/routes/route.js';
import type { RouteName, ROUTES } from '../api/routes/table.js';
import type { HttpProblem } from './problem.js';
import type { Identity } from '../security/access.js';

declare module 'fastify' {
  interface FastifyRequest {
    identity?: Identity;
    /** The bytes of a JSON body. */
    rawBody?: Buffer;
    /** Why the body is unreadable, on routes that record such bodies. */
    bodyProblem?: HttpProblem;
  }
  interface FastifyContextConfig {
    recordsBadBodies?: boolean;
  }
}

/** One validated request. */
export interface Call<Body = unknown, Query = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly identity: Identity;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type BodyOf<R extends Route> = R extends { readonly isChecked: false }
  ? unknown
  : R extends { readonly body: infer B extends z.ZodType }
    ? z.infer<B> | (R extends { readonly hasProtobuf: true } ? Buffer : never)
    : undefined;
type QueryOf<R extends Route> = R extends { readonly query: infer Q extends z.ZodType }
  ? z.infer<Q>
  : undefined;
type ReplyOf<R extends Route> = R['reply'] extends z.ZodType<infer T> ? T : never;

type Handler<Name extends RouteName> = (
  call: Call<BodyOf<(typeof ROUTES)[Name]>, QueryOf<(typeof ROUTES)[Name]>>,
) => Promise<ReplyOf<(typeof ROUTES)[Name]> | undefined> | ReplyOf<(typeof ROUTES)[Name]> | undefined;

/** One handler for each route; a missing one does not compile. */
export type Handlers = { readonly [Name in RouteName]: Handler<Name> };
