import { z } from 'zod';
import { operatorId, time } from './shapes.js';
import { TOPICS } from './stream.js';

const OF_SESSIONS = ['session:hitl:', 'session:dag:'];

const topicShape = z
  .string()
  .max(300)
  .refine((topic) => topic in TOPICS || OF_SESSIONS.some((start) => topic.startsWith(start)), {
    message: 'is no topic of the stream',
  });

export const newWebhookShape = z.object({
  operator_id: operatorId,
  url: z.string().min(1).max(2000).describe('https:// or http://; private networks are refused.'),
  topics: z
    .array(topicShape)
    .min(1)
    .max(20)
    .describe('Topics of the stream; session:hitl:* is every session.'),
});

export const webhookShape = z.object({
  id: z.string(),
  url: z.string(),
  topics: z.array(z.string()),
  created_at: time,
  state: z
    .enum(['active', 'failing', 'disabled'])
    .describe('Failing: it is tried again at next_try_at. Disabled: after too many failures, or a 410.'),
  delivered: z.number().int(),
  failed: z.number().int(),
  last_error: z.string().nullable(),
  last_delivered_at: time.nullable(),
  next_try_at: time.nullable(),
});
export const createdWebhookShape = webhookShape.extend({
  secret: z.string().describe('Signs every delivery; shown once.'),
});
export const webhookListShape = z.object({ webhooks: z.array(webhookShape) });
