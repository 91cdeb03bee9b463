import { PARENT_PATIENCE_MS } from './dag.js';

/** Another session that led to this one. */
export interface Source {
  readonly session: string;
  /** spawned: the first step came from there; handed: a later one did. */
  readonly kind: 'spawned' | 'handed';
  /** How many steps came from there. Absent in older records: one. */
  readonly count?: number;
}

const MAX_SOURCES = 16;

/** Counts a step from another session. */
export function withSource(sources: readonly Source[], session: string, isFirst: boolean): readonly Source[] {
  if (sources.some((one) => one.session === session))
    return sources.map((one) => (one.session === session ? { ...one, count: (one.count ?? 1) + 1 } : one));
  const kind = isFirst && sources.length === 0 ? 'spawned' : 'handed';
  return [...sources, { session, kind, count: 1 } as const].slice(-MAX_SOURCES);
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
