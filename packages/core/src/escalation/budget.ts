import { didYouMean, RutbreakError } from '../error.js';
import type { AgentEvent } from '../event/event.js';

/**
 * What a session may use up. An exceeded budget is not a loop: it says nothing about the agent's behaviour.
 *
 * @example
 * ```ts
 * import { type Budgets, createGuard } from '@rutbreak/core';
 * const budgets: Budgets = { calls: 1 };
 * const session = createGuard({ budgets }).session('run-1');
 * session.after({ tool: 'Bash', args: { command: 'ls' } });
 * const next = session.before({ tool: 'Bash', args: { command: 'pwd' } });
 * next.kind === 'act' && next.status; // => 'BUDGET_EXHAUSTED'
 * ```
 */
export interface Budgets {
  readonly calls?: number;
  readonly tokens?: number;
  /** In the currency of the events' `cost`. */
  readonly cost?: number;
  /** From the first event that has a time to the last. */
  readonly milliseconds?: number;
  /** How deep sub-agents may be nested; the agent itself is at 0. */
  readonly depth?: number;
}

const BUDGETS = ['calls', 'tokens', 'cost', 'milliseconds', 'depth'] as const;
type BudgetName = (typeof BUDGETS)[number];

/** The known usage; `null` is unknown, which is not zero. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number | null;
  readonly cost: number | null;
  readonly since: number | null;
  readonly until: number | null;
}

/** A budget that is used up. */
export interface Exhausted {
  readonly name: BudgetName;
  readonly limit: number;
  readonly spent: number;
}

export const NOTHING_SPENT: Spent = { calls: 0, tokens: null, cost: null, since: null, until: null };

/** Throws a RutbreakError that names the invalid budget. */
export function checkBudgets(given: unknown): asserts given is Budgets {
  if (typeof given !== 'object' || given === null)
    throw new RutbreakError('OPTION_TYPE', {
      option: 'budgets',
      got: given,
      hint: 'Use an object: budget → number.',
    });
  for (const [name, value] of Object.entries(given) as [string, unknown][]) {
    const option = `budgets.${name}`;
    if (!(BUDGETS as readonly string[]).includes(name))
      throw new RutbreakError('OPTION_UNKNOWN', {
        option,
        hint: `${didYouMean(name, BUDGETS)}Known budgets: ${BUDGETS.join(', ')}.`,
      });
    if (value === undefined) continue;
    if (typeof value !== 'number')
      throw new RutbreakError('OPTION_TYPE', { option, got: value, hint: 'Use a number from 0.' });
    if (!(value >= 0))
      throw new RutbreakError('OPTION_RANGE', { option, got: value, hint: 'Use a number from 0.' });
  }
}

/** Adds the usage of this event. An attempt uses up nothing, because it may be refused. */
export function spend(spent: Spent, event: AgentEvent): Spent {
  const { calls, tokens, cost, since, until } = spent;
  const { at } = event;
  const hasPrice = event.kind === 'call' || event.kind === 'message';
  return {
    calls: calls + (event.kind === 'call' ? 1 : 0),
    tokens: hasPrice ? add(tokens, event.tokens) : tokens,
    cost: hasPrice ? add(cost, event.cost) : cost,
    since: since ?? at ?? null,
    // Events of several agents may come out of order.
    until: at === undefined ? until : Math.max(until ?? at, at),
  };
}

/** The first budget that the next call would exceed; `at` is the time of the call, if known. */
export function exhausted(budgets: Budgets, spent: Spent, depth: number, at?: number): Exhausted | undefined {
  const until = at === undefined ? spent.until : Math.max(spent.until ?? at, at);
  const elapsed = spent.since === null || until === null ? null : until - spent.since;
  const used: Readonly<Record<BudgetName, number | null>> = {
    ...{ calls: spent.calls, tokens: spent.tokens, cost: spent.cost, milliseconds: elapsed },
    // Depth is not used up: only a deeper call is refused.
    depth: depth > (budgets.depth ?? Infinity) ? depth : null,
  };
  for (const name of BUDGETS) {
    const limit = budgets[name];
    const value = used[name];
    if (limit !== undefined && value !== null && value >= limit) return { name, limit, spent: value };
  }
  return undefined;
}

function add(known: number | null, more: number | undefined): number | null {
  return more === undefined ? known : (known ?? 0) + more;
}
