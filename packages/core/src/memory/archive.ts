import { RutbreakError } from '../error.js';
import { jaccard } from '../fingerprint/sketch.js';
import type { Finding } from '../verdict/verdict.js';
import { type PatternFingerprint, fingerprintPattern, hashUser } from './pattern.js';
import { type ArchivedStrategy, archivedStrategy } from './strategy.js';
import { setRecent } from '../shared/recent.js';

/** How often a strategy ended the loop, and how often the loop came back. */
export interface Tries {
  readonly recovered: number;
  readonly failed: number;
}

/**
 * Everything kept of one pattern: counts and digests. Plain JSON that a durable archive can store unchanged.
 */
export interface PatternRow extends PatternFingerprint {
  /** A digest; only with consent. */
  readonly user?: string;
  readonly seen: number;
  readonly overrides: number;
  readonly falseAlarms: number;
  readonly outcomes: Readonly<Partial<Record<ArchivedStrategy, Tries>>>;
  /** Milliseconds, if the caller passed a time. */
  readonly firstAt?: number;
  readonly lastAt?: number;
}

/** Something that happened to a loop. */
export type ArchiveFact = {
  /** The finding that names the loop: `decision.verdict.primary`. */
  readonly loop: Finding;
  /** Only for a personal pattern; needs consent. */
  readonly user?: string;
  readonly at?: number;
} & (
  | { readonly kind: 'seen' | 'override' | 'false-alarm' }
  | { readonly kind: 'outcome'; readonly strategy: string; readonly isRecovered: boolean }
);

export interface KnownPattern {
  readonly row: PatternRow;
  /** 0 to 1; 1 for the same loop. */
  readonly likeness: number;
}

export interface ArchiveQuery {
  readonly user?: string;
  /** The minimum similarity of a pattern. Default 0.5. */
  readonly least?: number;
  /** Default 5. */
  readonly most?: number;
}

/**
 * Knowledge about loops across sessions. This port comes with an in-memory implementation; others store rows
 * elsewhere.
 *
 * @example
 * ```ts
 * import { type Archive, createArchive } from '@rutbreak/core';
 * const archive: Archive = createArchive();
 * archive.rows(); // => []
 * ```
 */
export interface Archive {
  /** False if the fact was not kept: it is personal and there is no consent. */
  readonly record: (fact: ArchiveFact) => boolean;
  /** Known patterns that resemble this one, most similar first. */
  readonly known: (loop: Finding, query?: ArchiveQuery) => readonly KnownPattern[];
  /** Oldest first. */
  readonly rows: () => readonly PatternRow[];
  /** Deletes the patterns of one person, or all patterns. */
  readonly forget: (user?: string) => void;
}

export interface ArchiveOptions {
  /** Whether personal patterns may be kept. Default false. */
  readonly consent?: boolean;
  /** Beyond this many patterns the least recently used one is dropped. Default 10,000. */
  readonly maxPatterns?: number;
  /** The result of `rows()` of an earlier archive. */
  readonly rows?: readonly PatternRow[];
}

/** The row for a fact: personal patterns of two people are two rows. */
function keyOf(id: string, user: string | undefined): string {
  return user === undefined ? id : `${id} ${user}`;
}

/** Applies one fact to a row. Pure: a durable archive calls it between reading and writing the row. */
export function addFact(row: PatternRow | undefined, fact: ArchiveFact): PatternRow {
  const { loop, user, at } = fact;
  const before = row ?? {
    ...fingerprintPattern(loop),
    ...(user !== undefined && { user: hashUser(user) }),
    ...{ seen: 0, overrides: 0, falseAlarms: 0, outcomes: {} },
    ...(at !== undefined && { firstAt: at }),
  };
  const after = { ...before, ...(at !== undefined && { lastAt: at }) };
  switch (fact.kind) {
    case 'seen':
      return { ...after, seen: after.seen + 1 };
    case 'override':
      return { ...after, overrides: after.overrides + 1 };
    case 'false-alarm':
      return { ...after, falseAlarms: after.falseAlarms + 1 };
    case 'outcome':
      return { ...after, outcomes: addOutcome(after.outcomes, fact.strategy, fact.isRecovered) };
  }
}

