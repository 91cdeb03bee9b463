import {
  advance,
  type AgentEvent,
  beginRecovery,
  type Capabilities,
  type Decision,
  type Engine,
  factsOf,
  isDerived,
  isNewLoop,
  logDecision,
  logOutcome,
  madeProgress,
  notificationOf,
  printPattern,
  restore,
  RUNGS,
  SNAPSHOT_VERSION,
  start,
  type State,
  stepRecovery,
  type Voice,
} from '@rutbreak/core';
import type { Loop } from '../api/sessions.js';
import { broadcast, change, type Draft } from './draft.js';
import { markLoop } from './loops.js';
import { packetOf } from './packet.js';
import { holdFirm, wishOf } from './order.js';
import type { Firm, Lens } from './record.js';
import { save } from './saved.js';
import { noteShadows } from './shadow.js';

const MAX_LOOPS = 10;
const MAX_DONE = 20;
const MAX_BRIEF = 120;

type Judged = Exclude<Decision, { readonly kind: 'refused' }>;

/** One event through core; what follows from it goes into the draft. */
export function judge(
  draft: Draft,
  which: 'steps' | 'events',
  event: AgentEvent,
  seq: number,
  capabilities?: Capabilities,
): Judged {
  const { record, scene } = draft;
  const { settings } = scene;
  const engine = which === 'steps' ? settings.steps : settings.eventsOf(record.agent.model, capabilities);
  const before = stateOf(record.lenses[which], engine);
  const { state, decision } = advance(before, event, engine);
  // An event that was read before is never refused.
  const judged = decision as Judged;
  const lens = { version: SNAPSHOT_VERSION, preset: engine.preset.id, state };
  keepLens(draft, which, lens, statusAfter(record.status, event, judged));
  if (judged.reports.length > 0) noteShadows(draft, judged.reports, seq);
  if (record.firm?.lens === which && isLifted(record.firm, { event, before, state, judged, engine }))
    change(draft, { firm: null });
  if (judged.kind === 'act') keepFirm(draft, which, judged, state);
  if (judged.kind === 'act' || judged.verdict.status === 'looping') noteLoop(draft, judged, event, seq);
  if (record.recovery.open.length > 0 && !isDerived(event)) {
    const hasProgress =
      which === 'steps' ? judged.verdict.status === 'healthy' : madeProgress(before.session, state.session);
    noteRecovery(draft, judged, hasProgress);
  }
  if (judged.kind === 'act' && judged.rung !== 'observe')
    change(draft, { recovery: beginRecovery(draft.record.recovery, judged.verdict, judged.rung) });
  return judged;
}

/** What is derived from a call takes nothing back of what was found at the call. */
function statusAfter(
  before: Draft['record']['status'],
  event: AgentEvent,
  { verdict }: Judged,
): Draft['record']['status'] {
  return isDerived(event) && verdict.status === 'healthy' ? before : verdict.status;
}

/** For every event: a record that this draft has made already is changed in place, because a copy each time costs more than judging. */
function keepLens(draft: Draft, which: Firm['lens'], lens: Lens, status: Draft['record']['status']): void {
  const { record, base } = draft;
  const next = { lenses: { ...record.lenses, [which]: lens }, status };
  if (record === base) change(draft, next);
  else Object.assign(record, next);
}

interface Step {
  readonly event: AgentEvent;
  readonly before: State;
  readonly state: State;
  readonly judged: Judged;
  readonly engine: Engine;
}

/** A block is over when core lets its loop go, a pause or a stop when a person has a new task; steps show it themselves. */
function isLifted({ action, lens }: Firm, { event, before, state, judged, engine }: Step): boolean {
  if (engine.edge.mode !== 'act' || event.kind === 'reset') return true;
  if (lens === 'steps') return judged.verdict.status === 'healthy';
  if (state.session.tasks > before.session.tasks) return true;
  return action === 'block' && state.cause === null;
}

/** A block that core keeps no cause of was about one moment only. */
function keepFirm(draft: Draft, which: Firm['lens'], judged: Judged, { cause }: State): void {
  const wish = wishOf(judged);
  if (wish.action === 'block' && cause === null) return;
  const firm = holdFirm(draft.record.firm, which, wish);
  if (firm !== draft.record.firm) change(draft, { firm });
}

/** A person lets the agent go on: what held it is gone, what it has used up and been let off is not. */
export function resumed({ record, scene }: Draft): Pick<Draft['record'], 'firm' | 'lenses'> {
  const { firm, lenses } = record;
  const lens = firm && lenses[firm.lens];
  if (!lens) return { firm: null, lenses };
  const fresh = start(
    firm.lens === 'steps' ? scene.settings.steps : scene.settings.eventsOf(record.agent.model),
  );
  const { seq, tasks } = lens.state.session;
  const state = { ...fresh, session: { ...fresh.session, seq, tasks }, control: lens.state.control };
  return { firm: null, lenses: { ...lenses, [firm.lens]: { ...lens, state } } };
}

/** A lens of another preset, or of none, starts afresh. */
function stateOf(lens: Lens | undefined, engine: Engine): State {
  return lens?.preset === engine.preset.id ? lens.state : start(engine);
}

/** A lens as it came from the store; throws a RutbreakError where a newer version wrote it. */
export function readLens(lens: Lens, engine: Engine): Lens | undefined {
  if (lens.preset !== engine.preset.id) return undefined;
  return { ...lens, version: SNAPSHOT_VERSION, state: restore(lens, engine) };
}

