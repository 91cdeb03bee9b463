import type { Decision } from '../decision.js';
import { rungRank } from '../escalation/ladder.js';
import { withDerived } from '../event/derived/derive.js';
import type { AgentEvent } from '../event/event.js';
import type { GuardSession } from './types.js';

type AcceptedDecision = Exclude<Decision, { readonly kind: 'refused' }>;

/**
 * Passes an event to a session and, if it is a call, its derived events. They belong together, so there is
 * one decision: the strongest.
 *
 * @example
 * ```ts
 * import { createGuard, observeWithDerived } from '@rutbreak/core';
 * const session = createGuard().session('run-1');
 * const args = { path: 'a.ts', old_string: 'let', new_string: 'const' };
 * observeWithDerived(session, { kind: 'call', tool: 'edit_file', args, result: 'done' }).kind; // => 'proceed'
 * ```
 */
export function observeWithDerived(
  session: Pick<GuardSession, 'after' | 'observe'>,
  event: AgentEvent,
): Decision {
  const [, ...derived] = withDerived(event);
  let decision = event.kind === 'call' ? session.after(event) : session.observe(event);
  for (const one of derived) {
    if (decision.kind === 'refused') return decision;
    const next = session.observe(one);
    if (next.kind !== 'refused') decision = stronger(decision, next);
  }
  return decision;
}

/** Keeps the facts of the weaker decision. */
function stronger(a: AcceptedDecision, b: AcceptedDecision): AcceptedDecision {
  const [winner, other] = strengthOf(b) > strengthOf(a) ? [b, a] : [a, b];
  const recoveries = [...(winner.recoveries ?? []), ...(other.recoveries ?? [])];
  return {
    ...winner,
    reports: [...a.reports, ...b.reports],
    ...(recoveries.length > 0 && { recoveries }),
  };
}

function strengthOf(decision: AcceptedDecision): number {
  const rung = decision.kind === 'act' ? decision.rung : decision.wouldBe?.rung;
  return rung === undefined ? -1 : rungRank(rung);
}
