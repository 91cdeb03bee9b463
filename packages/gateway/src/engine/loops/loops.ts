import type { Act, AgentEvent, Finding } from '@rutbreak/core';
import {
  factsOf,
  findsLoop,
  isReset,
  logDecision,
  type LoopLog,
  NO_LOOPS,
  notificationOf,
  type RecoveryOutcome,
} from '@rutbreak/core/edge';
import type { Loop } from '../../api/sessions.js';
import { addAmounts, lessAmount, NOTHING } from '../../session/amount.js';
import type { StoredLoop } from '../../session/record.js';
import { broadcast, change, type Draft } from '../draft.js';
import { withDone } from './done.js';
import {
  actedOn,
  briefOf,
  isSameName,
  newFigures,
  rank,
  roundOf,
  seenAgain,
  withRung,
} from './loop-figures.js';
import { nameOf } from './loop-name.js';
import { findLoop, hasReturned, loopOf, namesWith, numberingOf, stepsWith } from './same-loop.js';
import { packetOf } from './packet.js';
import { isLimit, type JudgedEvent } from './judged.js';
import { meanCost, takeWaste } from './waste.js';

const MAX_LOOPS = 10;
const MAX_BRIEF = 120;

/** A decision about one event, with the event and its sequence number. */
export interface Judgement {
  readonly judged: JudgedEvent;
  readonly event: AgentEvent;
  readonly seq: number;
  readonly track: 'steps' | 'events';
  /** The loop behind the block in force. */
  readonly cause: Finding | null;
}

/** Records a detected loop in metrics, archive and session. It does not intervene. */
export function noteLoop(draft: Draft, { judged, seq, track }: Judgement): void {
  const { record, context } = draft;
  const { primary } = judged.verdict;
  const known = primary ? loopOf(record, primary, track) : undefined;
  // Metrics only need to know whether this loop is new.
  const log: LoopLog = known ? logDecision(NO_LOOPS, judged) : NO_LOOPS;
  const facts = factsOf(record.id, judged, { at: context.now }).filter(({ kind }) => kind === 'decision');
  draft.facts.push(...facts.map((fact) => ({ fact, log })));
  if (!primary || !findsLoop(judged)) return;
  if (!known) draft.archive.push({ kind: 'seen', loop: primary, at: context.now });
  keepLoop(draft, primary, { seq, track, judged }, known);
}

/** The record keeps the last loops in full; each change also rewrites the document for lists. */
function keepLoop(
  draft: Draft,
  finding: Finding,
  { seq, track, judged }: Pick<Judgement, 'seq' | 'track' | 'judged'>,
  known: StoredLoop | undefined,
): void {
  const { record, context } = draft;
  const own = nameOf(record.id, finding);
  const { id, pattern } = known ?? own;
  const wasted = takeWaste(draft, track, finding, known === undefined);
  const fresh = { ...newFigures(context.now, finding.signal.evidence.count), wasted };
  const seen = known ? seenAgain(known, finding, seq, wasted) : { figures: fresh, voice: finding };
  const { figures, voice, partial } = { partial: 0, ...seen };
  const loop: StoredLoop = {
    ...{ id, session_id: record.id, category: voice.category, detector: voice.detector },
    ...{ brief: briefOf(voice, figures.repeats), partial, numbering: numberingOf(record, track) },
    round: known?.round ?? roundOf(known?.voice ?? finding),
    ...{ names: known && namesWith(known, own.id), steps: stepsWith(known, finding) },
    ...{ score: judged.verdict.score, pattern, figures, voice },
    ...{ first_seq: known?.first_seq ?? startOf(finding, seq, judged.seq), last_seq: seq },
    ...{ first_at: known?.first_at ?? context.now, last_at: context.now, rung: known?.rung ?? 'observe' },
    ...{ count: known?.count ?? 0, text: known?.text ?? '', feedback: known?.feedback ?? null },
    outcome: known && hasReturned(known) ? 'failed' : 'open',
  };
  putLast(draft, loop, known);
  if (!known) tell(draft, loop);
}