function addOutcome(
  outcomes: PatternRow['outcomes'],
  name: string,
  isRecovered: boolean,
): PatternRow['outcomes'] {
  const strategy = archivedStrategy(name);
  const { recovered, failed } = outcomes[strategy] ?? { recovered: 0, failed: 0 };
  const tries = isRecovered ? { recovered: recovered + 1, failed } : { recovered, failed: failed + 1 };
  return { ...outcomes, [strategy]: tries };
}

/** The rows that resemble the pattern: shared ones, and the person's own. Pure. */
export function knownAmong(
  rows: Iterable<PatternRow>,
  loop: Finding,
  { user, least = 0.5, most = 5 }: ArchiveQuery = {},
): readonly KnownPattern[] {
  const print = fingerprintPattern(loop);
  const owner = user === undefined ? undefined : hashUser(user);
  const known: KnownPattern[] = [];
  for (const row of rows) {
    if (row.user !== undefined && row.user !== owner) continue;
    const likeness = row.id === print.id ? 1 : Math.min(0.99, jaccard(row.sketch, print.sketch));
    if (likeness >= least) known.push({ row, likeness });
  }
  return known.sort((a, b) => b.likeness - a.likeness || b.row.seen - a.row.seen).slice(0, most);
}

function checkRows(rows: unknown): void {
  if (Array.isArray(rows) && rows.every(isRow)) return;
  const hint = 'Pass the result of `rows()` of an archive.';
  throw new RutbreakError('OPTION_TYPE', { option: 'rows', got: rows, hint });
}

function isRow(value: unknown): boolean {
  const row = (value ?? {}) as Readonly<Record<string, unknown>>;
  const counts = [row['seen'], row['overrides'], row['falseAlarms']];
  const isWhole = typeof row['id'] === 'string' && typeof row['category'] === 'string';
  return (
    isWhole && counts.every(Number.isFinite) && typeof row['outcomes'] === 'object' && row['sketch'] != null
  );
}

/**
 * An archive in memory. `rows` come from an earlier one.
 *
 * @example
 * ```ts
 * import { createArchive, createGuard } from '@rutbreak/core';
 * const archive = createArchive();
 * const session = createGuard({ archive }).session('run-1');
 * for (let i = 0; i < 5; i++) session.after({ tool: 'Bash', args: { command: 'ls' }, result: 'a.ts' });
 * archive.rows().length; // => 1
 * ```
 */
export function createArchive({
  consent = false,
  maxPatterns = 10_000,
  rows = [],
}: ArchiveOptions = {}): Archive {
  if (!Number.isInteger(maxPatterns) || maxPatterns < 1) {
    const hint = 'Use a whole number from 1.';
    throw new RutbreakError('OPTION_RANGE', { option: 'maxPatterns', got: maxPatterns, hint });
  }
  checkRows(rows);
  const kept = new Map<string, PatternRow>();
  const keep = (row: PatternRow): void => {
    setRecent(kept, keyOf(row.id, row.user), row, maxPatterns);
  };
  for (const row of rows) if (consent || row.user === undefined) keep(row);

  return {
    record(fact) {
      if (fact.user !== undefined && !consent) return false;
      const owner = fact.user === undefined ? undefined : hashUser(fact.user);
      keep(addFact(kept.get(keyOf(fingerprintPattern(fact.loop).id, owner)), fact));
      return true;
    },
    known: (loop, query) => knownAmong(kept.values(), loop, query),
    rows: () => [...kept.values()],
    forget(user) {
      const owner = user === undefined ? undefined : hashUser(user);
      for (const [key, row] of kept) if (owner === undefined || row.user === owner) kept.delete(key);
    },
  };
}
