import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Route } from '../api/routes/route.js';
import { type RouteName, ROUTES } from '../api/routes/table.js';
import { errorFields, type Log, type LogFields } from '../log.js';
import { readBodies } from './body/bodies.js';
import { type Callers, checkCaller, checkHost } from './auth.js';
import type { Call, Handlers } from './handler.js';
import { readParts } from './body/read-parts.js';
import { closerOf } from './drain.js';
import { answerProblem, HEADERS } from './answer.js';
import { HttpProblem } from './problem.js';

export interface AppOptions {
  readonly handlers: Handlers;
  readonly callers: Callers;
  /** Known only once the server listens. */
  readonly hosts: () => ReadonlySet<string>;
  readonly isDraining: () => boolean;
  readonly log: Log;
  readonly tls?: { readonly key: string; readonly cert: string };
  /** For tests: timeout for receiving a request, in milliseconds. */
  readonly requestMs?: number | undefined;
}

const REQUEST_MS = 10_000;
const BODY_LIMIT = 4 * 1024 * 1024;

/** The server: every route has the same checks for host, origin and token. */
export function createApp(options: AppOptions): {
  readonly app: FastifyInstance;
  readonly close: () => Promise<void>;
} {
  const { requestMs = REQUEST_MS } = options;
  // By default, Node checks for late requests only every 30 s.
  const timing = { connectionsCheckingInterval: Math.min(1000, requestMs) };
  const app = Fastify({
    ...{ logger: false, bodyLimit: BODY_LIMIT, requestTimeout: requestMs },
    routerOptions: { maxParamLength: 2000 },
    ...(options.tls ? { https: { ...options.tls, ...timing } } : { http: timing }),
  }) as FastifyInstance;
  app.server.headersTimeout = requestMs;
  const close = closerOf(app);
  readBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(HEADERS);
    checkHost(request, options.hosts());
    // Before the body is parsed. Without a token, unknown routes look like known ones.
    if (request.is404) await checkCaller(request, options.callers, undefined);
  });
  logRequests(app, options.log);
  app.setErrorHandler((error, request, reply) =>
    answerProblem(error, request, reply, (cause) => {
      options.log('error', 'request failed', { ...placeOf(request), ...errorFields(cause) });
    }),
  );
  // Runs after the token check, so only authenticated callers learn which routes exist.
  app.setNotFoundHandler(() => {
    throw new HttpProblem('NOT_FOUND', 'There is no such route.', { hint: 'GET /openapi.json lists them.' });
  });
  for (const name of Object.keys(options.handlers) as RouteName[]) addRoute(app, name, options);
  return { app, close };
}

/** The route pattern instead of the URL, which may contain a token or a session id. */
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

function addRoute(app: FastifyInstance, name: RouteName, options: AppOptions): void {
  const route: Route = ROUTES[name];
  const handle = options.handlers[name] as (call: Call) => unknown;
  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { recordsBadBodies: route.recordsBadBodies ?? false },
    // Before the body is parsed.
    async onRequest(request) {
      if (route.scope === null) return;
      request.identity = await checkCaller(request, options.callers, route.scope);
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