function noteLoop(draft: Draft, judged: Judged, event: AgentEvent, seq: number): void {
  const { record, scene } = draft;
  const { log } = record;
  const facts = factsOf(record.id, judged, { at: scene.now }).filter(({ kind }) => kind === 'decision');
  draft.facts.push(...facts.map((fact) => ({ fact, log })));
  const { primary, voices } = judged.verdict;
  if (primary && voices.length > 0 && judged.verdict.status === 'looping') {
    const isNew = isNewLoop(log, judged);
    change(draft, { log: logDecision(log, judged) });
    if (isNew) draft.archive.push({ kind: 'seen', loop: primary, at: scene.now });
    keepLoop(draft, judged, primary, seq, isNew);
  }
  if (judged.kind === 'act' && judged.rung !== 'observe') intervene(draft, judged, event, seq);
}

function intervene(
  draft: Draft,
  act: Judged & { readonly kind: 'act' },
  event: AgentEvent,
  seq: number,
): void {
  const { record, scene } = draft;
  broadcast(draft, 'interventions', {
    ...{ event_type: 'intervention', session_id: record.id, seq, rung: act.rung, at: scene.now },
    ...{ category: act.verdict.primary?.category ?? null, brief: act.verdict.primary?.brief ?? '' },
    ...{ text: act.text, needs_person: act.needsPerson || act.rung === 'pause' },
    notification: notificationOf(act, { session: record.id }) ?? null,
  });
  const { category = null, brief = '' } = act.verdict.primary ?? {};
  const done = { seq, at: scene.now, rung: act.rung, category, brief: brief.slice(0, MAX_BRIEF) };
  change(draft, {
    done: [...(record.done ?? []), done].slice(-MAX_DONE),
    packet: packetOf(act, event, scene.now, record.packet),
  });
  if (act.isAttempt && RUNGS.indexOf(act.rung) >= RUNGS.indexOf('block')) save(draft, 1);
}

/** The loop's own document: made when it is first seen, changed each time it is seen again. */
function keepLoop(draft: Draft, judged: Judged, voice: Voice, seq: number, isNew: boolean): void {
  const { record, scene } = draft;
  const { id, pattern } = nameOf(record.id, voice);
  const known = record.loops.find((loop) => loop.id === id);
  const rung = judged.kind === 'act' ? judged.rung : 'observe';
  const highest =
    RUNGS.indexOf(rung) > RUNGS.indexOf((known?.rung ?? 'observe') as never) ? rung : known?.rung;
  const loop: Omit<Loop, 'evidence'> = {
    ...{ id, session_id: record.id, category: voice.category, detector: voice.detector, brief: voice.brief },
    ...{ score: judged.verdict.score, first_seq: known?.first_seq ?? seq, last_seq: seq },
    ...{ first_at: known?.first_at ?? scene.now, last_at: scene.now, rung: highest ?? rung, pattern },
    ...{ count: (known?.count ?? 0) + (judged.kind === 'act' ? 1 : 0), outcome: known ? 'failed' : 'open' },
    ...{ text: judged.kind === 'act' ? judged.text : (known?.text ?? ''), feedback: known?.feedback ?? null },
  };
  const still = known?.outcome === 'open' ? { ...loop, outcome: 'open' as const } : loop;
  const others = record.loops.filter((one) => one.id !== id);
  change(draft, { loops: [...others, still].slice(-MAX_LOOPS) });
  const whole = { ...still, evidence: evidenceOf(voice) };
  change(draft, { newest: { ...whole, voice } });
  draft.loops.set(id, { ...whole, voice });
  if (isNew || judged.kind === 'act') broadcast(draft, 'loops', { event_type: 'loop', ...whole });
}

function noteRecovery(draft: Draft, judged: Judged, hasProgress: boolean): void {
  const { record, scene } = draft;
  const { watch, outcomes } = stepRecovery(record.recovery, { verdict: judged.verdict, hasProgress });
  change(draft, { recovery: watch });
  for (const { outcome, strategy, identity, loop } of outcomes) {
    const isRecovered = outcome === 'successful';
    const fact = { kind: 'recovery' as const, session: record.id, at: scene.now, isRecovered, strategy };
    draft.facts.push({ fact, log: draft.record.log });
    draft.archive.push({ kind: 'outcome', loop, strategy, isRecovered, at: scene.now });
    change(draft, { log: logOutcome(draft.record.log, isRecovered, { primary: loop }) });
    const { id } = nameOf(record.id, loop);
    markLoop(draft, id, { outcome: isRecovered ? 'recovered' : 'failed' });
    if (isRecovered) save(draft, loop.signal.evidence.count);
    broadcast(draft, 'loops', {
      ...{ event_type: 'recovery', session_id: record.id, at: scene.now, strategy, outcome, identity },
      loop: id,
    });
  }
}

function nameOf(session: string, voice: Voice): { readonly id: string; readonly pattern: string } {
  const pattern = printPattern(voice).id;
  return { pattern, id: `${Buffer.from(session).toString('base64url')}.${pattern}` };
}

function evidenceOf({ signal: { evidence } }: Voice): Loop['evidence'] {
  const { events, elements, examples, variations, count, window, first, last } = evidence;
  return {
    ...{ count, window, first, last },
    ...{ events: [...events], elements: [...elements] },
    ...{ examples: [...examples], variations: [...variations] },
  };
}
