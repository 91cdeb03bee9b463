import { z } from 'zod';
import { operatorId, time } from './shapes.js';
import { TOPICS } from './stream.js';

const OF_SESSIONS = ['session:hitl:', 'session:dag:'];

const topicShape = z
  .string()
  .max(300)
  .refine((topic) => topic in TOPICS || OF_SESSIONS.some((start) => topic.startsWith(start)), {
    message: 'is not a topic of the stream',
  });

const templateShape = z
  .enum(['plain', 'slack', 'pagerduty'])
  .describe(
    'The form of the body: plain has all data; slack is one line of text; pagerduty is an event of its Events API v2.',
  );

export const newWebhookShape = z.object({
  operator_id: operatorId,
  url: z.string().min(1).max(2000).describe('https:// or http://; private networks are refused.'),
  topics: z
    .array(topicShape)
    .min(1)
    .max(20)
    .describe('Topics of the stream; session:hitl:* matches every session.'),
  template: templateShape.optional(),
  routing_key: z.string().min(1).max(200).optional().describe('For PagerDuty: the key of the integration.'),
});

export const webhookShape = z.object({
  id: z.string(),
  url: z.string(),
  topics: z.array(z.string()),
  template: templateShape,
  created_at: time,
  state: z
    .enum(['active', 'failing', 'disabled'])
    .describe('Failing: the next try is at next_try_at. Disabled: after too many failures, or a 410.'),
  delivered: z.number().int(),
  failed: z.number().int(),
  last_error: z.string().nullable(),
  last_delivered_at: time.nullable(),
  next_try_at: time.nullable(),
});
export const createdWebhookShape = webhookShape.extend({
  secret: z.string().describe('Signs every delivery; shown once.'),
});
export const webhookTestShape = z.object({
  delivered: z.boolean(),
  status: z
    .number()
    .int()
    .nullable()
    .describe('The status that the receiver returned; null without a response.'),
  problem: z.string().nullable(),
});
export const webhookListShape = z.object({ webhooks: z.array(webhookShape) });
