import { messageAckShape, messageBatchAckShape, messagesShape } from './decision-log.js';
import { eventAckShape, eventBatchShape } from './events.js';
import { decisionLogExample, eventAckExample, eventBatchExample, messageAckExample } from './examples.js';
import type { Route } from './route.js';
import { z } from 'zod';

const limits = {
  413: 'The body is larger than 4 MiB.',
  415: 'The content type is not one that this route reads.',
  429: 'Too much at once, or too many sessions; Retry-After says when to try again.',
  503: 'The store does not answer, or the gateway shuts down; nothing was taken in. Try again.',
};

export const ingestRoutes = {
  postMessages: {
    ...{ method: 'POST', path: '/gateway/messages', scope: 'ingest' },
    summary:
      'DecisionLog messages: one, a list, or {messages: […]}. One message gets one acknowledgement; more get a list in the same order.',
    ...{ body: messagesShape, isChecked: false, reply: z.union([messageAckShape, messageBatchAckShape]) },
    others: { ...limits, 422: 'Not one message is valid; the body names the field.' },
    example: { body: decisionLogExample, reply: messageAckExample },
  },
  postEvents: {
    ...{ method: 'POST', path: '/v1/events', scope: 'ingest' },
    summary: 'Native events of one session, in order. Numbers that were seen before are skipped.',
    ...{ body: eventBatchShape, reply: eventAckShape },
    others: {
      ...limits,
      409: 'Events are missing before firstSeq; `expected` says from where to send.',
      422: 'The body is not valid.',
    },
    example: { body: eventBatchExample, reply: eventAckExample },
  },
} as const satisfies Readonly<Record<string, Route>>;
