import type { AgentEvent, Capabilities } from '@rutbreak/core';
import {
  adviceFrom,
  advance,
  briefWith,
  type Engine,
  isDerived,
  NO_LOOPS,
  restore,
  SNAPSHOT_VERSION,
  start,
  type State,
} from '@rutbreak/core/edge';
import type { StandingAction, StoredCoreState } from '../../session/record.js';
import { recommendationOf, standingAfter } from '../ack.js';
import { change, type Draft } from '../draft.js';
import { type Judgement, noteLoop, noteRecoveries } from './loops.js';
import { isLimit, type JudgedEvent } from './judged.js';
import { nameOf } from './loop-name.js';
import { loopOf } from './same-loop.js';
import { noteReports } from './reports.js';
import { noteCost } from './waste.js';

/** Runs core on one event and applies the result to the draft. */
export function runCore(
  draft: Draft,
  which: 'steps' | 'events',
  event: AgentEvent,
  seq: number,
  capabilities?: Capabilities,
): Judgement {
  const { record, context } = draft;
  const { settings } = context;
  const engine = which === 'steps' ? settings.steps : settings.eventsOf(record.agent.model, capabilities);
  const before = stateOf(record.core[which], engine);
  const { state, decision } = advance(before, event, engine);
  // Ingest has validated the event, so core never refuses it.
  const judged = withAdvice(draft, which, withoutMuted(draft, which, decision as JudgedEvent, state));
  const stored = { version: SNAPSHOT_VERSION, preset: engine.preset.id, state };
  const status = statusAfter(record.status, event, judged);
  change(draft, { core: { ...record.core, [which]: stored }, status });
  if (judged.reports.length > 0) noteReports(draft, judged.reports, seq);
  if (
    record.standing?.track === which &&
    isCleared(record.standing, { event, before, state, judged, engine })
  )
    change(draft, { standing: null });
  if (judged.kind === 'act') keepStanding(draft, which, judged, state);
  else renewStanding(draft, which, judged, state, engine);
  noteCost(draft, which, judged.seq, event);
  const judgement = { judged, event, seq, track: which, cause: state.cause };
  if (judged.kind === 'act' || judged.verdict.status === 'looping') noteLoop(draft, judgement);
  noteRecoveries(draft, judged.recoveries ?? [], seq);
  return judgement;
}

/** Removes the intervention if a person has muted this pattern; the loop is still recorded. */
function withoutMuted(
  { record, context }: Draft,
  which: StandingAction['track'],
  judged: JudgedEvent,
  { cause }: State,
): JudgedEvent {
  const finding = judged.verdict.primary ?? (judged.kind === 'act' ? cause : null);
  if (context.mutes.size === 0 || !finding) return judged;
  const { pattern } = loopOf(record, finding, which) ?? nameOf(record.id, finding);
  if (!context.mutes.has(pattern)) return judged;
  const { seq, verdict, recoveries } = judged;
  const reports = judged.reports.filter(({ event_type }) => event_type !== 'entropy_alert');
  return { kind: 'proceed', seq, verdict, reports, isMuted: true, ...(recoveries && { recoveries }) };
}

/** The first words about a loop say what helped against it in earlier sessions. */
function withAdvice(
  { record, context }: Draft,
  which: StandingAction['track'],
  judged: JudgedEvent,
): JudgedEvent {
  const { primary } = judged.verdict;
  if (judged.kind !== 'act' || !primary || loopOf(record, primary, which)) return judged;
  const query = context.settings.config.archive.consent ? { user: record.agent.id } : {};
  const advice = adviceFrom(context.earlier, NO_LOOPS, judged, query);
  return advice === undefined ? judged : { ...judged, text: `${judged.text}\n${advice}` };
}

/** A healthy derived event does not clear the status that its call caused. */
function statusAfter(
  before: Draft['record']['status'],
  event: AgentEvent,
  judged: JudgedEvent,
): Draft['record']['status'] {
  const { verdict, isMuted = false } = judged;
  if (isMuted || isLimit(judged)) return 'healthy';
  return isDerived(event) && verdict.status === 'healthy' ? before : verdict.status;
}

