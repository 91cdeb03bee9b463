import type { Archive, ArchiveFact, ArchiveQuery } from '../memory/archive.js';
import { preventionHint } from '../memory/hint.js';
import type { Decided } from './decided.js';
import { isNewLoop, type LoopLog } from './loop-log.js';

/** The archive's record of a decision: it counts a loop once per session, and the outcome of every intervention. */
export function archiveFacts(log: LoopLog, decision: Decided, at: number): readonly ArchiveFact[] {
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

/**
 * Tells the model which strategy helped against the same loop in earlier sessions, when a session first meets it.
 * `log` is the session's log before the decision. Undefined if nothing helped.
 */
export function adviceFrom(
  archive: Pick<Archive, 'known'>,
  log: LoopLog,
  decision: Decided,
  query?: ArchiveQuery,
): string | undefined {
  const isSoft = decision.kind === 'act' && (decision.rung === 'nudge' || decision.rung === 'redirect');
  if (!isSoft || !isNewLoop(log, decision)) return undefined;
  const hint = preventionHint(archive, decision.verdict, query);
  return hint?.strategy === undefined ? undefined : hint.text;
}
