/** Knowledge about loops across the sessions of this machine: counts and digests in one file, no content. */
import { userInfo } from 'node:os';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Archive, createArchive, type Decision, RutbreakError } from '@rutbreak/core';
import { adviceFrom, type ArchiveFact, type LoopLog, type PatternRow } from '@rutbreak/core/edge';
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
      // Read only where there is a loop: most hooks have nothing to ask.
      const known: Archive['known'] = (...query) => read().known(...query);
      return adviceFrom({ known }, log, decision, hasConsent ? { user: userName() } : {});
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