/** The first event of the evidence. Core counts the events of a track only, so its numbers may differ from ours. */
function startOf({ signal }: Finding, seq: number, seqInCore: number): number {
  return Math.max(0, seq - Math.max(0, seqInCore - Math.min(...signal.evidence.events)));
}

/** Records an intervention; the acknowledgement carries it to the agent. */
export function intervene(draft: Draft, judgement: Judgement): void {
  const { judged, event, seq } = judgement;
  if (judged.kind !== 'act' || judged.rung === 'observe') return;
  const { record, context } = draft;
  const { rung, text } = judged;
  const category = isLimit(judged) ? null : (judged.verdict.primary?.category ?? null);
  const [at, loop] = [context.now, loopAfter(draft, judgement, judged)];
  // A detector's own count stops with its window.
  const brief = judged.verdict.primary ? (loop?.next.brief ?? judged.verdict.primary.brief) : '';
  broadcast(draft, 'interventions', {
    ...{ event_type: 'intervention', session_id: record.id, seq, rung, at },
    ...{ category, brief, text, needs_person: judged.needsPerson || rung === 'pause' },
    notification: notificationOf(judged, { session: `gateway/${record.id}` }) ?? null,
  });
  change(draft, {
    done: withDone(record.done ?? [], { seq, at, rung, category, brief: brief.slice(0, MAX_BRIEF) }),
    rungs: withRung(record.rungs ?? [], rung, at, seq),
    resets: (record.resets ?? 0) + (isReset(judged) ? 1 : 0),
    refused: (record.refused ?? 0) + (isRefused(judged) ? 1 : 0),
    packet: packetOf(withBrief(judged, brief), event, at, record.packet),
  });
  if (!loop) return;
  putLoop(draft, loop.next, loop.before);
  tell(draft, loop.next);
}

function withBrief(act: Act, brief: string): Act {
  const { primary } = act.verdict;
  return primary ? { ...act, verdict: { ...act.verdict, primary: { ...primary, brief } } } : act;
}

function isRefused({ isAttempt, rung }: Act): boolean {
  return isAttempt && rank(rung) >= rank('block');
}

/** The loop of an intervention, before and after it. */
function loopAfter(
  draft: Draft,
  { seq, cause }: Judgement,
  act: Act,
): { readonly before: StoredLoop; readonly next: StoredLoop } | undefined {
  const { record, context } = draft;
  const { rung, text, tally } = act;
  const finding = act.verdict.primary ?? cause;
  const before = finding && findLoop(record, nameOf(record.id, finding).id);
  if (!before) return undefined;
  const perCall = meanCost(before.figures.wasted, record.agent.model, context.settings.config.prices);
  const happened = { rung, at: context.now, seq, isRefused: isRefused(act), isReset: isReset(act) };
  // A tally of one call of a ring is no tally of its rounds.
  const ran = isSameName(before.voice, finding) ? (tally?.ran ?? 0) : 0;
  const figures = actedOn(before.figures, { ...happened, ran }, perCall);
  const next: StoredLoop = {
    ...{ ...before, figures, brief: briefOf(before.voice, figures.repeats) },
    ...{ text, count: before.count + 1, rung: rank(before.rung) > rank(rung) ? before.rung : rung },
  };
  return { before, next };
}

/** Moves the loop to the end of the list and drops the oldest loop if the list is full. */
function putLast(draft: Draft, loop: StoredLoop, before: StoredLoop | undefined): void {
  const { loops, olderLoops = 0 } = draft.record;
  const all = [...loops.filter(({ id }) => id !== loop.id), loop];
  change(draft, {
    loops: all.slice(-MAX_LOOPS),
    olderLoops: olderLoops + Math.max(0, all.length - MAX_LOOPS),
  });
  putLoop(draft, loop, before);
}

