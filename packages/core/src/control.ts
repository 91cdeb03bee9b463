import type { Engine } from './configure.js';
import {
  type Act,
  type Control,
  type Decision,
  NO_CONTROL,
  type Outcome,
  type Proceed,
  type State,
} from './decision.js';
import { type Exhausted, exhausted, NOTHING_SPENT, spend } from './escalation/budget.js';
import { nearestRung } from './escalation/capability.js';
import type { Edge } from './escalation/policy.js';
import type { AgentEvent } from './event/event.js';
import { OWN_MARK } from './event/own-words.js';
import { notesAfter } from './recovery/known.js';
import {
  beginRecovery,
  madeProgress,
  newRecoveryWatch,
  type RecoveryWatch,
  stepRecovery,
} from './recovery/progress.js';
import { absorb } from './session/session.js';
import { HEALTHY } from './verdict/verdict.js';

/** Nobody looks at this session: by a setting, or because somebody has overridden once too often. */
export function isOff({ control }: State, { mode }: Edge): boolean {
  return mode === 'off' || control?.isOff === true;
}

/** A call that a budget has no room for is refused before it is made. */
export function refuseByBudget(state: State, event: AgentEvent, { edge, lens }: Engine): Outcome | undefined {
  if (edge.budgets === null || event.kind !== 'attempt') return undefined;
  const spent = state.control?.spent ?? NOTHING_SPENT;
  const budget = exhausted(edge.budgets, spent, edge.depth, event.at);
  if (!budget) return undefined;
  const { session, seq } = absorb(state.session, event, lens);
  return { state: { ...state, session }, decision: budgetDecision(seq, budget, edge, event) };
}

/** After the flow: what was used up, what was done and whether it helped; and a call that was made in spite of its budget is told of. */
export function withControl(before: State, event: AgentEvent, outcome: Outcome, { edge }: Engine): Outcome {
  const { state, decision } = outcome;
  const watched = watch(before, event, outcome);
  const control = controlAfter(before.control, event, decision, edge, watched?.watch);
  const next = control === state.control ? state : { ...state, control };
  const budget = edge.budgets && overspent(before.control, event, edge);
  if (decision.kind === 'refused' || (!budget && !watched?.outcomes.length))
    return next === state ? outcome : { state: next, decision };
  const told = budget ? budgetDecision(decision.seq, budget, edge, event) : decision;
  return {
    state: next,
    decision: watched?.outcomes.length ? { ...told, recoveries: watched.outcomes } : told,
  };
}

/** Has what was done about earlier loops helped? Asked only where something was done. */
function watch(before: State, event: AgentEvent, { state, decision }: Outcome): Watched | undefined {
  const open = before.control?.watch;
  if (!open || open.open.length === 0 || decision.kind === 'refused') return undefined;
  const { verdict } = decision;
  // Pieces of a text and calls that are only asked for are no steps of the work.
  const isStep = event.kind !== 'delta' && event.kind !== 'attempt';
  if (!isStep && verdict.status !== 'looping') return undefined;
  // The rest of a text that loops is the same loop, not one that is back.
  if (event.kind === 'delta' && decision.kind !== 'act') return undefined;
  return stepRecovery(open, { verdict, hasProgress: madeProgress(before.session, state.session) });
}

type Watched = ReturnType<typeof stepRecovery>;

/** Had this call been asked for, it would have been refused. */
function overspent(
  control: Control | null,
  event: AgentEvent,
  { budgets, depth }: Edge,
): Exhausted | undefined {
  if (event.kind !== 'call' || !budgets) return undefined;
  return exhausted(budgets, control?.spent ?? NOTHING_SPENT, depth, event.at);
}

/** Most sessions have no budget and nothing is done about them: they keep nothing. */
function controlAfter(
  before: Control | null,
  event: AgentEvent,
  decision: Decision,
  { budgets }: Edge,
  watched: RecoveryWatch | undefined,
): Control | null {
  const isReset = event.kind === 'reset';
  const done = decision.kind === 'act' && decision.rung !== 'observe' ? decision : undefined;
  if (!done && !budgets && !isReset && !watched) return before;
  const known = { ...(before ?? NO_CONTROL), ...(watched && { watch: watched }) };
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

function budgetDecision(seq: number, budget: Exhausted, edge: Edge, event: AgentEvent): Act | Proceed {
  const { name, limit, spent } = budget;
  const rung = nearestRung('stop', edge.capabilities, event.kind);
  const text = `${OWN_MARK} The budget for ${name} is used up (${spent} of ${limit}). Make no further calls: say what was done and what is left.`;
  const reports = [{ event_type: 'budget_exhausted', ...budget }];
  if (edge.mode === 'shadow')
    return { kind: 'proceed', seq, verdict: HEALTHY, reports, wouldBe: { rung, text, count: 0 } };
  return {
    ...{ kind: 'act', seq, rung, verdict: HEALTHY, status: 'BUDGET_EXHAUSTED', budget, text, reports },
    ...(rung !== 'stop' && { wanted: 'stop' as const }),
    ...{ actions: [], count: 0, needsPerson: true, isAttempt: event.kind === 'attempt' },
  };
}
