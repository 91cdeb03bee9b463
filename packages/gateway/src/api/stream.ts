import { z } from 'zod';
import { nodeStateShape, topologyEdgeShape, topologyNodeShape } from './sessions.js';
import { time } from './shapes.js';

/** Everything that is broadcast, by topic. `{id}` stands for a session. */
export const TOPICS = {
  'gateway:messages': z.unknown().describe('A DecisionLog as it was taken in, with our entropy_score.'),
  'gateway:violations': z.object({
    event_type: z.literal('schema_violation'),
    session_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    field: z.string(),
    message: z.string(),
    raw_payload_hash: z.string().describe('SHA-256 of what came; the payload itself is never kept.'),
    at: time,
  }),
  'gateway:entropy_alerts': z.object({
    event_type: z.literal('entropy_alert'),
    session_id: z.string(),
    agent_id: z.string(),
    entropy_score: z.number(),
    window_size: z.number().int(),
    repeated_pattern: z.object({ intent: z.string(), tool_call: z.string(), action_status: z.string() }),
    occurrence_count: z.number().int(),
  }),
  'gateway:entropy_discrepancies': z.object({
    event_type: z.literal('entropy_discrepancy'),
    session_id: z.string(),
    agent_id: z.string(),
    reported_score: z.number(),
    entropy_score: z.number(),
    difference: z.number(),
    tolerance: z.number(),
  }),
  'gateway:topology': z.object({
    event_type: z.enum(['node_updated', 'node_orphaned', 'node_removed', 'edge_added', 'cycle_refused']),
    node: topologyNodeShape.optional(),
    previous_state: nodeStateShape.nullish(),
    node_id: z.string().optional().describe('Of a node that was orphaned or removed.'),
    edge: topologyEdgeShape.partial({ kind: true }).optional(),
  }),
  'gateway:control': z.unknown().describe('The kill-switch and changes of the configuration.'),
  sessions: z.unknown().describe('The summary of a session whose state has changed.'),
  loops: z.unknown().describe('A loop that was found, in the form of GET /v1/loops.'),
  interventions: z.object({
    event_type: z.literal('intervention'),
    session_id: z.string(),
    seq: z.number().int(),
    rung: z.string(),
    category: z.string().nullable(),
    brief: z.string(),
    text: z.string(),
    needs_person: z.boolean(),
    notification: z
      .unknown()
      .describe('What to show a person: status line, toast, details, terms of an override.'),
    at: time,
  }),
  'session:hitl:{id}': z.unknown().describe('Commands, gates and what became of them.'),
  'session:dag:{id}': z
    .unknown()
    .describe('Nodes and edges as they come: node_added, edge_added, node_orphaned, cycle_refused.'),
} as const;
