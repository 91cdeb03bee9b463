import type { AgentEvent, Finding } from '@rutbreak/core';
import type { Amount } from '../../api/figures.js';
import { addAmounts, bounded, NOTHING } from '../../session/amount.js';
import type { StepCost } from '../../session/record.js';
import { change, type Draft } from '../draft.js';
import { stepsOf } from './loop-figures.js';

/** Enough for a dozen repeats with other steps between them. */
const MAX_STEPS = 40;

type Track = 'steps' | 'events';

/** Records the cost of a step, in case it turns out to be part of a loop. */
export function noteCost(draft: Draft, track: Track, seq: number, event: AgentEvent): void {
  const isStep = event.kind === 'call' || event.kind === 'message' || event.kind === 'step';
  if (!isStep) return;
  const { tokens = 0, cost = 0 } = event as { readonly tokens?: number; readonly cost?: number };
  const costs = ownCosts(draft, track);
  costs.push([seq, bounded(tokens), bounded(cost)]);
  if (costs.length > MAX_STEPS) costs.shift();
}

/** The list of this draft: the first step copies that of the record, and the next ones extend the copy. */
function ownCosts(draft: Draft, track: Track): StepCost[] {
  const known = draft.record.costs?.[track];
  if (known && known !== draft.base.costs?.[track]) return known as StepCost[];
  const own = [...(known ?? [])];
  setCosts(draft, track, own);
  return own;
}

/** Sums the cost of repeats that are not counted yet. The first repeat, of one step or of several, is not waste. */
export function takeWaste(draft: Draft, track: Track, { signal }: Finding, isNew: boolean): Amount {
  const { events, first } = signal.evidence;
  const firstRepeat = isNew && events[0] === first ? events.slice(0, stepsOf(signal.evidence)) : [];
  const costs = draft.record.costs?.[track] ?? [];
  const isTaken = ([seq, , , isWasted]: StepCost): boolean => events.includes(seq) && isWasted === undefined;
  const taken = costs.filter(isTaken);
  if (taken.length === 0) return NOTHING;
  setCosts(
    draft,
    track,
    costs.map((step) => (isTaken(step) ? [step[0], step[1], step[2], 1] : step)),
  );
  return taken
    .filter(([seq]) => !firstRepeat.includes(seq))
    .reduce((sum, [, tokens, cost]) => addAmounts(sum, { calls: 1, tokens, cost }), NOTHING);
}

function setCosts(draft: Draft, track: Track, costs: readonly StepCost[]): void {
  change(draft, { costs: { ...draft.record.costs, [track]: costs } });
}

const MILLION = 1e6;

/** The estimated cost of a refused call of this loop. Without a reported cost, it uses tokens and the configured price. */
export function meanCost(
  { calls, tokens, cost }: Amount,
  model: string,
  prices: Readonly<Record<string, number>>,
): Amount {
  if (calls === 0) return { ...NOTHING, calls: 1 };
  const perCall = tokens / calls;
  if (cost > 0) return { calls: 1, tokens: Math.round(perCall), cost: cost / calls };
  const [name] = Object.keys(prices)
    .filter((start) => model.startsWith(start))
    .sort((a, b) => b.length - a.length);
  const price = name === undefined ? 0 : (prices[name] ?? 0);
  return { calls: 1, tokens: Math.round(perCall), cost: (perCall * price) / MILLION };
}
