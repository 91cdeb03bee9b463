import type { Engine } from './configure.js';
import { NO_DETECTOR_STATE, NO_RECENT_FINDINGS, type RecentFindings, type State } from './decision.js';
import { remembers, type Report } from './detection/detector.js';
import { withCalls } from './detection/evidence.js';
import { restatesCall } from './event/derived/derive.js';
import type { AgentEvent, EventKind } from './event/event.js';
import type { EventContext } from './session/session.js';
import { type RecentFinding, STANDS, toRecentFinding, type Finding, findingOf } from './verdict/verdict.js';

/** The signals of the detectors about one event, and their new states. */
export interface DetectionResult extends Pick<State, 'detectors' | 'standing'> {
  readonly fresh: readonly Finding[];
  readonly reports: readonly Report[];
}

const NO_FINDINGS: readonly Finding[] = [];
export const NO_REPORTS: readonly Report[] = [];

/** The initial state of a new session, and the state after a reset. */
export const FRESH: Pick<State, 'detectors' | 'standing'> = {
  detectors: NO_DETECTOR_STATE,
  standing: NO_RECENT_FINDINGS,
};

/** Passes the event to every detector that listens to its kind. */
export function detect(state: State, context: EventContext, engine: Engine): DetectionResult {
  const known = forget(state.detectors, context, engine);
  const listening = listenersTo(context.event, engine);
  if (!listening)
    return { detectors: known, standing: state.standing, fresh: NO_FINDINGS, reports: NO_REPORTS };
  // Copies the record at most once per event, and only if a state changed. Most sessions share the empty
  // record.
  let changed: Record<string, unknown> | undefined;
  let { standing } = state;
  let fresh = NO_FINDINGS;
  let reports = NO_REPORTS;
  for (const detector of listening) {
    const { id } = detector;
    const kept = known[id];
    const before = kept === undefined ? detector.init() : kept;
    const step = detector.step(before, context);
    if (step.state !== before) (changed ??= { ...known })[id] = step.state;
    if (step.signal) {
      const finding = findingOf(detector, withCalls(step.signal, context));
      fresh = [...fresh, finding];
      standing = { ...standing, [id]: toRecentFinding(finding) };
    } else if (standing !== NO_RECENT_FINDINGS) standing = quieted(standing, id, context);
    if (step.reports) reports = [...reports, ...step.reports];
  }
  return { detectors: changed ?? known, standing, fresh, reports };
}

/** A derived event is the same evidence as its call: detectors that listen to calls have already seen it. */
function listenersTo(event: AgentEvent, { listeners, observation }: Engine): Engine['listeners'][EventKind] {
  const all = listeners[event.kind];
  if (!restatesCall(event)) return all;
  return observation.hasFeatures ? undefined : all?.filter((one) => listeners.call?.includes(one) !== true);
}

/** A detector that finds nothing takes nothing back: its sign stands for some events, so that others may join it. */
function quieted(standing: RecentFindings, id: string, { seq }: EventContext): RecentFindings {
  const sign = Object.hasOwn(standing, id) ? standing[id] : undefined;
  if (sign === undefined) return standing;
  if (seq - sign.signal.evidence.last > STANDS) return without(standing, id);
  return sign.isOver === true ? standing : { ...standing, [id]: { ...sign, isOver: true } };
}

/** All sessions without a sign share the empty record. */
function without(standing: RecentFindings, id: string): RecentFindings {
  const others = Object.entries(standing).filter(([other]) => other !== id);
  return others.length === 0 ? NO_RECENT_FINDINGS : Object.fromEntries(others);
}

/** In the order of the preset's detectors. */
export function inOrder(standing: RecentFindings, { detectors }: Engine): readonly RecentFinding[] {
  return detectors.flatMap(({ id }) => (Object.hasOwn(standing, id) ? [standing[id]!] : []));
}

/** New work begins: detectors that forget at this boundary start with a new state. */
function forget(
  known: State['detectors'],
  { boundary }: EventContext,
  { detectors }: Engine,
): State['detectors'] {
  if (boundary === 'none' || known === NO_DETECTOR_STATE) return known;
  const kept = detectors.filter(({ id, meta }) => Object.hasOwn(known, id) && remembers(meta, boundary));
  return kept.length === 0 ? NO_DETECTOR_STATE : Object.fromEntries(kept.map(({ id }) => [id, known[id]]));
}
