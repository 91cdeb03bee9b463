/**
 * The types of the HTTP interface, made of the shapes that the gateway checks with: for pages and clients that speak to
 * it. Types only; importing it loads nothing.
 */
import type { z } from 'zod';
import type {
  configAckShape,
  createdKeyShape,
  keyListShape,
  patternListShape,
  proposalListShape,
  statsShape,
} from '../api/admin.js';
import type { auditListShape, killAckShape } from '../api/hitl.js';
import type {
  dagShape,
  eventListShape,
  loopListShape,
  sessionListShape,
  topologyShape,
} from '../api/sessions.js';
import type { createdWebhookShape, webhookListShape } from '../api/webhooks.js';

export type { GatewayConfig, Scope } from '../api/admin.js';
export type { DecisionLog, MessageAck } from '../api/decision-log.js';
export type { EventAck } from '../api/events.js';
export type { CommandAck, KillState } from '../api/hitl.js';
export type {
  DagNode,
  Gate,
  Loop,
  NodeState,
  SessionDetail,
  SessionSummary,
  StoredEvent,
  TopologyNode,
} from '../api/sessions.js';
export type { Action, Directive, Order, Problem, SeverityLevel } from '../api/shapes.js';

export type SessionList = z.infer<typeof sessionListShape>;
export type EventList = z.infer<typeof eventListShape>;
export type LoopList = z.infer<typeof loopListShape>;
export type DagGraph = z.infer<typeof dagShape>;
export type Topology = z.infer<typeof topologyShape>;
export type Edge = Topology['edges'][number];

export type AuditList = z.infer<typeof auditListShape>;
export type AuditEntry = AuditList['entries'][number];
export type KillAck = z.infer<typeof killAckShape>;
export type ConfigAck = z.infer<typeof configAckShape>;
export type Stats = z.infer<typeof statsShape>;

export type PatternList = z.infer<typeof patternListShape>;
export type KnownPattern = PatternList['patterns'][number];
export type ProposalList = z.infer<typeof proposalListShape>;
export type Proposal = ProposalList['proposals'][number];
export type KeyList = z.infer<typeof keyListShape>;
export type Key = KeyList['keys'][number];
export type CreatedKey = z.infer<typeof createdKeyShape>;
export type WebhookList = z.infer<typeof webhookListShape>;
export type Webhook = WebhookList['webhooks'][number];
export type CreatedWebhook = z.infer<typeof createdWebhookShape>;
