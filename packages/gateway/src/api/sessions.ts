import { z } from 'zod';
import { outcomesShape } from './events.js';
import { discrepancyShape, amountShape, loopFiguresShape, meaningOf, rungsShape } from './figures.js';
import { actionShape, directiveShape, severityShape, stopStatusShape, time } from './shapes.js';

export const nodeStateShape = z.enum([
  'idle',
  'active',
  'alert_entropy',
  'warning',
  'schema_violation',
  'paused',
  'dead',
]);
export type NodeState = z.infer<typeof nodeStateShape>;

export const edgeKindShape = z
  .enum(['spawned', 'handed', 'messaged'])
  .describe('spawned: the first step came from there; handed: later work did; messaged: a message did.');

export const sessionSummaryShape = z.object({
  id: z.string(),
  state: z.enum(['active', 'paused', 'ended']),
  node_state: nodeStateShape,
  ...{ agent_id: z.string(), agent_type: z.string() },
  model: z.string(),
  cluster_id: z.string(),
  created_at: time,
  updated_at: time,
  events: z.number().int().describe('Number of events received.'),
  held: z.number().int().describe('Number of events that wait for a person.'),
  entropy_score: z.number().nullable(),
  severity: severityShape,
  status: z.enum(['healthy', 'suspicious', 'looping']),
  action: actionShape,
  stop_status: stopStatusShape,
  loops: z.number().int(),
  last_loop: z.string().nullable().describe('The last loop in one line.'),
  open_gates: z.number().int(),
  cost: z.number().describe('As reported by the agent.'),
  tokens: z.number(),
  version: z.number().int(),
  parents: z
    .array(
      z.object({
        session: z.string(),
        kind: z.enum(['spawned', 'handed']),
        count: z.number().int().optional(),
      }),
    )
    .describe('Sessions that led to this one: the one that started it, and others that handed work over.'),
  orphan: z.boolean().describe('Its parent never arrived.'),
  saved: amountShape.describe(meaningOf('session.saved')),
  wasted: amountShape.describe(meaningOf('session.wasted')),
  resets: z.number().int().describe(meaningOf('session.resets')),
  refused: z.number().int().describe(meaningOf('session.refused')),
  open_loops: z.number().int().describe(meaningOf('session.open_loops')),
  discrepancy: discrepancyShape.optional(),
  agents: z
    .object({
      nodes: z.array(
        z.object({ agent_id: z.string(), agent_type: z.string(), state: nodeStateShape, updated_at: time }),
      ),
      handoffs: z
        .array(
          z.object({
            from: z.string(),
            to: z.string(),
            kind: edgeKindShape.optional(),
            count: z.number().int().optional(),
            ring: z.boolean().optional(),
          }),
        )
        .describe('Hand-offs and messages from agent to agent.'),
    })
    .optional()
    .describe('Only for sessions with several agents.'),
});
export type SessionSummary = z.infer<typeof sessionSummaryShape>;

export const gateShape = z.object({
  id: z.string(),
  seq: z.number().int(),
  trace_id: z.string(),
  intent: z.string(),
  tool_call: z.string(),
  opened_at: time,
  expires_at: time,
  on_timeout: z.enum(['approve', 'reject']),
  status: z.enum(['open', 'approved', 'rewritten', 'rejected', 'expired']),
  decided_by: z.string().nullable(),
  decided_at: time.nullable(),
});
export type Gate = z.infer<typeof gateShape>;

export const sessionDetailShape = sessionSummaryShape.extend({
  paused: z.object({ by: z.string(), at: time, reason: z.string() }).nullable(),
  gates: z.array(gateShape),
  pending: z.array(directiveShape).describe('Messages for the next acknowledgement.'),
  summary: z.string().describe('"2 detected loops (tool_repetition, …), both recovered"'),
  preset: z.string().nullable().describe('The preset that judges its events; null before the first one.'),
  is_off: z.boolean().describe('A person switched detection off for this session.'),
  override: z
    .object({ friction: z.string(), allowed: z.boolean(), warning: z.string() })
    .nullable()
    .describe('Requirements for an override now.'),
  ladder: z
    .object({
      rung: z.string().describe('The last intervention: observe, nudge, redirect, block, pause or stop.'),
      count: z.number().int().describe('Number of interventions.'),
      gate: z.string().nullable().describe('The intervention in force for the next call.'),
      rungs: rungsShape,
    })
    .describe('The state of escalation.'),
  packet: z
    .object({
      packet_id: z.string(),
      content: z.unknown().describe('The event, redacted.'),
      loop_metadata: z.object({
        detected_at: z.string(),
        loop_type: z.string(),
        pattern: z.string(),
        pattern_hash: z.string(),
        reset_count: z.number().int(),
        previous_attempts: z
          .array(z.object({ approach_summary: z.string(), failed_at: z.string() }))
          .readonly(),
      }),
    })
    .nullable()
    .describe('The event at the last reset.'),
  outcomes: outcomesShape.optional(),
});
export type SessionDetail = z.infer<typeof sessionDetailShape>;

export const sessionListShape = z.object({
  sessions: z.array(sessionSummaryShape),
  next: z.string().nullable().describe('Pass it as `after` for the next page.'),
  total: z.number().int(),
});

const storedEventShape = z.object({
  seq: z.number().int(),
  at: time,
  door: z.enum(['messages', 'events', 'traces', 'hooks']),
  held: z.boolean(),
  agent: z.string().optional().describe('The event was held because this agent, one of several, was paused.'),
  body: z.unknown().describe('The event or message, redacted.'),
});
export type StoredEvent = z.infer<typeof storedEventShape>;

export const eventListShape = z.object({
  events: z.array(storedEventShape),
  next: z.number().int().nullable().describe('Pass it as `from` for the next page.'),
});

const evidenceShape = z.object({
  events: z.array(z.number().int()).describe('Numbers of the events that repeat, oldest first.'),
  elements: z.array(z.string()).describe('Short descriptions of the repeated steps.'),
  count: z.number().int(),
  window: z.number().int().describe('Number of examined items.'),
  first: z.number().int(),
  last: z.number().int(),
  examples: z.array(z.string()),
  variations: z.array(z.string()).describe('Differences between the repeats that do not count as progress.'),
});

export const loopShape = z.object({
  id: z.string(),
  session_id: z.string(),
  category: z.string(),
  detector: z.string(),
  brief: z.string(),
  score: z.number(),
  first_seq: z.number().int().describe('The first event of the first repeat.'),
  last_seq: z.number().int().describe('The newest event of the loop.'),
  first_at: time,
  last_at: time,
  rung: z.string().describe('The strongest intervention so far.'),
  count: z.number().int().describe('Number of interventions because of this loop.'),
  outcome: z.enum(['open', 'recovered', 'failed', 'overridden']),
  evidence: evidenceShape,
  text: z.string().describe('The last message to the agent.'),
  pattern: z.string().describe('The id of the pattern in the archive.'),
  feedback: z.enum(['correct', 'false-positive']).nullable(),
  figures: loopFiguresShape,
});
export type Loop = z.infer<typeof loopShape>;

export const loopListShape = z.object({ loops: z.array(loopShape) });
