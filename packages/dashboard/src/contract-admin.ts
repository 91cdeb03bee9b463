/** The rest of the gateway's types: commands, configuration, keys. */
export type {
  AuditList,
  BulkAck,
  CommandAck,
  ConfigAck,
  CreatedKey,
  CreatedWebhook,
  GatewayConfig,
  Key,
  KeyList,
  KillAck,
  KillState,
  Mute,
  MuteList,
  PatternList,
  Proposal,
  ProposalList,
  Scope,
  Stats,
  Webhook,
  WebhookList,
  WebhookTest,
} from '@rutbreak/gateway/contract';
import type { GatewayConfig } from '@rutbreak/gateway/contract';

export type DetectorMode = NonNullable<GatewayConfig['events']['detectors']>[string];
