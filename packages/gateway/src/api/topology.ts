import { z } from 'zod';
import { edgeKindShape, nodeStateShape } from './sessions.js';
import { time } from './shapes.js';

const dagNodeShape = z.object({
  id: z.string(),
  parent: z.string().nullable(),
  seq: z.number().int(),
  at: time,
  intent: z.string(),
  tool_call: z.string(),
  status: z.string(),
  agent_id: z.string(),
  orphan: z.boolean().describe('Its parent never arrived, so it is attached to the root.'),
  waiting: z.boolean().describe('Its parent may still arrive.'),
  cycle_refused: z.boolean().describe('Its edge would have closed a cycle.'),
  parent_session: z.string().nullable().describe('The session of the parent, if it is another one.'),
});
export type DagNode = z.infer<typeof dagNodeShape>;

export const dagShape = z.object({
  session_id: z.string(),
  nodes: z.array(dagNodeShape),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
  root: z.string(),
  interventions: z
    .array(
      z.object({
        seq: z.number().int().nullable(),
        node: z.string().nullable().describe('The step at which it happened.'),
        at: time,
        by: z.string().describe('"rutbreak", or the person.'),
        what: z.string().describe('A rung, or the command of a person.'),
        brief: z.string(),
        times: z
          .number()
          .int()
          .optional()
          .describe('In a long session, several of the same rung in a row are one, with their number.'),
      }),
    )
    .describe('Interventions of the guard and commands of people, oldest first.'),
});

export const topologyNodeShape = z.object({
  id: z.string(),
  session_id: z
    .string()
    .optional()
    .describe('For an agent in a session with several agents: the session. Commands to it name `agent_id`.'),
  agent_id: z.string(),
  agent_type: z.string(),
  cluster_id: z.string(),
  state: nodeStateShape,
  entropy_score: z.number().nullable(),
  updated_at: time,
  orphan: z.boolean().describe('Its parent never arrived, so it is attached to the root.'),
});
export type TopologyNode = z.infer<typeof topologyNodeShape>;

export const topologyEdgeShape = z.object({
  from: z.string(),
  to: z.string(),
  kind: edgeKindShape,
  weight: z.number().int().describe('Number of hand-offs or messages so far.'),
  ring: z.boolean().describe('Part of a detected loop between agents: a hand-off ring.'),
});

export type TopologyEdge = z.infer<typeof topologyEdgeShape>;

export const topologyShape = z.object({
  nodes: z.array(topologyNodeShape),
  edges: z
    .array(topologyEdgeShape)
    .describe(
      'Directed edges between sessions, and between agents of one session. They may form a cycle, unlike the steps of a session.',
    ),
});
