import { createGuard, type GuardSession, RutbreakError, type Snapshot } from '@rutbreak/core';
import type { Io } from '../io.js';
import type { SessionRecord } from '../store/record.js';
import type { Store } from '../store/store.js';
import { UsageError } from '../errors/usage-error.js';

/** Of all of these commands; each has its own few. */
export interface SessionOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly for?: string;
  readonly once?: boolean;
  readonly yes?: boolean;
  readonly reason?: string;
  readonly note?: string;
}

export interface Parts {
  readonly store: Store;
  readonly io: Io;
  readonly now: number;
}

/** The whole name, or a beginning that only one session has, with the agent in front (`codex/01a1`) or without (`01a1`). */
export async function find(store: Store, given: string): Promise<SessionRecord> {
  const exact = await store.load(given);
  if (exact) return exact;
  const alike = (await store.list()).filter(
    ({ id }) => id.startsWith(given) || id.slice(id.indexOf('/') + 1).startsWith(given),
  );
  const [only, ...others] = alike;
  if (!only) throw new UsageError(`there is no session ${given}. See: rutbreak session list`);
  if (others.length === 0) return only;
  const names = alike.slice(0, 5).map(({ id }) => id);
  throw new UsageError(
    `${alike.length} sessions begin with ${given}: ${names.join(', ')}${alike.length > 5 ? ', …' : ''}`,
  );
}

/** The session as the record has it; `undefined` where there is none that this version can read. */
export function restored({ id, snapshot }: SessionRecord): GuardSession | undefined {
  if (!snapshot) return undefined;
  try {
    return createGuard({ preset: snapshot.preset }).restore(id, snapshot);
  } catch (error) {
    if (error instanceof RutbreakError) return undefined;
    throw error;
  }
}

/** Nothing blocked, nothing remembered: what a reset event leaves. A snapshot that this version cannot read goes. */
export function afresh(record: SessionRecord): SessionRecord {
  const session = restored(record);
  session?.reset();
  const next: { snapshot?: Snapshot } & SessionRecord = { ...record };
  delete next.snapshot;
  return session ? { ...next, snapshot: session.snapshot() } : next;
}
