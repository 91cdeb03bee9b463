import type { Act, Archive, Proceed } from '@rutbreak/core';
import { adviceFrom, archiveFacts, logDecision, NO_LOOPS } from '@rutbreak/core/edge';

/** Tells the archive of each decision, and returns what helped against such a loop before. */
export function createEarlierRuns(archive?: Archive): (decision: Act | Proceed) => string | undefined {
  let log = NO_LOOPS;
  return (decision) => {
    if (!archive) return undefined;
    const advice = adviceFrom(archive, log, decision);
    for (const fact of archiveFacts(log, decision, Date.now())) archive.record(fact);
    log = logDecision(log, decision);
    return advice;
  };
}
