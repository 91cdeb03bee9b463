import { ABLE, type Capabilities } from '../escalation/capability.js';
import {
  askAPerson,
  checkpoint,
  decomposeTask,
  dropLoopFromContext,
  forbidCall,
  hint,
  markBlocked,
  rollback,
  summariseAndStop,
  switchModel,
} from './strategies/index.js';
import type { Action, Strategy } from './strategy.js';
import type { DecisionContext } from './message-renderer.js';

/** The order of strategies: first those that prevent losses, then by cost. */
export const STRATEGIES: readonly Strategy[] = [
  checkpoint,
  dropLoopFromContext,
  hint,
  forbidCall,
  rollback,
  askAPerson,
  switchModel,
  decomposeTask,
  summariseAndStop,
  markBlocked,
];

/**
 * One strategy against a loop, and the edge's actions for it.
 *
 * @example
 * ```ts
 * import { createGuard, planRecovery, type PlannedStrategy } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * const nameOf = ({ strategy }: PlannedStrategy): string => strategy;
 * last.kind === 'act' && planRecovery(last).map(nameOf).includes('hint'); // => true
 * ```
 */
export interface PlannedStrategy {
  readonly strategy: string;
  readonly action: Action;
}

/**
 * The strategies for this loop on this rung that the edge can carry out. A checkpoint always comes first; of
 * the others the edge does the first, and the next one if that does not help. Without capabilities: all of
 * them, for callers that choose themselves.
 *
 * @example
 * ```ts
 * import { createGuard, planRecovery } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const status = { tool: 'Bash', args: { command: 'git status' }, result: 'clean' };
 * const decisions = [1, 2, 3, 4, 5].map(() => session.after(status));
 * const last = decisions.at(-1)!;
 * last.kind === 'act' && planRecovery(last, { appendToResult: true })[0]?.action.kind; // => 'say'
 * ```
 */
export function planRecovery(
  context: DecisionContext,
  capabilities: Capabilities = ABLE,
): readonly PlannedStrategy[] {
  const category = context.verdict.primary?.category;
  return STRATEGIES.flatMap(({ meta, plan }) => {
    const { needs, rungs, suits } = meta;
    if (!rungs.includes(context.rung)) return [];
    if (suits.length > 0 && (category === undefined || !suits.includes(category))) return [];
    if (needs.length > 0 && !needs.some((need) => capabilities[need] === true)) return [];
    const action = plan(context);
    return action ? [{ strategy: meta.id, action }] : [];
  });
}