interface Step {
  readonly event: AgentEvent;
  readonly before: State;
  readonly state: State;
  readonly judged: JudgedEvent;
  readonly engine: Engine;
}

/** A block ends when core drops its cause; a pause or stop ends with a new task of the user; steps end by recovery. */
function isCleared(
  { action, track }: StandingAction,
  { event, before, state, judged, engine }: Step,
): boolean {
  if (engine.edge.mode !== 'act' || event.kind === 'reset') return true;
  if (track === 'steps') return judged.verdict.status === 'healthy';
  if (state.session.tasks > before.session.tasks) return true;
  return action === 'block' && state.cause === null;
}

/** A block without a cause in core concerned this event only, so it does not stand. */
function keepStanding(
  draft: Draft,
  which: StandingAction['track'],
  judged: JudgedEvent,
  { cause }: State,
): void {
  const recommendation = recommendationOf(judged);
  if (recommendation.action === 'block' && cause === null) return;
  const standing = standingAfter(draft.record.standing, which, recommendation);
  if (standing === draft.record.standing || !standing) return;
  const loop = judged.verdict.primary?.signal.identity;
  change(draft, { standing: { ...standing, ...(loop !== undefined && { loop }) } });
}

/** The loop of a standing decision goes on, and core has said all about it: its text still tells how often it ran. */
function renewStanding(
  draft: Draft,
  which: StandingAction['track'],
  { verdict, tally }: JudgedEvent,
  { control }: State,
  { preset }: Engine,
): void {
  const { standing } = draft.record;
  const isSame = standing?.track === which && standing.loop === verdict.primary?.signal.identity;
  if (!isSame || !tally || !control?.loop) return;
  const { attempts, files, result, firstError, resets } = control.loop;
  const { primary } = verdict;
  const isMore = primary && tally.ran > primary.signal.evidence.count;
  const known = {
    // Unless the run has ended, the last attempt is the standing decision itself.
    ...{ attempts: standing.action === 'stop' ? attempts : attempts.slice(0, -1), files, tally },
    ...(isMore && { brief: briefWith(primary, tally.ran) }),
    ...(result !== '' && { result }),
    ...(firstError !== '' && { firstError }),
    ...(resets && { resets }),
  };
  const { text } = preset.texts({ ...known, rung: standing.action, verdict, count: control.count });
  if (text !== '') change(draft, { standing: { ...standing, text } });
}

/** A person resumes the agent: detection restarts, budgets and overrides remain. */
export function resumed({ record, context }: Draft): Pick<Draft['record'], 'standing' | 'core'> {
  const { standing, core } = record;
  const stored = standing && core[standing.track];
  if (!stored) return { standing: null, core };
  const fresh = start(
    standing.track === 'steps' ? context.settings.steps : context.settings.eventsOf(record.agent.model),
  );
  const { seq, tasks } = stored.state.session;
  const state = { ...fresh, session: { ...fresh.session, seq, tasks }, control: stored.state.control };
  return { standing: null, core: { ...core, [standing.track]: { ...stored, state } } };
}

/** The state of another preset cannot be used, so detection restarts. */
function stateOf(stored: StoredCoreState | undefined, engine: Engine): State {
  return stored?.preset === engine.preset.id ? stored.state : start(engine);
}

/** The state after an event that was judged before. */
export function replayEvent(
  stored: StoredCoreState | undefined,
  event: unknown,
  engine: Engine,
): StoredCoreState {
  const { state } = advance(stateOf(stored, engine), event as AgentEvent, engine);
  return { version: SNAPSHOT_VERSION, preset: engine.preset.id, state };
}

/** Restores a stored state. Throws a RutbreakError if it is damaged or a newer version wrote it. */
export function readCoreState(stored: StoredCoreState, engine: Engine): StoredCoreState | undefined {
  if (stored.preset !== engine.preset.id) return undefined;
  return { ...stored, version: SNAPSHOT_VERSION, state: restore(stored, engine) };
}
