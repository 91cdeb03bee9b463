import { z } from 'zod';
import { configShape } from './admin.js';
import { decisionLogShape } from './decision-log.js';
import { demoEventShape } from './demo.js';
import { killStateShape } from './hitl.js';
import { gateShape, loopShape, nodeStateShape, sessionSummaryShape } from './sessions.js';
import { topologyEdgeShape, topologyNodeShape } from './topology.js';
import { time } from './shapes.js';

const session_id = z.string();
const operator_id = z.string();

const topologyChange = z.discriminatedUnion('event_type', [
  z.object({
    event_type: z.literal('node_updated'),
    node: topologyNodeShape,
    previous_state: nodeStateShape.nullable(),
  }),
  z.object({ event_type: z.literal('node_orphaned'), node_id: z.string(), missing: z.string() }),
  z
    .object({ event_type: z.literal('node_removed'), node_id: z.string() })
    .describe('When the node of a session is removed, the nodes of its agents are removed, too.'),
  z
    .object({ event_type: z.enum(['edge_added', 'edge_updated']), edge: topologyEdgeShape })
    .describe('A new edge, or a new weight or ring of a known one.'),
  z.object({ event_type: z.literal('cycle_refused'), edge: z.object({ from: z.string(), to: z.string() }) }),
]);

const control = z.discriminatedUnion('event_type', [
  killStateShape.extend({ event_type: z.enum(['kill_switch_on', 'kill_switch_off']), operator_id }),
  z.object({
    event_type: z.literal('config_changed'),
    operator_id,
    version: z.number().int(),
    config: configShape,
  }),
  z.object({
    event_type: z.literal('webhook_disabled'),
    id: z.string(),
    url: z.string(),
    why: z.string(),
  }),
]);

const loopEvent = z.discriminatedUnion('event_type', [
  loopShape.extend({ event_type: z.literal('loop') }),
  z.object({
    event_type: z.literal('recovery'),
    session_id,
    at: time,
    loop: z.string().describe('The id of the loop.'),
    identity: z.string(),
    strategy: z.string(),
    outcome: z.enum(['successful', 'failed']),
  }),
  z
    .looseObject({ event_type: z.literal('shadow_detection'), session_id, seq: z.number().int(), at: time })
    .extend({
      detector: z.string(),
      category: z.string(),
      score: z.number(),
      identity: z.string(),
      count: z.number().int(),
      elements: z.array(z.string()).readonly(),
    })
    .describe('A detector in shadow mode found a loop; the guard did not act.'),
  z
    .looseObject({ event_type: z.literal('loop_detection'), session_id, seq: z.number().int(), at: time })
    .describe('How the preset matrix classified a round: classification, action and streaks.'),
  z
    .looseObject({ event_type: z.literal('drift_alert'), session_id, seq: z.number().int(), at: time })
    .describe('An alert of the preset drift: its pattern, and whether it is a blip or a trend.'),
]);

const hitlEvent = z.discriminatedUnion('event_type', [
  z.object({ event_type: z.literal('gate_opened'), session_id, gate: gateShape }),
  z.object({
    event_type: z.enum([
      'pause',
      'unpause',
      'end',
      'inject',
      'rewrite',
      'override',
      'gate_approved',
      'gate_rewritten',
      'gate_rejected',
      'gate_expired',
      'lift_refused',
      'action_outcomes',
    ]),
    session_id,
    operator_id,
    at: time,
    detail: z.unknown(),
    state: z.enum(['active', 'paused', 'ended']),
  }),
]);

const dagChange = z.discriminatedUnion('event_type', [
  z.object({ event_type: z.literal('node_added'), session_id, id: z.string(), waiting: z.boolean() }),
  z.object({
    event_type: z.literal('edge_added'),
    session_id,
    from: z.string(),
    to: z.string(),
    from_session: z.string().optional(),
  }),
  z.object({ event_type: z.literal('node_orphaned'), session_id, id: z.string(), missing: z.string() }),
  z.object({ event_type: z.literal('cycle_refused'), session_id, from: z.string(), to: z.string() }),
]);

/** All broadcasts, by topic. `{id}` stands for a session. Store, stream and page take their types from this table. */
export const TOPICS = {
  'gateway:messages': decisionLogShape
    .extend({ session_id, seq: z.number().int() })
    .describe('A DecisionLog as it was stored, with our entropy_score.'),
  'gateway:violations': z.object({
    event_type: z.literal('schema_violation'),
    session_id: z.string().nullable(),
    agent_id: z.string().nullable(),
    field: z.string(),
    message: z.string(),
    raw_payload_hash: z.string().describe('SHA-256 of the payload; the payload itself is never stored.'),
    at: time,
  }),
  'gateway:entropy_alerts': z.object({
    event_type: z.literal('entropy_alert'),
    session_id,
    agent_id: z.string(),
    entropy_score: z.number(),
    window_size: z.number().int(),
    repeated_pattern: z.object({ intent: z.string(), tool_call: z.string(), action_status: z.string() }),
    occurrence_count: z.number().int(),
  }),
  'gateway:entropy_discrepancies': z.object({
    event_type: z.literal('entropy_discrepancy'),
    session_id,
    agent_id: z.string(),
    reported_score: z.number(),
    entropy_score: z.number(),
    difference: z.number(),
    tolerance: z.number(),
    at: time,
  }),
  'gateway:topology': topologyChange,
  'gateway:control': control.describe('The kill-switch, configuration changes, disabled webhooks.'),
  sessions: sessionSummaryShape
    .extend({ event_type: z.literal('session') })
    .describe('The summary of a session whose state has changed.'),
  loops: loopEvent.describe('Loops, recoveries and detections.'),
  interventions: z.object({
    event_type: z.literal('intervention'),
    session_id,
    seq: z.number().int(),
    rung: z.string(),
    category: z.string().nullable(),
    brief: z.string(),
    text: z.string(),
    needs_person: z.boolean(),
    notification: z
      .unknown()
      .describe('Texts for people: status line, toast, details, terms of an override.'),
    at: time,
  }),
  demo: demoEventShape.describe('Captions of the demo fleet, and when it starts and stops.'),
  'session:hitl:{id}': hitlEvent.describe('Commands of people, gates and their outcome.'),
  'session:dag:{id}': dagChange.describe('Nodes and edges as they arrive.'),
} as const;

export type Topic = keyof typeof TOPICS;
/** A topic as it is stored and sent, with the session in place of `{id}`. */
export type BroadcastTopic = Topic extends infer T
  ? T extends `${infer Start}{id}`
    ? `${Start}${string}`
    : T
  : never;
export type TopicBody<T extends Topic> = z.infer<(typeof TOPICS)[T]>;

/** One broadcast, checked by the compiler against the table. */
export function broadcastOf<T extends Topic>(
  topic: T,
  at: number,
  body: TopicBody<T>,
  session = '',
): { readonly topic: BroadcastTopic; readonly at: number; readonly body: string } {
  const stored = topic.replace('{id}', () => session) as BroadcastTopic;
  return { topic: stored, at, body: JSON.stringify(body) };
}
