import { change, type Draft } from './draft.js';
import type { SessionRecord } from './record.js';
import { NOTHING_SAVED } from './savings.js';

const MILLION = 1e6;

/**
 * So many calls were not made: one for each that met a block, and as many again as a loop had when it was left. Each is
 * taken to cost what the session's events have cost on average.
 */
export function save(draft: Draft, calls: number): void {
  const { saved = NOTHING_SAVED, tokens, events } = draft.record;
  const perCall = events > 0 ? tokens / events : 0;
  const { prices } = draft.scene.settings.config;
  change(draft, {
    saved: {
      calls: saved.calls + calls,
      tokens: saved.tokens + Math.round(calls * perCall),
      cost: saved.cost + calls * costOfOne(draft.record, perCall, prices),
    },
  });
}

/** What the agent says it costs; else what its tokens cost, by the beginning of the model's name. */
function costOfOne(
  { cost, events, agent }: SessionRecord,
  tokens: number,
  prices: Readonly<Record<string, number>>,
): number {
  if (cost > 0 && events > 0) return cost / events;
  const [name] = Object.keys(prices)
    .filter((start) => agent.model.startsWith(start))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? 0 : (tokens * (prices[name] ?? 0)) / MILLION;
}
