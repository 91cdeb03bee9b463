import { z } from 'zod';
import {
  patternListShape,
  proposalListShape,
  removedShape,
  statsShape,
  violationListShape,
} from '../admin.js';
import { figuresShape } from '../figures.js';
import { loopExample, streamExample, summaryExample } from '../docs/examples.js';
import { auditListShape } from '../hitl.js';
import type { Route } from './route.js';
import { eventListShape, loopListShape, sessionDetailShape, sessionListShape } from '../sessions.js';
import { dagShape, topologyShape } from '../topology.js';
import { orderShape } from '../shapes.js';

const page = z.coerce.number().int().min(1).max(500).optional();
/** An edge needs both of its ends on the map, so the map holds more than a page. */
const mapSize = z.coerce.number().int().min(1).max(2000).optional();
const number = z.coerce.number().int().nonnegative().optional();
const range = {
  from: number.describe('Last active at this time or later, in milliseconds.'),
  to: number.describe('Last active at this time or earlier.'),
  sort: z.enum(['recent', 'waste']).optional().describe('waste: the highest waste first.'),
};
const unknownSession = { 404: 'There is no such session.' };

export const readRoutes = {
  listSessions: {
    ...{ method: 'GET', path: '/v1/sessions', scope: 'read', summary: 'Sessions, the newest first.' },
    query: z.object({
      state: z.enum(['active', 'paused', 'ended']).optional(),
      severity: z.enum(['LOOP', 'WARNING', 'NORMAL']).optional().describe('Filters within the page.'),
      search: z.string().max(256).optional().describe('Part of the id.'),
      ...range,
      after: z.string().max(1000).optional(),
      limit: page,
    }),
    reply: sessionListShape,
    example: { reply: { sessions: [summaryExample], next: null, total: 1 } },
  },
  getSession: {
    ...{ method: 'GET', path: '/v1/sessions/{id}', scope: 'read', summary: 'One session.' },
    ...{ reply: sessionDetailShape, others: unknownSession },
  },
  getControl: {
    ...{ method: 'GET', path: '/v1/sessions/{id}/control', scope: 'ingest' },
    summary: 'The current order for an agent that waits. With `wait`, the response comes when it changes.',
    query: z.object({
      wait: z.coerce.number().min(0).max(60).optional().describe('Seconds.'),
      version: number.describe('The version that the agent knows.'),
      agent_id: z
        .string()
        .max(256)
        .optional()
        .describe('The agent that asks, in a session with several agents.'),
    }),
    ...{ reply: orderShape, others: unknownSession },
  },
  getEvents: {
    ...{
      method: 'GET',
      path: '/v1/sessions/{id}/events',
      scope: 'read',
      summary: 'The events of a session, redacted.',
    },
    query: z.object({ from: number, limit: page }),
    ...{ reply: eventListShape, others: unknownSession },
  },
  getSessionLoops: {
    ...{ method: 'GET', path: '/v1/sessions/{id}/loops', scope: 'read', summary: 'The loops of a session.' },
    ...{ reply: loopListShape, others: unknownSession },
    example: { reply: { loops: [loopExample] } },
  },
  getDag: {
    ...{ method: 'GET', path: '/v1/sessions/{id}/dag', scope: 'read' },
    summary:
      'The causal graph of the steps. A step waits 30 s for a late parent, then it is attached to the root.',
    ...{ reply: dagShape, others: unknownSession },
  },
  exportSession: {
    ...{ method: 'GET', path: '/v1/sessions/{id}/export', scope: 'read' },
    summary: 'All stored data of a session, as one JSON document.',
    ...{ reply: z.looseObject({}), others: unknownSession },
  },
  deleteSession: {
    ...{ method: 'DELETE', path: '/v1/sessions/{id}', scope: 'control' },
    summary: 'Deletes the session: state, events, loops, audit lines.',
    ...{ reply: removedShape, others: unknownSession },
  },
  listLoops: {
    ...{
      method: 'GET',
      path: '/v1/loops',
      scope: 'read',
      summary: 'Loops of all sessions, the newest first.',
    },
    ...{ query: z.object({ ...range, limit: page }), reply: loopListShape },
    example: { reply: { loops: [loopExample] } },
  },
  getTopology: {
    ...{
      method: 'GET',
      path: '/v1/topology',
      scope: 'read',
      summary: 'The map: agents with their states, and the weighted edges between them.',
    },
    ...{ query: z.object({ limit: mapSize }), reply: topologyShape },
  },
  listViolations: {
    ...{
      method: 'GET',
      path: '/v1/violations',
      scope: 'read',
      summary: 'Refused messages, without their content.',
    },
    ...{ query: z.object({ after: number, limit: page }), reply: violationListShape },
  },
  listAudit: {
    ...{ method: 'GET', path: '/v1/audit', scope: 'read', summary: 'The audit trail, the newest first.' },
    query: z.object({ session: z.string().max(256).optional(), before: number, limit: page }),
    reply: auditListShape,
  },
  listPatterns: {
    ...{ method: 'GET', path: '/v1/archive', scope: 'read' },
    summary:
      'Known patterns across sessions; with `like`, those similar to that loop. Only digests and counts, no texts.',
    query: z.object({
      like: z.string().max(1000).optional().describe('The id of a loop.'),
      user: z
        .string()
        .max(256)
        .optional()
        .describe('Includes the personal patterns of this person or agent.'),
      least: z.coerce.number().min(0).max(1).optional().describe('Minimum similarity, 0 to 1.'),
      limit: page,
    }),
    ...{ reply: patternListShape, others: { 404: 'There is no such loop.' } },
  },
  listProposals: {
    ...{ method: 'GET', path: '/v1/proposals', scope: 'read', summary: 'Proposed limits, by model.' },
    reply: proposalListShape,
  },
  getFigures: {
    ...{ method: 'GET', path: '/v1/figures', scope: 'read', reply: figuresShape },
    summary: 'The figures of the fleet, and the definition of every figure of fleet, session and loop.',
  },
  getStats: {
    ...{ method: 'GET', path: '/v1/stats', scope: 'read', summary: 'Statistics of the gateway.' },
    reply: statsShape,
  },
  stream: {
    ...{ method: 'GET', path: '/v1/stream', scope: 'read' },
    summary:
      'Server-sent events: `id` to resume from, `event` is the topic. Without topics: all. A heartbeat every 15 s.',
    query: z.object({
      topics: z
        .string()
        .max(4000)
        .optional()
        .describe('Comma-separated; session:hitl:* matches every session.'),
      after: number.describe('Like Last-Event-ID, for clients that cannot set it; 0 is from the beginning.'),
    }),
    ...{ reply: z.string(), produces: 'text/event-stream' },
    others: { 429: 'Too many clients.' },
    example: { reply: streamExample },
  },
} as const satisfies Readonly<Record<string, Route>>;
