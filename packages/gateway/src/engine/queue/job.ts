import type { Archive } from '@rutbreak/core';
import type { KillState } from '../../api/hitl.js';
import type { Store } from '../../store/store.js';
import type { Draft } from '../draft.js';
import type { Settings } from '../settings.js';
import type { WorkHandlers, WorkKind, WorkObserver } from '../work.js';

export interface EngineOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly settings: () => Settings;
  readonly kill: () => KillState;
  /** Muted patterns: the gateway records them and does not act on them. */
  readonly mutes: () => ReadonlySet<string>;
  /** What earlier sessions know about loops. */
  readonly earlier: Pick<Archive, 'known'>;
  readonly handlers: WorkHandlers;
  readonly observers: readonly WorkObserver[];
  /** Called after each commit. */
  readonly onCommitted: (draft: Draft) => void;
  readonly limits: EngineLimits;
}

export interface EngineLimits {
  /** Maximum number of sessions in memory; others stay in the store. */
  readonly cached: number;
  /** Maximum number of sessions in total. */
  readonly sessions: number;
  /** Maximum number of bytes that wait for the store. */
  readonly queuedBytes: number;
  /** Milliseconds after which a hook gets a reply without a decision, because the agent waits before every call. */
  readonly hookMs: number;
}

export interface Done<R> {
  readonly reply: R;
  readonly version: number;
}

export interface Job {
  readonly session: string;
  readonly kind: WorkKind;
  readonly input: unknown;
  readonly bytes: number;
  tries: number;
  readonly done: (done: Done<unknown>) => void;
  readonly fail: (error: unknown) => void;
}
