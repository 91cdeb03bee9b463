/** The rest of the gateway's shapes: commands, configuration, keys. */
import type { Action, Saved } from './contract.js';

export interface CommandAck {
  readonly session_id: string;
  readonly state: 'active' | 'paused' | 'ended';
  readonly changed: boolean;
  readonly forwarded: number;
  readonly action: Action;
  readonly text: string;
  readonly version: number;
}

export interface KillState {
  readonly active: boolean;
  readonly by: string | null;
  readonly at: number | null;
  readonly reason: string | null;
}

export interface KillAck {
  readonly active: boolean;
  readonly confirm_token?: string | undefined;
  readonly expires_at?: number | undefined;
  readonly message: string;
}

export interface AuditEntry {
  readonly id: number;
  readonly session_id: string;
  readonly at: number;
  readonly operator_id: string;
  readonly command: string;
  readonly before_hash: string;
  readonly after_hash: string;
  readonly detail?: unknown;
}

export type DetectorMode = 'on' | 'shadow' | 'off';

export interface GatewayConfig {
  readonly entropy: {
    readonly window: number;
    readonly loopBelow: number;
    readonly warningUpTo: number;
    readonly warningInclusive: boolean;
    readonly discrepancyTolerance: number;
  };
  readonly events: {
    readonly preset: string;
    readonly mode: 'act' | 'shadow' | 'off';
    readonly detectors?: Readonly<Record<string, DetectorMode>> | undefined;
    readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly models: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  };
  readonly gates: { readonly timeoutMs: number; readonly onTimeout: 'approve' | 'reject' };
  readonly retention: { readonly sessionDays: number; readonly broadcastHours: number };
  readonly archive: { readonly consent: boolean; readonly adapt: 'off' | 'propose' | 'apply' };
  readonly privacy: { readonly metadataOnly: boolean };
}

export interface ConfigAck {
  readonly version: number;
  readonly updated_at: number | null;
  readonly config: GatewayConfig;
}

export interface KnownPattern {
  readonly id: string;
  readonly category: string;
  readonly seen: number;
  readonly overrides: number;
  readonly false_alarms: number;
  readonly outcomes: Readonly<Record<string, { readonly recovered: number; readonly failed: number }>>;
  readonly last_at: number | null;
  readonly likeness?: number | undefined;
}

export interface Proposal {
  readonly kind: 'tighten' | 'loosen' | 'keep';
  readonly model: string;
  readonly why: string;
  readonly changes: readonly {
    readonly owner: string;
    readonly option: string;
    readonly before?: number | undefined;
    readonly after: number;
    readonly why: string;
  }[];
}

export type Scope = 'ingest' | 'read' | 'control';

export interface Key {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly created_at: number;
}

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly topics: readonly string[];
  readonly created_at: number;
  readonly state?: 'active' | 'failing' | 'disabled' | undefined;
  readonly delivered: number;
  readonly failed: number;
  readonly last_error: string | null;
}

export interface Stats {
  readonly sessions: number;
  readonly store: string;
  readonly version: string;
  readonly cached: number;
  readonly queued: number;
  readonly stream_clients: number;
  readonly kill_switch: boolean;
  readonly saved?: Saved | undefined;
}
