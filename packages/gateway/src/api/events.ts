import { z } from 'zod';
import { MAX_SEQ, orderShape, sessionId } from './shapes.js';

/** What became of an action that a preset asked for, as the program that had to carry it out reports it. */
const actionOutcomeShape = z.object({
  at: z
    .number()
    .int()
    .nonnegative()
    .describe('When, in milliseconds. A report that is sent again is kept once.'),
  action: z.string().min(1).max(64),
  result: z.enum(['carried out', 'not carried out']),
  why: z.string().max(300).optional().describe('What was missing.'),
});
export type ActionOutcome = z.infer<typeof actionOutcomeShape>;

export const outcomesShape = z
  .array(actionOutcomeShape)
  .describe(
    'What became of the actions that a preset asked for, as the agent’s program reports it; the newest last.',
  );

/** Native events, in the trace format of @rutbreak/core. */
export const eventBatchShape = z.object({
  session: sessionId,
  firstSeq: z
    .number()
    .int()
    .nonnegative()
    .max(MAX_SEQ)
    .optional()
    .describe('The number of the first event; known numbers are skipped. Omitted: append.'),
  gap: z.boolean().optional().describe('Events before firstSeq are lost: continue without them.'),
  events: z.array(z.unknown()).max(1000).describe('Events of the trace format: {"kind": "call", …}.'),
  agent: z
    .object({
      id: z.string().max(256),
      type: z.string().max(256).optional(),
      model: z.string().max(256).optional(),
      parent: z.string().min(1).max(256).optional().describe('The session that started this one.'),
    })
    .optional(),
  outcomes: z
    .array(actionOutcomeShape)
    .max(50)
    .optional()
    .describe('What became of the actions of earlier decisions.'),
  end: z.boolean().optional().describe('The session ends with this batch.'),
});

export const eventAckShape = orderShape.extend({
  session: z.string(),
  accepted: z.number().int(),
  duplicates: z.number().int(),
  nextSeq: z.number().int().describe('The next expected number.'),
  held: z.boolean(),
  refused: z.array(
    z.object({ index: z.number().int(), code: z.string(), field: z.string().optional(), hint: z.string() }),
  ),
});
export type EventAck = z.infer<typeof eventAckShape>;

/** Input and output of a coding agent's hook, in the agent's own format. */
export const hookShape = z.looseObject({});
