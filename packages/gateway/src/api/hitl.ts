import { z } from 'zod';
import { decisionLogShape } from './decision-log.js';
import { operatorId, orderShape, time } from './shapes.js';

const reason = z.string().max(2000).optional();
const agent_id = z
  .string()
  .max(256)
  .optional()
  .describe('Only this agent, in a session with several agents; it must be one of them.');
const command_id = z
  .string()
  .max(256)
  .optional()
  .describe('Makes the command idempotent: a repeated id does nothing.');
const base = { operator_id: operatorId, agent_id, reason, command_id };

/** The parts of a step that a person may change. */
const change = z
  .object({
    cognition: z.object({ intent: z.string().min(1).max(100_000).optional() }).optional(),
    action: z
      .object({
        tool_call: z.string().max(100_000).optional(),
        tool_input: z.unknown().optional(),
        status: decisionLogShape.shape.action.shape.status.optional(),
      })
      .optional(),
  })
  .describe('Only these fields are changed.');
export type StepChange = z.infer<typeof change>;

export const pauseShape = z.object(base);
export const injectShape = z.object({ ...base, message: z.string().min(1).max(20_000) });
export const rewriteShape = z.object({
  ...base,
  seq: z.number().int().nonnegative().optional().describe('A held step; default: the first one.'),
  message: change,
  text: z.string().max(20_000).optional().describe('The message for the agent.'),
});
export const gateDecisionShape = z.object({
  ...base,
  message: change.optional(),
  text: z.string().max(20_000).optional(),
});
export const overrideShape = z.object({
  ...base,
  isConfirmed: z.boolean().optional(),
  acceptsOff: z.boolean().optional(),
  rescue: z.boolean().optional().describe('Set by the rescue command, rutbreak session override.'),
});
export const endShape = z.object(base);

export const commandAckShape = orderShape
  .omit({ directives: true, stop_status: true, actions: true })
  .extend({
    session_id: z.string(),
    state: z.enum(['active', 'paused', 'ended']),
    changed: z.boolean().describe('False: nothing changed.'),
    forwarded: z.number().int().describe('Number of held steps that count now.'),
  });
export type CommandAck = z.infer<typeof commandAckShape>;

export const killShape = z.object({
  operator_id: operatorId,
  reason,
  confirm_token: z.string().max(100).optional().describe('From the first response; valid for a minute.'),
  confirm: z.string().max(100).optional().describe('"STOP ALL"'),
});
export const killAckShape = z.object({
  active: z.boolean(),
  confirm_token: z.string().optional(),
  expires_at: time.optional(),
  message: z.string(),
});
export const killStateShape = z.object({
  active: z.boolean(),
  by: z.string().nullable(),
  at: time.nullable(),
  reason: z.string().nullable(),
});
export type KillState = z.infer<typeof killStateShape>;

const auditEntryShape = z.object({
  id: z.number().int(),
  session_id: z.string(),
  at: time,
  operator_id: z.string(),
  command: z.string(),
  before_hash: z.string(),
  after_hash: z.string(),
  detail: z.unknown(),
});
export const auditListShape = z.object({
  entries: z.array(auditEntryShape),
  next: z.number().int().nullable().describe('Pass it as `before` for the next page.'),
});
