import { bounded } from '../session/amount.js';
import { change, type Draft } from './draft.js';

/** Adds the usage that an agent reports. Senders may report any number, so each value and the sum are bounded. */
export function addUsage(
  draft: Draft,
  { tokens = 0, cost = 0 }: { readonly tokens?: number | undefined; readonly cost?: number | undefined },
): void {
  if (tokens === 0 && cost === 0) return;
  const { record } = draft;
  change(draft, {
    tokens: bounded(record.tokens + bounded(tokens)),
    cost: bounded(record.cost + bounded(cost)),
  });
}
