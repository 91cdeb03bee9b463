import { addFigures } from '../archive/figures.js';
import type { ArchiveStore } from '../archive/store.js';
import type { Draft } from '../engine/draft.js';
import type { Store } from '../store/store.js';
import type { Counters } from './metrics.js';
import { gainOf, type TotalsWriter } from './totals.js';

export interface CommitParts {
  readonly counters: Counters;
  readonly archive: ArchiveStore;
  readonly store: Store;
  readonly totals: Pick<TotalsWriter, 'add'>;
  readonly onError: (error: unknown) => void;
}

/** Updates metrics, totals and archive after a commit. Errors here do not affect the agent. */
export function afterCommit(draft: Draft, { counters, archive, store, totals, onError }: CommitParts): void {
  const { base, record, facts, spentMs } = draft;
  for (const { fact, log } of facts) counters.count(fact, log);
  counters.observe(record.events - base.events, spentMs);
  const gain = gainOf(draft);
  if (gain) {
    counters.save(gain.saved);
    totals.add(gain);
  }
  if (draft.archive.length > 0) archive.record(draft.archive, record.agent.id).catch(onError);
  if (record.state === 'ended' && base.state !== 'ended') {
    const loops = record.loops.map(({ detector }) => detector);
    addFigures(store, record.agent.model, { loops }).catch(onError);
  }
}
