import { redact } from '@rutbreak/core';
import { z } from 'zod';

/** The next action for an agent, part of every acknowledgement. */
export const actionShape = z
  .enum(['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'])
  .describe('The next action for the agent.');
export type Action = z.infer<typeof actionShape>;

export const stopStatusShape = z
  .enum(['LOOP_DETECTED', 'BUDGET_EXHAUSTED'])
  .nullable()
  .describe('Why the agent must stop; null otherwise. An exhausted budget is never called a loop.');

export type StopStatus = z.infer<typeof stopStatusShape>;

export const severityShape = z.enum(['LOOP', 'WARNING', 'NORMAL']);
export type SeverityLevel = z.infer<typeof severityShape>;

const MAX_ID = 256;

/** Sequence numbers stay far below 2^53, so that adding one is exact. */
export const MAX_SEQ = 2 ** 48;

export const sessionId = z.string().min(1).max(MAX_ID).describe('The session, one agent run.');
/** A short text that a person chose and that is stored. Secrets in it are taken out when the request is read. */
export const storedName = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(most)
    .overwrite((name) => redact(name));

export const operatorId = storedName(MAX_ID).describe(
  'The person who gives the command, for the audit trail.',
);
export const time = z.number().describe('Milliseconds since 1970.');

export const problemShape = z.object({
  error: z.object({
    code: z.string().describe('For programs: compare this, not the text.'),
    message: z.string(),
    field: z.string().optional().describe('The path of the invalid field.'),
    hint: z.string().optional().describe('How to fix it.'),
  }),
});
export type Problem = z.infer<typeof problemShape>;

/** A message from a person to the agent, delivered with an acknowledgement. */
export const directiveShape = z.object({
  id: z.string(),
  kind: z.enum(['inject', 'rewrite', 'gate']),
  text: z.string(),
  /** Of a gate. */
  gate_id: z.string().optional(),
  decision: z.enum(['approve', 'rewrite', 'reject']).optional(),
  /** The replacement for the step. */
  message: z.unknown().optional(),
});
export type Directive = z.infer<typeof directiveShape>;

/** The part of an acknowledgement that tells the agent what to do. */
export const orderShape = z.object({
  action: actionShape,
  text: z.string().describe('The message for the model; may be empty.'),
  stop_status: stopStatusShape,
  actions: z
    .array(z.string())
    .describe(
      'What else the preset asks the host to do, in order: user-message, checkpoint, switch-model, …',
    ),
  version: z.number().int().describe('Of the session; higher is newer.'),
  directives: z.array(directiveShape).describe('Messages from people, each delivered once.'),
});
export type Order = z.infer<typeof orderShape>;
