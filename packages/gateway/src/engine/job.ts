import type { KillState } from '../api/hitl.js';
import type { Store } from '../store/store.js';
import type { Draft } from './draft.js';
import type { Settings } from './settings.js';
import type { WorkHandlers, WorkKind, WorkObserver } from './work.js';

export interface EngineOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly settings: () => Settings;
  readonly kill: () => KillState;
  /** Patterns that are recorded and not acted on. */
  readonly mutes: () => ReadonlySet<string>;
  readonly handlers: WorkHandlers;
  readonly observers: readonly WorkObserver[];
  /** Called after each commit. */
  readonly onCommitted: (draft: Draft) => void;
  readonly limits: EngineLimits;
}

export interface EngineLimits {
  /** Sessions in memory; others stay in the store. */
  readonly cached: number;
  /** Sessions in total. */
  readonly sessions: number;
  /** Bytes that may wait for the store. */
  readonly queuedBytes: number;
  /** Milliseconds until a hook is answered without a decision: the agent waits for it before every call. */
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
