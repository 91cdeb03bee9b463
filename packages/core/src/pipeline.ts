/**
 * The whole flow: event → session → detection → verdict → escalation → recovery, as one pure step.
 * Nothing here knows a clock, a network or a framework; what should happen is returned, and the edge does it.
 */
import type { Engine } from './configure.js';
import { isOff, refuseByBudget, withControl } from './control.js';
import type { Act, Outcome, Proceed, State } from './decision.js';
import { remembers, type Report } from './detection/detector.js';
import type { LadderStep, Rung, Scene } from './escalation/ladder.js';
import { reachOf, spokenRung, switchOf } from './escalation/policy.js';
import { isDerived, restatesCall } from './event/derive.js';
import type { AgentEvent, EventKind } from './event/event.js';
import { withoutOwnWords } from './event/own-words.js';
import { perceive } from './event/percept.js';
import { readEvent } from './event/read-event.js';
import { knownOf } from './recovery/known.js';
import { absorb, type Moment, newSession, type Session } from './session/session.js';
import { echoOf, HEALTHY, type Verdict, type Voice, voiceOf } from './verdict/verdict.js';

export type { Act, Decision, Outcome, State } from './decision.js';

const NO_REPORTS: readonly Report[] = [];
/** Changes nothing in a session but its count of events. */
const NOTHING: AgentEvent = { kind: 'attempt', tool: '' };

export function start(engine: Engine): State {
  const { detectors, standing } = afresh(engine);
  return {
    session: newSession(),
    detectors,
    standing,
    ladder: engine.preset.ladder.init(),
    cause: null,
    control: null,
  };
}

/** One event later; a door that knows the kind of what it takes in says so. A bad event is refused and leaves the state as it was; nothing throws. */
export function reduce(state: State, input: unknown, engine: Engine, kind?: EventKind): Outcome {
  const event = readEvent(input, kind);
  if (event.kind === 'refused') return { state, decision: event };
  return advance(state, event, engine);
}

/** The same for an event that is known to be sound. */
export function advance(state: State, event: AgentEvent, engine: Engine): Outcome {
  return (
    refuseByBudget(state, event, engine) ?? withControl(state, event, flow(state, event, engine), engine)
  );
}

function flow(state: State, given: AgentEvent, engine: Engine): Outcome {
  const event = given.kind === 'call' ? withoutOwnWords(given) : given;
  // Our own veto came back as a result: nothing ran, and nothing is new.
  if (event === null) return settle(state, absorb(state.session, NOTHING, engine.lens));
  const moment = momentOf(state, event, engine);
  if (event.kind === 'reset') return settle(start(engine), moment);
  if (isOff(state, engine.edge) || switchOf(engine.lens.tools, moment) === false)
    return settle(state, moment);

  const scene = { moment, before: state.session, reach: reachOf(engine.edge, engine.lens.tools, moment) };
  const refused = refuseCall(state, scene, engine);
  if (refused) return refused;

  const { detectors, standing, fresh, reports } = detect(forget(state, moment, engine), moment, engine);
  const next = { ...state, detectors, standing };
  if (fresh.length === 0 && isDerived(event)) return settle(next, moment, HEALTHY, reports);
  if (fresh.length === 0) return pass(next, scene, reports, engine);
  const heard = standing.filter((voice) => voice !== null);
  const verdict = engine.preset.judge.judge(...([fresh, heard, engine.judgeOptions] as unknown as never));
  const step = engine.preset.ladder.step(
    state.ladder as never,
    verdict,
    engine.ladderOptions as never,
    scene,
  );
  return escalate(next, scene, { step, verdict, reports }, engine);
}

/** An attempt is looked at closely only where a block might meet it. What a call has changed is not counted again. */
function momentOf({ session, cause }: State, event: AgentEvent, { lens, preset }: Engine): Moment {
  if (restatesCall(event)) return { ...absorb(session, NOTHING, lens), event };
  const moment = absorb(session, event, lens);
  if (event.kind !== 'attempt' || cause === null || !lens.isClose || !preset.ladder.meet) return moment;
  const trait = Object.hasOwn(lens.tools, event.tool) ? lens.tools[event.tool] : undefined;
  return { ...moment, percept: perceive({ ...event, kind: 'call' }, trait, moment.seq) };
}

/** Shows the moment to every detector that listens to this kind of event. */
function detect(
  state: State,
  moment: Moment,
  engine: Engine,
): Pick<State, 'detectors' | 'standing'> & { fresh: Voice[]; reports: readonly Report[] } {
  const { preset, detectorOptions } = engine;
  const listening = listenersTo(moment.event, engine);
  const fresh: Voice[] = [];
  if (!listening) return { detectors: state.detectors, standing: state.standing, fresh, reports: NO_REPORTS };
  const detectors = state.detectors.slice();
  let { standing } = state;
  let reports = NO_REPORTS;
  for (const i of listening) {
    const detector = preset.detectors[i]!;
    const step = detector.step(detectors[i] as never, moment, detectorOptions[i] as never);
    detectors[i] = step.state;
    const voice = step.signal ? voiceOf(detector, step.signal) : null;
    if (voice) fresh.push(voice);
    // Most of the time nobody says anything, and the list stays the one that all sessions share.
    if (voice || standing[i]) standing = standing.with(i, voice && echoOf(voice));
    if (step.reports) reports = [...reports, ...step.reports];
  }
  return { detectors, standing, fresh, reports };
}

