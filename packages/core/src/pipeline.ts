/**
 * The whole flow as one pure step: event → budget → session → block → detection → verdict → escalation →
 * recovery watch → decision. It knows no clock, network or framework: it returns a decision, and the edge
 * carries it out.
 */
import { withAgents } from './agents.js';
import type { Engine } from './configure.js';
import { exhaustedBudget, isOff, watchRecovery } from './control.js';
import { type Assessment, budgetDecision, decide } from './decide.js';
import type { StepResult, State } from './decision.js';
import { detect, type DetectionResult, FRESH, inOrder, NO_REPORTS } from './detect.js';
import { ownsRun } from './escalation/capability.js';
import { type LadderStep, rungAtLeast, type LadderContext } from './escalation/ladder.js';
import { reachOf, switchOf } from './escalation/policy.js';
import { isDerived, restatesCall } from './event/derived/derive.js';
import type { AgentEvent, EventKind } from './event/event.js';
import { recogniseOwnText, rememberSaid, type SaidText } from './event/own-words.js';
import { extractFeatures } from './features/call-features.js';
import { readEvent } from './event/read-event.js';
import { type EventContext, newSession } from './session/session.js';
import { advanceSession } from './session/with-ledger.js';
import { HEALTHY, type Verdict, verdictOfCause, type Finding } from './verdict/verdict.js';

export type { Act, Decision, StepResult, State } from './decision.js';

/** Changes nothing in a session except its event count. */
const NOTHING: AgentEvent = { kind: 'attempt', tool: '' };

export function start(engine: Engine): State {
  return {
    session: newSession(),
    ...FRESH,
    ladder: engine.ladder.init(),
    cause: null,
    control: null,
  };
}

/**
 * Processes one event. A caller that knows the kind passes it. A bad event is refused and changes nothing;
 * nothing throws.
 */
export function reduce(state: State, input: unknown, engine: Engine, kind?: EventKind): StepResult {
  const event = readEvent(input, kind);
  if (event.kind === 'refused') return { state, decision: event };
  return advance(state, event, engine);
}

/** The same for an event that has been validated. */
export function advance(state: State, given: AgentEvent, engine: Engine): StepResult {
  const { event, said } = recogniseOwnText(state.said, given);
  if (event === null) return nothingRan({ ...state, said }, engine);
  const whole = advanceOne(state, event, engine);
  const isOne = event.agent === undefined && state.agent === undefined;
  const outcome = isOne ? whole : withAgents(state, event, whole, start(engine), engine, advanceOne);
  return withSaid(outcome, event, said);
}

/** The guard's own refusal came back as a result: nothing ran, and nothing is new. */
function nothingRan(state: State, { observation }: Engine): StepResult {
  const { session, seq } = advanceSession(state.session, NOTHING, observation);
  return {
    state: { ...state, session },
    decision: { kind: 'proceed', seq, verdict: HEALTHY, reports: NO_REPORTS },
  };
}

function withSaid({ state, decision }: StepResult, event: AgentEvent, said: readonly SaidText[]): StepResult {
  const known = event.kind === 'reset' ? [] : said;
  const isSaid = decision.kind === 'act' && decision.rung !== 'observe' && decision.text !== '';
  if (!isSaid)
    return known.length === 0 ? { state, decision } : { state: remembering(state, known), decision };
  const isVeto = decision.isAttempt && rungAtLeast(decision.rung, 'block');
  const kept = rememberSaid(known, event, { text: decision.text, isVeto });
  return { state: remembering(state, kept), decision };
}

/** Field by field where it can be: to spread a state takes as long as reading a short result. */
function remembering(state: State, said: readonly SaidText[]): State {
  if (state.agent !== undefined) return { ...state, said };
  const { session, detectors, standing, ladder, cause, control } = state;
  return { session, detectors, standing, ladder, cause, control, said };
}

function advanceOne(state: State, event: AgentEvent, engine: Engine): StepResult {
  const budget = exhaustedBudget(state, event, engine);
  if (budget && event.kind === 'attempt') {
    const { session, seq } = advanceSession(state.session, event, engine.observation);
    return { state: { ...state, session }, decision: budgetDecision(seq, budget, event, engine) };
  }
  const { base, context, isWatched } = enterSession(state, event, engine);
  const assessment = isWatched ? assess(base, context, engine) : unchanged(base);
  const { verdict, action } = assessment;
  const watched = watchRecovery(state, event, context.session, { verdict, isActed: action !== null });
  return decide({ before: state, event, context, assessment, watched, budget, engine });
}

