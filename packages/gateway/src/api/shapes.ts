import { z } from 'zod';

/** What an agent is to do next; every acknowledgement says so. */
export const actionShape = z
  .enum(['continue', 'nudge', 'redirect', 'block', 'pause', 'stop'])
  .describe('What the agent is to do next.');
export type Action = z.infer<typeof actionShape>;

export const stopStatusShape = z
  .enum(['LOOP_DETECTED', 'BUDGET_EXHAUSTED'])
  .nullable()
  .describe('Why the agent has to stop; null while it need not. A used-up budget is never called a loop.');

export type StopStatus = z.infer<typeof stopStatusShape>;

export const severityShape = z.enum(['LOOP', 'WARNING', 'NORMAL']);
export type SeverityLevel = z.infer<typeof severityShape>;

const MAX_ID = 256;

/** Numbers of events stay far below 2^53, where adding one no longer changes a number. */
export const MAX_SEQ = 2 ** 48;

export const sessionId = z.string().min(1).max(MAX_ID).describe('The session, one agent run.');
export const operatorId = z
  .string()
  .min(1)
  .max(MAX_ID)
  .describe('Who gives the command; for the audit trail.');
export const time = z.number().describe('Milliseconds since 1970.');

export const problemShape = z.object({
  error: z.object({
    code: z.string().describe('For programs: compare this, not the text.'),
    message: z.string(),
    field: z.string().optional().describe('The field that is wrong, as a path.'),
    hint: z.string().optional().describe('What to do about it.'),
  }),
});
export type Problem = z.infer<typeof problemShape>;

/** Something a person wants the agent to know; it comes with an acknowledgement. */
export const directiveShape = z.object({
  id: z.string(),
  kind: z.enum(['inject', 'rewrite', 'gate']),
  text: z.string(),
  /** Of a gate. */
  gate_id: z.string().optional(),
  decision: z.enum(['approve', 'rewrite', 'reject']).optional(),
  /** What the step is to be instead. */
  message: z.unknown().optional(),
});
export type Directive = z.infer<typeof directiveShape>;

/** The part of an acknowledgement that tells the agent what to do. */
export const orderShape = z.object({
  action: actionShape,
  text: z.string().describe('What to tell the model; may be empty.'),
  stop_status: stopStatusShape,
  actions: z
    .array(z.string())
    .describe(
      'What else the preset asks the host to do, in order: user-message, checkpoint, switch-model, …',
    ),
  version: z.number().int().describe('Of the session; higher is newer.'),
  directives: z.array(directiveShape).describe('What people want the agent to know, each once.'),
});
export type Order = z.infer<typeof orderShape>;
