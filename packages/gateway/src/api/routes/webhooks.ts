import { z } from 'zod';
import { removedShape } from '../admin.js';
import type { Route } from './route.js';
import { operatorId } from '../shapes.js';
import {
  createdWebhookShape,
  newWebhookShape,
  webhookListShape,
  webhookShape,
  webhookTestShape,
} from '../webhooks.js';

const unknown = { 404: 'There is no such webhook.' };
const example = {
  ...{ id: 'wh_1', url: 'https://hooks.example/rutbreak', topics: ['interventions'], state: 'active' },
  template: 'plain',
  ...{ created_at: 1771668000000, delivered: 0, failed: 0, last_error: null },
  ...{ last_delivered_at: null, next_try_at: null },
};

export const webhookRoutes = {
  listWebhooks: {
    ...{ method: 'GET', path: '/v1/webhooks', scope: 'control', reply: webhookListShape },
    summary: 'The webhooks and their delivery state, without secrets.',
    example: { reply: { webhooks: [example] } },
  },
  createWebhook: {
    ...{ method: 'POST', path: '/v1/webhooks', scope: 'control', body: newWebhookShape },
    summary:
      'Sends every broadcast on these topics to an address from now on. A delivery is `POST {id, type, timestamp, session_id, data}`, signed as in Standard Webhooks: `webhook-id` (the same each time that this event is sent to this address: drop what you have seen), `webhook-timestamp` (seconds) and `webhook-signature`, which is `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body` under the base64 part of the secret. Answer 2xx within 10 s. Otherwise the gateway retries with growing delays; it follows no redirects. Entropy alerts come once per session, until there was none for five minutes.',
    ...{
      reply: createdWebhookShape,
      others: { 409: 'There are too many webhooks.', 422: 'The address is not allowed.' },
    },
    example: {
      body: { operator_id: 'ada', url: 'https://hooks.example/rutbreak', topics: ['interventions'] },
      reply: { ...example, secret: 'whsec_…' },
    },
  },
  enableWebhook: {
    ...{ method: 'POST', path: '/v1/webhooks/{id}/enable', scope: 'control' },
    summary: 'Enables the webhook again and continues where it stopped.',
    ...{ body: z.object({ operator_id: operatorId }), reply: webhookShape, others: unknown },
    example: { body: { operator_id: 'ada' }, reply: example },
  },
  testWebhook: {
    ...{ method: 'POST', path: '/v1/webhooks/{id}/test', scope: 'control', reply: webhookTestShape },
    summary: 'Sends one test delivery and returns the status of the receiver.',
    ...{ body: z.object({ operator_id: operatorId }), others: unknown },
    example: { body: { operator_id: 'ada' }, reply: { delivered: true, status: 204, problem: null } },
  },
  deleteWebhook: {
    ...{ method: 'DELETE', path: '/v1/webhooks/{id}', scope: 'control', summary: 'Deletes the webhook.' },
    ...{ reply: removedShape, others: unknown },
  },
} as const satisfies Readonly<Record<string, Route>>;
