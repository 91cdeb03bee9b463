/** Knowledge about loops across the sessions of this machine: counts and digests in one file, no content. */
import { userInfo } from 'node:os';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createArchive, type Decision, RutbreakError } from '@rutbreak/core';
import {
  type ArchiveFact,
  isNewLoop,
  type LoopLog,
  type PatternRow,
  preventionHint,
} from '@rutbreak/core/edge';
import { lockOf, readText, writeWhole } from './files.js';
import { withLock } from './lock.js';

export interface ArchiveFile {
  /**
   * What helped against such a loop before, when a session first meets it. `log` is the session's log before
   * the decision.
   */
  readonly hintFor: (log: LoopLog, decision: Decision) => string | undefined;
  /** Never fails: without an archive, detection works as before. */
  readonly add: (facts: readonly ArchiveFact[]) => Promise<void>;
}

const VERSION = 1;
const MAX_PATTERNS = 2000;
const TIMES = { wait: 1000, stale: 5000 };

/** Touches no file until it is used. `hasConsent`: also keep patterns as the user's own. */
export function openArchive(dataDir: string, hasConsent = false): ArchiveFile {
  const file = join(dataDir, 'archive.json');
  const read = () => createArchive({ consent: hasConsent, maxPatterns: MAX_PATTERNS, rows: rowsIn(file) });
  return {
    hintFor(log, decision) {
      const isSoft = decision.kind === 'act' && (decision.rung === 'nudge' || decision.rung === 'redirect');
      if (!isSoft || !isNewLoop(log, decision)) return undefined;
      const hint = preventionHint(read(), decision.verdict, hasConsent ? { user: userName() } : {});
      // If nothing helped there is nothing to tell the model.
      return hint?.strategy === undefined ? undefined : hint.text;
    },
    async add(facts) {
      if (facts.length === 0) return;
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        await withLock(lockOf(file), TIMES, ({ isStillMine }) => {
          const archive = read();
          for (const fact of facts) {
            archive.record(fact);
            if (hasConsent) archive.record({ ...fact, user: userName() });
          }
          writeWhole(file, JSON.stringify({ version: VERSION, rows: archive.rows() }), isStillMine);
        });
      } catch {
        // A failing archive must not disturb an agent.
      }
    },
  };
}

/** Empty if the file is missing, broken, or of a newer version. */
function rowsIn(file: string): readonly PatternRow[] {
  try {
    const { version, rows } = JSON.parse(readText(file) ?? '{}') as { version?: number; rows?: PatternRow[] };
    if (version !== VERSION || rows === undefined) return [];
    // Throws if the rows are invalid.
    return createArchive({ consent: true, rows }).rows();
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RutbreakError) return [];
    throw error;
  }
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may have no name for its user.
    return 'unknown';
  }
}

/** What a decision adds to the archive: each loop once per session, and each outcome. */
export function archiveFacts(log: LoopLog, decision: Decision, at: number): readonly ArchiveFact[] {
  if (decision.kind === 'refused') return [];
  const { verdict, recoveries = [] } = decision;
  const { primary } = verdict;
  const seen: readonly ArchiveFact[] =
    primary && isNewLoop(log, decision) ? [{ kind: 'seen', loop: primary, at }] : [];
  const outcomes = recoveries.map(({ loop, strategy, outcome }): ArchiveFact => ({
    ...{ kind: 'outcome', loop, strategy, isRecovered: outcome === 'successful', at },
  }));
  return [...seen, ...outcomes];
}
