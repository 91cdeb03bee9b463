import { z } from 'zod';
import { MAX_SEQ, orderShape, severityShape } from './shapes.js';

const text = z.string().min(1).max(100_000);
const name = z.string().min(1).max(256);

/** One step of an agent, as it reports it. The gateway stores unknown fields and ignores them. */
export const decisionLogShape = z.looseObject({
  meta: z.looseObject({
    trace_id: name.describe('The id of this step; later steps refer to it with parent_step_id.'),
    parent_step_id: name.nullish(),
    timestamp: z
      .union([z.number(), z.string().max(64)])
      .refine((value) => Number.isFinite(typeof value === 'number' ? value : Date.parse(value)), {
        message: 'must be milliseconds or an ISO date',
      }),
    cluster_id: name.nullish(),
    session_id: name.nullish().describe('Default: cluster_id and agent_id together.'),
    seq: z
      .number()
      .int()
      .nonnegative()
      .max(MAX_SEQ)
      .nullish()
      .describe('For retries: a known number is skipped.'),
  }),
  identity: z.looseObject({ agent_id: name, agent_type: name, capability_version: name }),
  cognition: z.looseObject({
    intent: text,
    reasoning_chain: z.array(z.string()).max(1000).nullish(),
    confidence_score: z.number().nullish(),
    strategy_used: z.string().nullish(),
    entropy_score: z
      .number()
      .nullish()
      .describe("The agent's own score; the gateway replaces it with its own."),
  }),
  action: z.looseObject({
    tool_call: z.string().max(100_000).nullish(),
    tool_input: z.unknown().optional(),
    tool_output_summary: z.string().nullish(),
    status: z.enum(['success', 'failure', 'pending', 'skipped']),
  }),
  state_delta: z
    .looseObject({
      added_to_memory: z.array(z.unknown()).max(10_000).nullish(),
      tokens_consumed: z.number().nullish(),
      cumulative_session_cost: z.number().nullish(),
    })
    .nullish(),
  control: z
    .looseObject({
      hitl_required: z.boolean().nullish().describe('A person must approve the step before it counts.'),
      interrupt_signal: z.unknown().optional(),
      is_terminal: z.boolean().nullish().describe('The session ends with this step.'),
    })
    .nullish(),
});
export type DecisionLog = z.infer<typeof decisionLogShape>;

export const messagesShape = z.union([
  decisionLogShape,
  z.array(decisionLogShape),
  z.object({ messages: z.array(decisionLogShape) }),
]);

export const messageAckShape = orderShape.extend({
  status: z.literal('accepted'),
  session_id: z.string(),
  seq: z.number().int().describe('The sequence number of the step in its session.'),
  entropy_score: z
    .number()
    .nullable()
    .describe('Fraction of distinct steps in the window; null before the first step.'),
  severity: severityShape,
  held: z.boolean().describe('The session waits for a person: the step is stored and counts later.'),
  duplicate: z.boolean().describe('The step is a duplicate; it changed nothing.'),
  gate_id: z.string().optional().describe('The gate at which a person decides about this step.'),
});
export type MessageAck = z.infer<typeof messageAckShape>;

const refusedItemShape = z.object({
  status: z.literal('refused'),
  code: z.string(),
  field: z.string(),
  message: z.string(),
});
export type RefusedItem = z.infer<typeof refusedItemShape>;

export const messageBatchAckShape = z.object({
  accepted: z.number().int(),
  refused: z.number().int(),
  results: z
    .array(z.union([messageAckShape, refusedItemShape]))
    .describe('One result for each message, in order.'),
});
