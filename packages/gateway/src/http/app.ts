import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Route } from '../api/route.js';
import { type RouteName, ROUTES } from '../api/routes.js';
import { errorFields, type Log, type LogFields } from '../ops/log.js';
import type { Access } from '../security/access.js';
import { readBodies } from './bodies.js';
import { checkCaller, checkPlace } from './door.js';
import type { Call, Handlers } from './handler.js';
import { readParts } from './parts.js';
import { closerOf } from './drain.js';
import { answerProblem, HEADERS } from './answer.js';
import { HttpProblem } from './problem.js';

export interface AppOptions {
  readonly handlers: Handlers;
  readonly access: Access;
  /** Known only once the server listens. */
  readonly hosts: () => ReadonlySet<string>;
  readonly isDraining: () => boolean;
  readonly log: Log;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly bodyLimit?: number;
}

const BODY_LIMIT = 4 * 1024 * 1024;

/** The server: every route of the interface behind the same doors. */
export function createApp(options: AppOptions): {
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
} {
  const app = Fastify({
    ...{ logger: false, bodyLimit: options.bodyLimit ?? BODY_LIMIT, requestTimeout: 10_000 },
    routerOptions: { maxParamLength: 2000 },
    ...(options.tls && { https: options.tls }),
  }) as FastifyInstance;
  app.server.headersTimeout = 10_000;
  const close = closerOf(app);
  readBodies(app);
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(HEADERS);
    checkPlace(request, options.hosts());
    done();
  });
  logRequests(app, options.log);
  app.setErrorHandler((error, request, reply) =>
    answerProblem(error, request, reply, (cause) => {
      options.log('error', 'a request failed', { ...placeOf(request), ...errorFields(cause) });
    }),
  );
  // Behind the door as well: a stranger does not learn which routes there are.
  app.setNotFoundHandler({ preHandler: (request: FastifyRequest) => known(request, options) }, () => {
    throw new HttpProblem('NOT_FOUND', 'There is no such route.', { hint: 'GET /openapi.json lists them.' });
  });
  for (const name of Object.keys(options.handlers) as RouteName[]) addRoute(app, name, options);
  return { app, close };
}

/** The route, not the address: that may have a token or a session's name in it. */
function placeOf({ method, routeOptions }: FastifyRequest): LogFields {
  return { method, route: routeOptions.url ?? '' };
}

function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime } = reply;
    const level = status >= 500 ? 'warn' : 'debug';
    log(level, 'request', { ...placeOf(request), status, ms: Math.round(elapsedTime * 10) / 10 });
    done();
  });
}

async function known(request: FastifyRequest, { access }: AppOptions): Promise<void> {
  await checkCaller(request, access, undefined);
}

function addRoute(app: FastifyInstance, name: RouteName, options: AppOptions): void {
  const route: Route = ROUTES[name];
  const handle = options.handlers[name] as (call: Call) => unknown;
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Before the body is read: nobody makes us parse what they may not send.
    async onRequest(request) {
      if (route.scope === null) return;
      request.identity = await checkCaller(request, options.access, route.scope);
      if (options.isDraining() && route.scope === 'ingest')
        throw new HttpProblem('DRAINING', 'The gateway is shutting down.', { retryAfter: 1 });
    },
    async handler(request, reply) {
      const result = await handle(callOf(route, request, reply));
      return reply.sent || result === undefined ? reply : result;
    },
  });
}

function callOf(route: Route, request: FastifyRequest, reply: FastifyReply): Call {
  return {
    ...readParts(route, request),
    identity: request.identity ?? { name: 'anybody', scopes: [] },
    request,
    reply,
  };
}
