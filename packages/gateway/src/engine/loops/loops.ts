import type { AgentEvent, Finding } from '@rutbreak/core';
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
import { actedOn, briefOf, newFigures, rank, seenAgain, withRung } from './loop-figures.js';
import { nameOf } from './loop-name.js';
import { packetOf } from './packet.js';
import { isLimit, type JudgedEvent } from './judged.js';
import { meanCost, takeWaste } from './waste.js';

const MAX_LOOPS = 10;
const MAX_DONE = 20;
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
  const known = primary ? findLoop(draft, nameOf(record.id, primary).id) : undefined;
  // Metrics only need to know whether this loop is new.
  const log: LoopLog = known ? logDecision(NO_LOOPS, judged) : NO_LOOPS;
  const facts = factsOf(record.id, judged, { at: context.now }).filter(({ kind }) => kind === 'decision');
  draft.facts.push(...facts.map((fact) => ({ fact, log })));
  if (!primary || !findsLoop(judged)) return;
  if (!known) draft.archive.push({ kind: 'seen', loop: primary, at: context.now });
  keepLoop(draft, primary, { seq, track, score: judged.verdict.score }, known);
}

/** The record keeps the last loops in full; each change also rewrites the document for lists. */
function keepLoop(
  draft: Draft,
  finding: Finding,
  { seq, track, score }: Pick<Judgement, 'seq' | 'track'> & { readonly score: number },
  known: StoredLoop | undefined,
): void {
  const { record, context } = draft;
  const { id, pattern } = nameOf(record.id, finding);
  const wasted = takeWaste(draft, track, finding, known === undefined);
  const { figures, partial = 0 } = known
    ? seenAgain(known, finding, seq, wasted)
    : { figures: { ...newFigures(context.now, finding.signal.evidence.count), wasted } };
  const loop: StoredLoop = {
    ...{
      id,
      session_id: record.id,
      category: finding.category,
      detector: finding.detector,
      brief: briefOf(finding, figures.repeats),
      partial,
    },
    ...{ score, first_seq: known?.first_seq ?? seq, last_seq: seq, pattern, figures, voice: finding },
    ...{ first_at: known?.first_at ?? context.now, last_at: context.now, rung: known?.rung ?? 'observe' },
    ...{ count: known?.count ?? 0, text: known?.text ?? '', feedback: known?.feedback ?? null },
    // A loop that returns has not recovered.
    outcome: known === undefined || known.outcome === 'open' ? 'open' : 'failed',
  };
  putLast(draft, loop, known);
  if (!known) tell(draft, loop);
}

/** Records an intervention; the acknowledgement carries it to the agent. */
export function intervene(draft: Draft, { judged, event, seq, cause }: Judgement): void {
  if (judged.kind !== 'act' || judged.rung === 'observe') return;
  const { record, context } = draft;
  const { rung, text, isAttempt } = judged;
  const { category: named = null, brief = '' } = judged.verdict.primary ?? {};
  const category = isLimit(judged) ? null : named;
  const at = context.now;
  broadcast(draft, 'interventions', {
    ...{ event_type: 'intervention', session_id: record.id, seq, rung, at },
    ...{ category, brief, text, needs_person: judged.needsPerson || rung === 'pause' },
    notification: notificationOf(judged, { session: `gateway/${record.id}` }) ?? null,
  });
  const done = { seq, at, rung, category, brief: brief.slice(0, MAX_BRIEF) };
  const isRefused = isAttempt && rank(rung) >= rank('block');
  const finding = judged.verdict.primary ?? cause;
  change(draft, {
    done: [...(record.done ?? []), done].slice(-MAX_DONE),
    rungs: withRung(record.rungs ?? [], rung, at, seq),
    resets: (record.resets ?? 0) + (isReset(judged) ? 1 : 0),
    refused: (record.refused ?? 0) + (isRefused ? 1 : 0),
    packet: packetOf(judged, event, at, record.packet),
  });
  const loop = finding && findLoop(draft, nameOf(record.id, finding).id);
  if (!loop) return;
  const perCall = meanCost(loop.figures.wasted, record.agent.model, context.settings.config.prices);
  const figures = actedOn(
    loop.figures,
    { ...{ rung, at, seq, isRefused, isReset: isReset(judged) }, ran: judged.tally?.ran ?? 0 },
    perCall,
  );
  const next: StoredLoop = {
    ...{ ...loop, figures, brief: briefOf(loop.voice, figures.repeats) },
    ...{ text, count: loop.count + 1, rung: rank(loop.rung) > rank(rung) ? loop.rung : rung },
  };
  putLoop(draft, next, loop);
  tell(draft, next);
}

function findLoop({ record }: Draft, id: string): StoredLoop | undefined {
  return record.loops.find((loop) => loop.id === id);
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
  const found = id === undefined ? undefined : findLoop(draft, id);
  if (!found) return;
  putLoop(draft, { ...found, ...mark }, found);
}

/** Records the outcomes of earlier interventions, as core reports them. */
export function noteRecoveries(draft: Draft, outcomes: readonly RecoveryOutcome[]): void {
  for (const { outcome, strategy, identity, loop } of outcomes) {
    const isRecovered = outcome === 'successful';
    noteRecovery(draft, { loop, identity, strategy, isRecovered });
  }
}

/** Records that the agent left a loop, or returned to it. */
export function noteRecovery(draft: Draft, { loop, identity, strategy, isRecovered }: Recovered): void {
  const { record, context } = draft;
  const fact = { kind: 'recovery' as const, session: record.id, at: context.now, isRecovered, strategy };
  draft.facts.push({ fact, log: NO_LOOPS });
  draft.archive.push({ kind: 'outcome', loop, strategy, isRecovered, at: context.now });
  const { id } = nameOf(record.id, loop);
  const found = findLoop(draft, id);
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

/** The loop as lists show it, with its evidence; `voice` is for the archive. */
export function documentOf(loop: StoredLoop): Loop & { readonly voice: Finding } {
  const { events, elements, examples, variations, count, window, first, last } = loop.voice.signal.evidence;
  const shown: Omit<StoredLoop, 'partial'> & { partial?: unknown } = { ...loop };
  delete shown.partial;
  return {
    ...shown,
    evidence: {
      ...{ count, window, first, last },
      ...{ events: [...events], elements: [...elements] },
      ...{ examples: [...examples], variations: [...variations] },
    },
  };
}
