/**
 * The whole flow: event → session → detection → verdict → escalation → recovery, as one pure step.
 * Nothing here knows a clock, a network or a framework; what should happen is returned, and the edge does it.
 */
import type { Engine } from './configure.js';
import { remembers, type Report } from './detection/detector.js';
import type { Rung } from './escalation/ladder.js';
import type { AgentEvent, EventKind } from './event/event.js';
import { readEvent, type Refusal } from './event/read-event.js';
import { absorb, type Moment, newSession, type Session } from './session/session.js';
import { type Echo, echoOf, HEALTHY, type Verdict, type Voice, voiceOf } from './verdict/verdict.js';

/** All that is remembered of one agent run. Immutable; `snapshot` makes it plain JSON. */
export interface State {
  readonly session: Session;
  /** One state a detector, in the preset's order. */
  readonly detectors: readonly unknown[];
  /** What is left of the newest word of each detector. */
  readonly standing: readonly (Echo | null)[];
  readonly ladder: unknown;
  /** What set the gate that holds, if one does. */
  readonly cause: Voice | null;
}

interface Judged {
  /** The event's number in the session. */
  readonly seq: number;
  readonly verdict: Verdict;
  /** Facts for sinks. */
  readonly reports: readonly Report[];
}

/** Nothing to do. */
export interface Proceed extends Judged {
  readonly kind: 'proceed';
}

/** Something to do: the rung says what. */
export interface Act extends Judged {
  readonly kind: 'act';
  readonly rung: Rung;
  /** Only with rung `stop`: what the host's failure routing can catch. */
  readonly status?: 'LOOP_DETECTED';
  /** What to tell the model; may be empty. */
  readonly text: string;
  /** What else the edge can do, in the order in which to try it. */
  readonly actions: readonly string[];
  readonly count: number;
  readonly needsPerson: boolean;
}

export type Decision = Proceed | Act | Refusal;

export interface Outcome {
  readonly state: State;
  readonly decision: Decision;
}

const NO_REPORTS: readonly Report[] = [];

export function start(engine: Engine): State {
  const { detectors, standing } = afresh(engine);
  return { session: newSession(), detectors, standing, ladder: engine.preset.ladder.init(), cause: null };
}

/** One event later; a door that knows the kind of what it takes in says so. A bad event is refused and leaves the state as it was; nothing throws. */
export function reduce(state: State, input: unknown, engine: Engine, kind?: EventKind): Outcome {
  const event = readEvent(input, kind);
  if (event.kind === 'refused') return { state, decision: event };
  return advance(state, event, engine);
}

/** The same for an event that is known to be sound. */
export function advance(state: State, event: AgentEvent, engine: Engine): Outcome {
  const moment = absorb(state.session, event, engine.lens);
  if (event.kind === 'reset') return settle(start(engine), moment, HEALTHY, NO_REPORTS);

  const gate = engine.preset.ladder.gate(state.ladder as never);
  const isCall = event.kind === 'attempt' || event.kind === 'call';
  if (gate !== undefined && isCall) return refuseCall(state, moment, gate, engine);

  const { detectors, standing, fresh, reports } = detect(forget(state, moment, engine), moment, engine);
  const next = { ...state, detectors, standing };
  if (fresh.length === 0) return settle(next, moment, HEALTHY, reports);
  const heard = standing.filter((voice) => voice !== null);
  const verdict = engine.preset.judge.judge(...([fresh, heard, engine.judgeOptions] as unknown as never));
  return escalate(next, moment, verdict, reports, engine);
}

/** Shows the moment to every detector that listens to this kind of event. */
function detect(
  state: State,
  moment: Moment,
  { preset, detectorOptions, listeners }: Engine,
): Pick<State, 'detectors' | 'standing'> & { fresh: Voice[]; reports: readonly Report[] } {
  const listening = listeners[moment.event.kind];
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

/** New work begins: detectors whose memory ends with the old start afresh. */
function forget(state: State, { boundary }: Moment, { preset }: Engine): State {
  if (boundary === 'none') return state;
  const detectors = preset.detectors.map(({ meta, init }, i) =>
    remembers(meta, boundary) ? state.detectors[i] : init(),
  );
  return { ...state, detectors };
}

function escalate(
  state: State,
  moment: Moment,
  verdict: Verdict,
  reports: readonly Report[],
  engine: Engine,
): Outcome {
  const { ladder, words } = engine.preset;
  const step = ladder.step(state.ladder as never, verdict, engine.ladderOptions as never);
  const cause = ladder.gate(step.state as never) === undefined ? null : (verdict.primary ?? null);
  const next = { ...state, ...(step.startsAfresh && afresh(engine)), ladder: step.state, cause };
  if (step.rung === undefined) return settle(next, moment, verdict, reports);
  return act(
    next,
    moment,
    { rung: step.rung, verdict, count: step.count ?? 0 },
    { reports, words, needsPerson: step.needsPerson ?? false },
  );
}

/** A rung that still holds meets the call before it runs; no detector looks at it (`voices` is empty). */
function refuseCall(state: State, moment: Moment, rung: Rung, { preset }: Engine): Outcome {
  const { cause } = state;
  const verdict: Verdict = {
    status: 'looping',
    score: cause?.signal.score ?? 0,
    voices: [],
    ...(cause && { primary: cause }),
  };
  return act(
    state,
    moment,
    { rung, verdict, count: 0 },
    { reports: NO_REPORTS, words: preset.words, needsPerson: false },
  );
}

function act(
  state: State,
  { session, seq }: Moment,
  occasion: { rung: Rung; verdict: Verdict; count: number },
  {
    reports,
    words,
    needsPerson,
  }: { reports: readonly Report[]; words: Engine['preset']['words']; needsPerson: boolean },
): Outcome {
  const status = occasion.rung === 'stop' ? { status: 'LOOP_DETECTED' as const } : {};
  const decision: Act = {
    kind: 'act',
    seq,
    ...occasion,
    ...status,
    ...words(occasion),
    needsPerson,
    reports,
  };
  return { state: withSession(state, session), decision };
}

function settle(
  state: State,
  { session, seq }: Moment,
  verdict: Verdict,
  reports: readonly Report[],
): Outcome {
  return { state: withSession(state, session), decision: { kind: 'proceed', seq, verdict, reports } };
}

/** Field by field: of what a spread makes, engines keep part elsewhere, and every session would pay for it. */
function withSession({ detectors, standing, ladder, cause }: State, session: Session): State {
  return { session, detectors, standing, ladder, cause };
}

/** What a reset empties. */
function afresh({ preset, silence }: Engine): Pick<State, 'detectors' | 'standing'> {
  return { detectors: preset.detectors.map(({ init }) => init()), standing: silence };
}
