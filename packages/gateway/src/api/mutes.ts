import { z } from 'zod';
import { operatorId, time } from './shapes.js';

const muteShape = z.object({
  id: z.string(),
  pattern: z.string().describe('The `pattern` of a loop.'),
  category: z.string(),
  brief: z.string(),
  by: z.string(),
  reason: z.string(),
  created_at: time,
  expires_at: time,
});
export type Mute = z.infer<typeof muteShape>;

export const newMuteShape = z.object({
  operator_id: operatorId,
  loop: z.string().min(1).max(1000).describe('The id of a loop with this pattern.'),
  hours: z.number().positive().max(720),
  reason: z.string().min(1).max(2000),
});
export const createdMuteShape = muteShape;
export const muteListShape = z.object({ mutes: z.array(muteShape) });

export const bulkShape = z.object({
  operator_id: operatorId,
  command: z.enum(['pause', 'unpause', 'end']),
  sessions: z.array(z.string().min(1).max(256)).min(1).max(500),
  reason: z.string().max(2000).optional(),
});
export const bulkAckShape = z.object({
  results: z.array(
    z.object({
      session_id: z.string(),
      changed: z.boolean(),
      problem: z.string().nullable().describe('Why the command did not work for this session.'),
    }),
  ),
});
