import type { Decision } from '../decision.js';
import type { Archive, ArchiveFact } from '../memory/archive.js';
import { isNewLoop, logDecision, type LoopLog, NO_LOOPS } from '../sink/loop-log.js';
import type { Finding } from '../verdict/verdict.js';

/** Keeps an archive up to date with the decisions of one guard's sessions. */
export interface ArchiveRecorder {
  readonly note: (session: string, event: unknown, decision: Decision) => void;
  readonly overridden: (loop: Finding | null, at: number | undefined) => void;
  readonly forget: (session: string) => void;
}

/** The archive gets each loop once per session, and the outcome of each intervention. */
export function archiveRecorder(archive: Archive): ArchiveRecorder {
  const logs = new Map<string, LoopLog>();
  const record = (fact: ArchiveFact): void => {
    try {
      archive.record(fact);
    } catch {
      // A failing archive must not stop an agent.
    }
  };
  return {
    note(session, event, decision) {
      if (decision.kind === 'refused') return;
      const { at } = event as { readonly at?: unknown };
      const time = typeof at === 'number' ? { at } : {};
      const log = logs.get(session) ?? NO_LOOPS;
      const { primary } = decision.verdict;
      if (primary && isNewLoop(log, decision)) record({ kind: 'seen', loop: primary, ...time });
      const next = logDecision(log, decision);
      if (next !== log) logs.set(session, next);
      for (const { loop, strategy, outcome } of decision.recoveries ?? [])
        record({ kind: 'outcome', loop, strategy, isRecovered: outcome === 'successful', ...time });
    },
    overridden(loop, at) {
      if (loop) record({ kind: 'override', loop, ...(at !== undefined && { at }) });
    },
    forget: (session) => void logs.delete(session),
  };
}
