import type { KillState } from '../api/hitl.js';
import type { Store } from '../store/store.js';
import type { Reply, Work } from './apply.js';
import type { Draft } from './draft.js';
import type { Settings } from './settings.js';

export interface EngineOptions {
  readonly store: Store;
  readonly now: () => number;
  readonly settings: () => Settings;
  readonly kill: () => KillState;
  /** After a commit: what there is to count and to remember. */
  readonly onCommitted: (draft: Draft) => void;
  readonly limits: EngineLimits;
}

export interface EngineLimits {
  /** Sessions in memory; others wait in the store. */
  readonly cached: number;
  /** Sessions at all. */
  readonly sessions: number;
  /** Bytes that may wait for the store. */
  readonly queuedBytes: number;
  /** Milliseconds after which a hook is answered without a judgement: an agent waits for it before every call. */
  readonly hookMs: number;
}

export interface Done<R> {
  readonly reply: R;
  readonly version: number;
}

export interface Job {
  readonly session: string;
  readonly work: Work;
  readonly bytes: number;
  tries: number;
  readonly done: (done: Done<Reply>) => void;
  readonly fail: (error: unknown) => void;
}
