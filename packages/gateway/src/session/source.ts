import { PARENT_PATIENCE_MS } from './dag.js';

/** Another session that led to this one. */
export interface Source {
  readonly session: string;
  /** spawned: the first step came from there; handed: a later one did. */
  readonly kind: 'spawned' | 'handed';
}

const MAX_SOURCES = 16;

/** Adds a source; returns the same list if it is known. */
export function withSource(sources: readonly Source[], session: string, isFirst: boolean): readonly Source[] {
  if (sources.some((one) => one.session === session)) return sources;
  const kind = isFirst && sources.length === 0 ? 'spawned' : 'handed';
  return [...sources, { session, kind } as const].slice(-MAX_SOURCES);
}

/** The parent that a session names, until the gateway has verified it. */
export interface Claim {
  readonly session: string;
  readonly at: number;
  readonly state: 'waiting' | 'linked' | 'orphan' | 'cycle';
}

/** When the wait for the parent times out. */
export function claimDueAt(claim: Claim | null | undefined): number | null {
  return claim?.state === 'waiting' ? claim.at + PARENT_PATIENCE_MS : null;
}
