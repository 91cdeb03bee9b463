import { PARENT_PATIENCE_MS } from './dag.js';

/** Another session that led to this one. */
export interface Source {
  readonly session: string;
  /** The first step came from there, or a later one did. */
  readonly kind: 'spawned' | 'handed';
}

const MAX_SOURCES = 16;

/** With one more; the same list where it was known. */
export function withSource(sources: readonly Source[], session: string, isFirst: boolean): readonly Source[] {
  if (sources.some((one) => one.session === session)) return sources;
  const kind = isFirst && sources.length === 0 ? 'spawned' : 'handed';
  return [...sources, { session, kind } as const].slice(-MAX_SOURCES);
}

/** The session that a session says it was started by, until it is known whether that can be. */
export interface Claim {
  readonly session: string;
  readonly at: number;
  readonly state: 'waiting' | 'linked' | 'orphan' | 'cycle';
}

/** Until when its parent is waited for. */
export function claimDueAt(claim: Claim | null | undefined): number | null {
  return claim?.state === 'waiting' ? claim.at + PARENT_PATIENCE_MS : null;
}
