/**
 * The types of the HTTP interface, inferred from the schemas with which the gateway validates. For pages and clients; types
 * only, so importing it loads nothing.
 */
import type { z } from 'zod';
import type {
  configAckShape,
  createdKeyShape,
  keyListShape,
  patternListShape,
  proposalListShape,
  statsShape,
} from './admin.js';
import type { auditListShape, killAckShape } from './hitl.js';
import type { figuresShape } from './figures.js';
import type { bulkAckShape, muteListShape } from './mutes.js';
import type { eventListShape, loopListShape, sessionListShape } from './sessions.js';
import type { dagShape, topologyShape } from './topology.js';
import type { createdWebhookShape, webhookListShape, webhookTestShape } from './webhooks.js';

export type { GatewayConfig, Scope } from './admin.js';
export type { DecisionLog, MessageAck } from './decision-log.js';
export type { Caption, DemoAgent, DemoStatus } from './demo.js';
export type { EventAck } from './events.js';
export type { Amount, FigureId, FleetFigures, LoopFigures, Rungs } from './figures.js';
export type { CommandAck, KillState } from './hitl.js';
export type { Gate, Loop, NodeState, SessionDetail, SessionSummary, StoredEvent } from './sessions.js';
export type { DagNode, TopologyNode } from './topology.js';
export type { Mute } from './mutes.js';
export type { Topic, TopicBody } from './stream.js';
export type { Action, Directive, Order, Problem, SeverityLevel } from './shapes.js';

export type Figures = z.infer<typeof figuresShape>;
export type BulkAck = z.infer<typeof bulkAckShape>;
export type MuteList = z.infer<typeof muteListShape>;
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
export type WebhookTest = z.infer<typeof webhookTestShape>;
