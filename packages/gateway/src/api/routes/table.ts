import { z } from 'zod';
import { adminRoutes } from './admin.js';
import { demoRoutes } from './demo.js';
import { hitlRoutes } from './hitl.js';
import { ingestRoutes } from './ingest.js';
import { muteRoutes } from './mutes.js';
import { readRoutes } from './read.js';
import { webhookRoutes } from './webhooks.js';
import type { Route } from './route.js';

const text = z.string();

/** Every route of the gateway. The key is the operation's name. */
export const ROUTES = {
  ...ingestRoutes,
  ...readRoutes,
  ...hitlRoutes,
  ...adminRoutes,
  ...webhookRoutes,
  ...demoRoutes,
  ...muteRoutes,
  health: {
    ...{ method: 'GET', path: '/healthz', scope: null, summary: 'Liveness: the process responds.' },
    reply: z.object({ status: z.literal('ok') }),
    example: { reply: { status: 'ok' } },
  },
  ready: {
    ...{
      method: 'GET',
      path: '/readyz',
      scope: null,
      summary: 'Readiness: the store is writable, and the gateway accepts work.',
    },
    reply: z.object({ status: z.enum(['ready', 'draining', 'unavailable']) }),
    others: { 503: 'It is shutting down, or the store does not answer.' },
    example: { reply: { status: 'ready' } },
  },
  metrics: {
    ...{
      method: 'GET',
      path: '/metrics',
      scope: 'read',
      summary: 'Metrics in the text format of Prometheus.',
    },
    ...{ reply: text, produces: 'text/plain' },
  },
  openapi: {
    ...{ method: 'GET', path: '/openapi.json', scope: 'read', summary: 'This interface, for programs.' },
    reply: z.looseObject({}),
  },
  docs: {
    ...{ method: 'GET', path: '/docs', scope: 'read', summary: 'This interface, for people.' },
    isPage: true,
    ...{ reply: text, produces: 'text/html' },
  },
} as const satisfies Readonly<Record<string, Route>>;

export type RouteName = keyof typeof ROUTES;