interface Entered {
  /** The base of the next state: the current state, or a new one after a reset. */
  readonly base: State;
  readonly context: EventContext;
  /** Whether detection handles this event. */
  readonly isWatched: boolean;
}

function enterSession(state: State, event: AgentEvent, engine: Engine): Entered {
  const context = eventContextOf(state, event, engine);
  if (event.kind === 'reset') return { base: start(engine), context, isWatched: false };
  const isWatched = !isOff(state, engine.edge) && switchOf(engine.observation.tools, context) !== false;
  return { base: state, context, isWatched };
}

/**
 * An attempt gets a full check only if a block may apply to it. Changes made by a call are not counted again.
 */
function eventContextOf(
  { session, cause }: State,
  event: AgentEvent,
  { observation, ladder }: Engine,
): EventContext {
  if (restatesCall(event)) return { ...advanceSession(session, NOTHING, observation), event };
  const context = advanceSession(session, event, observation);
  if (event.kind !== 'attempt' || cause === null || !observation.hasFeatures || !ladder.meetsCalls)
    return context;
  const trait = Object.hasOwn(observation.tools, event.tool) ? observation.tools[event.tool] : undefined;
  return { ...context, features: extractFeatures(event, trait, context.seq) };
}

// Field by field here and below: a spread takes longer than the rest of a quiet event.
function unchanged(state: State): Assessment {
  const { ladder, cause } = state;
  return { memory: state, ladder, cause, verdict: HEALTHY, reports: NO_REPORTS, action: null };
}

function assess(state: State, context: EventContext, engine: Engine): Assessment {
  const reach = reachOf(engine.edge, engine.observation.tools, context);
  const ladderContext = { context, before: state.session, reach, ownsRun: ownsRun(engine.edge.capabilities) };
  const blocked = checkBlock(state, ladderContext, engine);
  if (blocked) return blocked;
  const found = detect(state, context, engine);
  const verdict = aggregate(found, engine);
  return escalate(state, found, verdict, ladderContext, engine);
}

/** A standing rung applies to the call before it runs; no detector runs (`findings` is empty). */
function checkBlock(state: State, ladderContext: LadderContext, { ladder }: Engine): Assessment | undefined {
  const { kind } = ladderContext.context.event;
  if (kind !== 'attempt' && kind !== 'call') return undefined;
  const gate = ladder.gate(state.ladder);
  const step =
    gate === undefined ? ladder.meet(state.ladder, ladderContext) : { state: state.ladder, rung: gate };
  if (step?.rung === undefined) return undefined;
  const { cause } = state;
  const verdict = verdictOfCause(step.cause ?? cause);
  return { memory: state, ladder: step.state, cause, verdict, reports: NO_REPORTS, action: actionOf(step) };
}

/** Nothing if no detector has a finding. */
function aggregate(found: DetectionResult, engine: Engine): Verdict | undefined {
  return found.fresh.length === 0
    ? undefined
    : engine.aggregate(found.fresh, inOrder(found.standing, engine));
}

/** Without a verdict the ladder may still act: the agent may have moved on. */
function escalate(
  state: State,
  found: DetectionResult,
  given: Verdict | undefined,
  ladderContext: LadderContext,
  engine: Engine,
): Assessment {
  const { reports } = found;
  const isQuiet = !given && isDerived(ladderContext.context.event);
  const step = given
    ? engine.ladder.step(state.ladder, given, ladderContext)
    : isQuiet
      ? undefined
      : engine.ladder.pass(state.ladder, ladderContext);
  if (!step) {
    const { ladder, cause } = state;
    return { memory: found, ladder, cause, verdict: HEALTHY, reports, action: null };
  }
  const verdict = given ?? (step.rung === undefined ? HEALTHY : verdictOfCause(state.cause));
  const memory = step.startsAfresh ? FRESH : found;
  const cause = causeAfter(state, step, verdict, engine);
  return { memory, ladder: step.state, cause, verdict, reports, action: actionOf(step) };
}

function causeAfter(
  { cause }: State,
  step: LadderStep<unknown>,
  { primary }: Verdict,
  { ladder }: Engine,
): Finding | null {
  const holds = step.holds ?? (ladder.gate(step.state) === undefined ? 'nothing' : 'this');
  if (holds === 'this') return primary ?? null;
  return holds === 'earlier' ? cause : null;
}

function actionOf(step: LadderStep<unknown>): Assessment['action'] {
  const { rung, count = 0, needsPerson = false, advice } = step;
  return rung === undefined ? null : { rung, count, needsPerson, advice };
}