/** What was derived from a call is one piece of evidence with it: detectors that look at calls have judged it already. */
function listenersTo(event: AgentEvent, { listeners, lens }: Engine): readonly number[] | undefined {
  const all = listeners[event.kind];
  if (!restatesCall(event)) return all;
  return lens.isClose ? undefined : all?.filter((i) => listeners.call?.includes(i) !== true);
}

/** New work begins: detectors whose memory ends with the old start afresh. */
function forget(state: State, { boundary }: Moment, { preset }: Engine): State {
  if (boundary === 'none') return state;
  const detectors = preset.detectors.map(({ meta, init }, i) =>
    remembers(meta, boundary) ? state.detectors[i] : init(),
  );
  return { ...state, detectors };
}

/** Nobody had anything to say; the ladder may have. */
function pass(state: State, scene: Scene, reports: readonly Report[], engine: Engine): Outcome {
  const step = engine.preset.ladder.pass?.(state.ladder as never, scene, engine.ladderOptions as never);
  if (!step) return settle(state, scene.moment, HEALTHY, reports);
  const verdict = step.rung === undefined ? HEALTHY : verdictOf(state.cause);
  return escalate(state, scene, { step, verdict, reports }, engine);
}

interface Judgement {
  readonly step: LadderStep<unknown>;
  readonly verdict: Verdict;
  readonly reports: readonly Report[];
}

function escalate(
  state: State,
  scene: Scene,
  { step, verdict, reports }: Judgement,
  engine: Engine,
): Outcome {
  const { ladder } = engine.preset;
  const holds = step.holds ?? (ladder.gate(step.state as never) === undefined ? 'nothing' : 'this');
  const cause = holds === 'this' ? (verdict.primary ?? null) : holds === 'earlier' ? state.cause : null;
  const next = { ...state, ...(step.startsAfresh && afresh(engine)), ladder: step.state, cause };
  if (step.rung === undefined) return settle(next, scene.moment, verdict, reports);
  return act(next, scene, { step: { ...step, rung: step.rung }, verdict, reports }, engine);
}

/** A rung that still holds meets the call before it runs; no detector looks at it (`voices` is empty). */
function refuseCall(state: State, scene: Scene, engine: Engine): Outcome | undefined {
  const { ladder } = engine.preset;
  const { kind } = scene.moment.event;
  if (kind !== 'attempt' && kind !== 'call') return undefined;
  const gate = ladder.gate(state.ladder as never);
  const step =
    gate === undefined
      ? ladder.meet?.(state.ladder as never, scene, engine.ladderOptions as never)
      : { state: state.ladder, rung: gate };
  if (step?.rung === undefined) return undefined;
  const met = { step: { ...step, rung: step.rung }, verdict: verdictOf(state.cause), reports: NO_REPORTS };
  return act({ ...state, ladder: step.state }, scene, met, engine);
}

/** What stands behind a rung that was set by an earlier event. */
function verdictOf(cause: Voice | null): Verdict {
  return {
    ...{ status: 'looping', score: cause?.signal.score ?? 0, voices: [] },
    ...(cause && { primary: cause }),
  };
}

/** Something to do, as far as the edge can; in shadow mode it is only said what would have been done. */
function act(
  state: State,
  { moment, reach }: Scene,
  { step, verdict, reports }: Judgement & { readonly step: { readonly rung: Rung } },
  { preset, edge }: Engine,
): Outcome {
  const wanted = step.rung;
  const rung = reach(wanted);
  const count = step.count ?? 0;
  const isAttempt = moment.event.kind === 'attempt';
  const occasion = { rung: spokenRung(rung, wanted), verdict, count, isAttempt };
  const known = knownOf(state.control?.loop ?? null, occasion, moment);
  const decision: Act = {
    ...{ kind: 'act', seq: moment.seq, rung, verdict, count, isAttempt, ...known },
    ...(rung !== wanted && { wanted }),
    ...(rung === 'stop' && { status: 'LOOP_DETECTED' as const }),
    ...preset.words({ ...occasion, ...known }),
    needsPerson: step.needsPerson ?? false,
    reports,
  };
  const next = withSession(state, moment.session);
  if (edge.mode !== 'shadow') return { state: next, decision };
  return { state: next, decision: inShadow(decision) };
}

function inShadow({ seq, verdict, reports, rung, wanted, text, count }: Act): Proceed {
  const wouldBe = { rung, ...(wanted && { wanted }), text, count };
  const report = { event_type: 'shadow', rung, category: verdict.primary?.category ?? null, count };
  return { kind: 'proceed', seq, verdict, reports: [...reports, report], wouldBe };
}

function settle(
  state: State,
  { session, seq }: Moment,
  verdict: Verdict = HEALTHY,
  reports: readonly Report[] = NO_REPORTS,
): Outcome {
  return { state: withSession(state, session), decision: { kind: 'proceed', seq, verdict, reports } };
}

/** Field by field: of what a spread makes, engines keep part elsewhere, and every session would pay for it. */
function withSession({ detectors, standing, ladder, cause, control }: State, session: Session): State {
  return { session, detectors, standing, ladder, cause, control };
}

/** What a reset empties. */
function afresh({ preset, silence }: Engine): Pick<State, 'detectors' | 'standing'> {
  return { detectors: preset.detectors.map(({ init }) => init()), standing: silence };
}
