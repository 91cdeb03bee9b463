import type { Amount } from '../api/figures.js';

export const NOTHING: Amount = { calls: 0, tokens: 0, cost: 0 };

/** Far above real usage, and far below the point where a sum loses precision or becomes infinite. */
const MAX = 1e15;

export function bounded(value: number): number {
  return Math.min(MAX, Math.max(0, Number.isNaN(value) ? 0 : value));
}

export function addAmounts(a: Amount, b: Amount): Amount {
  return {
    calls: a.calls + b.calls,
    tokens: bounded(a.tokens + b.tokens),
    cost: bounded(a.cost + b.cost),
  };
}

export function lessAmount(a: Amount, b: Amount): Amount {
  return { calls: a.calls - b.calls, tokens: a.tokens - b.tokens, cost: a.cost - b.cost };
}
