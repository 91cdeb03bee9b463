import type { Engine } from './configure.js';
import { controlAfter, NO_TALLIES, type Watched } from './control.js';
import type { Act, StepResult, Proceed, State } from './decision.js';
import { FRESH } from './detect.js';
import type { Report } from './detection/detector.js';
import type { Exhausted } from './escalation/budget.js';
import { nearestRung } from './escalation/capability.js';
import { type Advice, type Rung, rungAtLeast } from './escalation/ladder.js';
import { reachOf, spokenRung } from './escalation/policy.js';
import type { AgentEvent } from './event/event.js';
import { OWN_MARK } from './event/own-words.js';
import { loopContextOf } from './recovery/loop-context.js';
import { countLoop, type LoopCount, type LoopTally, tallyOf } from './recovery/tally.js';
import type { EventContext } from './session/session.js';
import { briefFrom, HEALTHY, type Verdict } from './verdict/verdict.js';

/**
 * The result of one event: the parts of the next state, the verdict, and the rung that the ladder asks for.
 */
export interface Assessment extends Pick<State, 'ladder' | 'cause'> {
  /** The states of the detectors. */
  readonly memory: Pick<State, 'detectors' | 'standing'>;
  readonly verdict: Verdict;
  readonly reports: readonly Report[];
  /** Null if there is nothing to do. */
  readonly action: Action | null;
}

interface Action {
  readonly rung: Rung;
  readonly count: number;
  readonly needsPerson: boolean;
  readonly advice: Advice | undefined;
}

interface DecisionInput {
  readonly before: State;
  readonly event: AgentEvent;
  readonly context: EventContext;
  readonly assessment: Assessment;
  readonly watched: Watched | undefined;
  /** A call that ran although its budget was used up. */
  readonly budget: Exhausted | undefined;
  readonly engine: Engine;
}

/** The next state, and the decision for the edge. */
export function decide({
  before,
  event,
  context,
  assessment,
  watched,
  budget,
  engine,
}: DecisionInput): StepResult {
  const rung = reachedBy(assessment, context, engine);
  const isRefused = event.kind === 'attempt' && rung !== undefined && isRefusal(rung, engine);
  const known = before.control?.tallies ?? NO_TALLIES;
  const isAfresh = assessment.memory === FRESH;
  const tallies = countLoop(known, assessment.verdict, { event, isRefused, isAfresh });
  const decision = decisionOf(before, context, assessment, { rung, tallies, engine });
  const { memory, ladder, cause } = assessment;
  const { detectors, standing } = memory;
  const control = controlAfter(before.control, event, decision, engine.edge, watched?.watch, tallies);
  // Field by field: engines store objects from a spread less compactly, and every session would pay for that.
  const state = { session: context.session, detectors, standing, ladder, cause, control };
  const told = budget ? budgetDecision(context.seq, budget, event, engine) : decision;
  if (!watched || watched.outcomes.length === 0) return { state, decision: told };
  return { state, decision: { ...told, recoveries: watched.outcomes } };
}

/** The part of the ladder's rung that the edge can carry out. */
function reachedBy(
  { action }: Assessment,
  context: EventContext,
  { edge, observation }: Engine,
): Rung | undefined {
  return action ? reachOf(edge, observation.tools, context)(action.rung) : undefined;
}

function isRefusal(rung: Rung, { edge }: Engine): boolean {
  return edge.mode === 'act' && rungAtLeast(rung, 'block');
}

interface Means {
  readonly rung: Rung | undefined;
  readonly tallies: readonly LoopTally[];
  readonly engine: Engine;
}

/**
 * An intervention, as far as the edge can carry it out. In shadow mode the decision only says what would have
 * happened.
 */
function decisionOf(
  { control }: State,
  context: EventContext,
  { verdict, reports, action }: Assessment,
  { rung, tallies, engine: { preset, edge } }: Means,
): Act | Proceed {
  const { seq } = context;
  const tally = tallyOf(tallies, verdict);
  if (!action || rung === undefined)
    return tally
      ? { kind: 'proceed', seq, verdict, reports, tally }
      : { kind: 'proceed', seq, verdict, reports };
  const { rung: wanted, count, needsPerson, advice } = action;
  const isAttempt = context.event.kind === 'attempt';
  const beyond = rung !== wanted && { wanted };
  const occasion = { rung: spokenRung(rung, wanted), ...beyond, verdict, count, isAttempt };
  const known = { ...loopContextOf(control?.loop ?? null, occasion, context), ...(tally && { tally }) };
  const act: Act = {
    ...{ kind: 'act', seq, rung, verdict, count, isAttempt, ...known },
    ...beyond,
    ...(rung === 'stop' && { status: 'LOOP_DETECTED' as const }),
    ...preset.texts({ ...occasion, ...known, ...counted(verdict, tally, preset), ...(advice && { advice }) }),
    needsPerson,
    reports,
  };
  return edge.mode === 'shadow' ? inShadow(act) : act;
}

/** A detector's own count stops with its window: the brief in a text has the count of the loop. */
function counted(
  { primary }: Verdict,
  tally: LoopCount | undefined,
  { detectors }: Engine['preset'],
): { readonly brief?: string } {
  if (!primary || !tally || tally.ran <= primary.signal.evidence.count) return {};
  return { brief: briefFrom(detectors, primary, tally.ran) };
}

function inShadow({ seq, verdict: given, reports, rung, wanted, text, count, status }: Act): Proceed {
  // A reached limit is no loop.
  const verdict = status === 'BUDGET_EXHAUSTED' ? HEALTHY : given;
  const wouldBe = { rung, ...(wanted && { wanted }), text, count };
  const report = { event_type: 'shadow', rung, category: verdict.primary?.category ?? null, count };
  return { kind: 'proceed', seq, verdict, reports: [...reports, report], wouldBe };
}

export function budgetDecision(
  seq: number,
  budget: Exhausted,
  event: AgentEvent,
  { edge }: Engine,
): Act | Proceed {
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
