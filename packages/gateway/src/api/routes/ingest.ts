import { messageAckShape, messageBatchAckShape, messagesShape } from '../decision-log.js';
import { eventAckShape, eventBatchShape, hookShape } from '../events.js';
import {
  decisionLogExample,
  eventAckExample,
  eventBatchExample,
  hookExample,
  messageAckExample,
  traceRequestExample,
} from '../docs/examples.js';
import { traceAckShape, traceRequestShape } from '../traces.js';
import type { Route } from './route.js';
import { z } from 'zod';

const limits = {
  413: 'The body is larger than 4 MiB.',
  415: 'The content type is not one that this route reads.',
  429: 'Too much at once, or too many sessions; Retry-After says when to try again.',
  503: 'The store is unavailable, or the gateway is shutting down; nothing was stored. Try again.',
};

export const ingestRoutes = {
  postMessages: {
    ...{ method: 'POST', path: '/gateway/messages', scope: 'ingest' },
    summary:
      'DecisionLog messages: one, a list, or {messages: […]}. One message gets one acknowledgement; more get a list in the same order.',
    ...{
      body: messagesShape,
      isChecked: false,
      recordsBadBodies: true,
      reply: z.union([messageAckShape, messageBatchAckShape]),
    },
    others: {
      ...limits,
      422: 'No message is valid, or the body is not JSON; the answer names the field, and a violation is recorded.',
    },
    example: { body: decisionLogExample, reply: messageAckExample },
  },
  postEvents: {
    ...{ method: 'POST', path: '/v1/events', scope: 'ingest' },
    summary:
      'Native events of one session, in order. Known numbers are skipped. Each acknowledgement repeats a block, pause or stop until it is cleared.',
    ...{ body: eventBatchShape, reply: eventAckShape },
    others: {
      ...limits,
      409: 'Events are missing before firstSeq; `expected` says from where to send.',
      422: 'The body is not valid.',
    },
    example: { body: eventBatchExample, reply: eventAckExample },
  },
  postTraces: {
    ...{ method: 'POST', path: '/v1/traces', scope: 'ingest' },
    summary:
      'OTLP/HTTP traces, as JSON or protobuf (application/x-protobuf), gzipped or not: spans of tools and models (GenAI conventions, OpenInference, AI SDK) become events of the session that gen_ai.conversation.id, session.id or the trace names; other spans are ignored. The response has the encoding of the request.',
    ...{ body: traceRequestShape, hasProtobuf: true, reply: traceAckShape },
    others: { ...limits, 400: 'Neither JSON nor protobuf.', 422: 'The body is not valid.' },
    example: { body: traceRequestExample, reply: {} },
  },
  postHook: {
    ...{ method: 'POST', path: '/v1/hooks/{agent}', scope: 'ingest' },
    summary:
      "A coding agent's HTTP hook (claude-code, codex, gemini, opencode): the body is the hook's input, the response its output. Fails open: without a decision the response is {}, and the header x-rutbreak-unguarded says why.",
    ...{ body: hookShape, reply: hookShape },
    others: {
      ...{ 404: 'No such agent.', 413: limits[413], 415: limits[415] },
      422: 'This is not valid input for a hook of that agent.',
    },
    example: { body: hookExample, reply: {} },
  },
} as const satisfies Readonly<Record<string, Route>>;
