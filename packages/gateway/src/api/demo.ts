import { z } from 'zod';
import { operatorId, time } from './shapes.js';

const captionShape = z.object({
  id: z.number().int().describe('Rises.'),
  at: time,
  session_id: z.string(),
  agent_id: z.string(),
  story: z.string(),
  kind: z.enum(['story', 'loop', 'guard', 'person', 'moving', 'ended']),
  text: z.string().describe('One sentence about what happened.'),
});
export type Caption = z.infer<typeof captionShape>;

const demoAgentShape = z.object({
  session_id: z.string(),
  agent_id: z.string(),
  story: z.string(),
  is_loop: z.boolean().describe('False: it looks like a loop, but is healthy and stays green.'),
  state: z.enum(['working', 'looping', 'waiting', 'ended']),
});
export type DemoAgent = z.infer<typeof demoAgentShape>;

export const demoShape = z.object({
  running: z.boolean(),
  started_at: time.nullable(),
  agents: z.array(demoAgentShape),
  captions: z.array(captionShape).describe('The newest first.'),
});
export type DemoStatus = z.infer<typeof demoShape>;

export const demoCommandShape = z.object({ operator_id: operatorId });

export const demoEventShape = z.discriminatedUnion('event_type', [
  captionShape.extend({ event_type: z.literal('caption') }),
  z.object({ event_type: z.enum(['demo_started', 'demo_stopped']), operator_id: z.string(), at: time }),
]);
