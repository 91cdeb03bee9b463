import type { Archive, ArchiveFact, ArchiveQuery } from '../memory/archive.js';
import { preventionHint } from '../memory/hint.js';
import type { Decided } from './decided.js';
import { isNewLoop, type LoopLog } from './loop-log.js';

/** What the archive is to keep of a decision: a loop is seen once a session, and what became of it each time. */
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
 * What helped against such a loop in earlier sessions, for the model, when a session first meets it. `log` is the
 * session's before the decision. Undefined where nothing helped: then there is nothing to tell.
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
