import type { Engine } from './configure.js';
import { type Act, type Control, type Decision, NO_CONTROL, type State } from './decision.js';
import { type Exhausted, exhausted, NOTHING_SPENT, spend } from './escalation/budget.js';
import type { Edge } from './escalation/policy.js';
import { isDerived } from './event/derived/derive.js';
import type { AgentEvent } from './event/event.js';
import { notesAfter } from './recovery/loop-context.js';
import {
  beginRecovery,
  madeProgress,
  newRecoveryWatch,
  type RecoveryWatch,
  stepRecovery,
} from './recovery/progress.js';
import type { LoopTally } from './recovery/tally.js';
import type { Session } from './session/session.js';
import type { Verdict } from './verdict/verdict.js';

/** One shared object for all sessions without loops. */
export const NO_TALLIES: readonly LoopTally[] = [];

/** Detection is off for this session: by a setting, or after too many overrides. */
export function isOff({ control }: State, { mode }: Edge): boolean {
  return mode === 'off' || control?.isOff === true;
}

/** The budget that this call exceeds, whether the call is an attempt or already ran. */
export function exhaustedBudget(
  { control }: State,
  event: AgentEvent,
  { edge }: Engine,
): Exhausted | undefined {
  const { budgets, depth } = edge;
  if (budgets === null || (event.kind !== 'attempt' && event.kind !== 'call')) return undefined;
  return exhausted(budgets, control?.spent ?? NOTHING_SPENT, depth, event.at);
}

export type Watched = ReturnType<typeof stepRecovery>;

/** Whether earlier interventions helped. Computed only if there were any. */
export function watchRecovery(
  before: State,
  event: AgentEvent,
  session: Session,
  { verdict, isActed }: { readonly verdict: Verdict; readonly isActed: boolean },
): Watched | undefined {
  const watch = before.control?.watch;
  if (!watch || watch.open.length === 0) return undefined;
  // Text deltas, attempts and derived events are not steps of the work.
  const isStep = event.kind !== 'delta' && event.kind !== 'attempt' && !isDerived(event);
  if (!isStep && verdict.status !== 'looping') return undefined;
  // The rest of a looping text belongs to the same loop; it is not a new one.
  if (event.kind === 'delta' && !isActed) return undefined;
  // A preset without a ledger only knows whether a step of a decision log succeeded.
  const isStepDone = event.kind === 'step' && event.status === 'success';
  const hasProgress = isStepDone || madeProgress(before.session, session);
  return stepRecovery(watch, { verdict, hasProgress });
}

/** Most sessions have no budget and no interventions, so they store nothing. */
export function controlAfter(
  before: Control | null,
  event: AgentEvent,
  decision: Decision,
  { budgets }: Edge,
  watched: RecoveryWatch | undefined,
  tallies: readonly LoopTally[],
): Control | null {
  const isReset = event.kind === 'reset';
  const done = decision.kind === 'act' && decision.rung !== 'observe' ? decision : undefined;
  const isCounted = tallies !== (before?.tallies ?? NO_TALLIES);
  if (!done && !budgets && !isReset && !watched && !isCounted) return before;
  const known = {
    ...(before ?? NO_CONTROL),
    ...(watched && { watch: watched }),
    ...(isCounted && { tallies }),
  };
  const spent = budgets ? spend(known.spent ?? NOTHING_SPENT, event) : known.spent;
  if (isReset) return spent === null ? null : { ...NO_CONTROL, spent };
  return { ...known, spent, ...(done && doneOf(known, done)) };
}

function doneOf(known: Control, act: Act): Omit<Control, 'overrides' | 'isOff' | 'spent'> {
  const { count, verdict, rung } = act;
  const { category = known.type, brief = known.brief } = verdict.primary ?? {};
  return {
    ...{ count: count > 0 ? count : Math.max(1, known.count), type: category, brief },
    loop: notesAfter(known.loop ?? null, act),
    watch: beginRecovery(known.watch ?? newRecoveryWatch(), verdict, rung),
  };
}