/** Replaces the loop in place. The totals of a session are the sums over its loops. */
function putLoop(draft: Draft, loop: StoredLoop, before: StoredLoop | undefined): void {
  const { loops, wasted = NOTHING, saved = NOTHING } = draft.record;
  const more = (kind: 'wasted' | 'saved') => lessAmount(loop.figures[kind], before?.figures[kind] ?? NOTHING);
  change(draft, {
    loops: loops.map((one) => (one.id === loop.id ? loop : one)),
    wasted: addAmounts(wasted, more('wasted')),
    saved: addAmounts(saved, more('saved')),
  });
  draft.loops.set(loop.id, loop);
}

/** Sets the outcome of a loop, or the feedback of a person. Loops that left the record keep their document. */
export function markLoop(
  draft: Draft,
  id: string | undefined,
  mark: Partial<Pick<StoredLoop, 'outcome' | 'feedback' | 'figures'>>,
): void {
  const found = id === undefined ? undefined : findLoop(draft.record, id);
  if (!found) return;
  putLoop(draft, { ...found, ...mark }, found);
}

/** Records the outcomes of earlier interventions, as core reports them with event `seq`. */
export function noteRecoveries(draft: Draft, outcomes: readonly RecoveryOutcome[], seq: number): void {
  for (const { outcome, strategy, identity, loop } of outcomes) {
    const isRecovered = outcome === 'successful';
    const found = findLoop(draft.record, nameOf(draft.record.id, loop).id);
    // Only one of its names is gone: the loop goes on under another.
    if (isRecovered && found?.last_seq === seq) continue;
    // It was settled before core could tell, or a person said that it is no loop.
    if (isRecovered && (found?.outcome === 'recovered' || found?.outcome === 'overridden')) continue;
    noteRecovery(draft, { loop, identity, strategy, isRecovered });
  }
}

/** Records that the agent left a loop, or returned to it. */
export function noteRecovery(draft: Draft, { loop, identity, strategy, isRecovered }: Recovered): void {
  const { record, context } = draft;
  const fact = { kind: 'recovery' as const, session: record.id, at: context.now, isRecovered, strategy };
  draft.facts.push({ fact, log: NO_LOOPS });
  draft.archive.push({ kind: 'outcome', loop, strategy, isRecovered, at: context.now });
  const found = findLoop(record, nameOf(record.id, loop).id);
  const id = found?.id ?? nameOf(record.id, loop).id;
  const figures = found && { ...found.figures, is_going: found.figures.is_going && !isRecovered };
  markLoop(draft, id, { outcome: isRecovered ? 'recovered' : 'failed', ...(figures && { figures }) });
  broadcast(draft, 'loops', {
    ...{ event_type: 'recovery', session_id: record.id, at: context.now, strategy, identity },
    ...{ outcome: isRecovered ? 'successful' : 'failed', loop: id },
  });
}

interface Recovered {
  readonly loop: Finding;
  readonly identity: string;
  readonly strategy: RecoveryOutcome['strategy'];
  readonly isRecovered: boolean;
}

export function tell(draft: Draft, loop: StoredLoop): void {
  const shown: Loop & { voice?: unknown } = documentOf(loop);
  delete shown.voice;
  broadcast(draft, 'loops', { event_type: 'loop', ...shown });
}

/** What only the engine needs to know of a loop. */
const INNER = {
  partial: undefined,
  round: undefined,
  numbering: undefined,
  names: undefined,
  steps: undefined,
};

/** The loop as lists show it, with its evidence; `voice` is for the archive. */
export function documentOf(loop: StoredLoop): Loop & { readonly voice: Finding } {
  const { events, elements, examples, variations, count, window, first, last } = loop.voice.signal.evidence;
  const evidence = {
    ...{ count, window, first, last },
    ...{ events: [...events], elements: [...elements] },
    ...{ examples: [...examples], variations: [...variations] },
  };
  return { ...loop, ...INNER, evidence };
}
