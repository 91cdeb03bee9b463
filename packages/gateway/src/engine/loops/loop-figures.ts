import type { Finding, Rung } from '@rutbreak/core';
import { briefWith, rungRank } from '@rutbreak/core/edge';
import type { Amount, LoopFigures, Rungs } from '../../api/figures.js';
import { addAmounts, NOTHING } from '../../session/amount.js';
import type { StoredLoop } from '../../session/record.js';

export const rank = (rung: string): number => rungRank(rung as Rung);

/** Core keeps at most this many events as evidence; after that, its count stops rising. */
const FULL_EVIDENCE = 12;
/** Core keeps at most this many of a loop of several steps. */
const MAX_EVIDENCE = 20;

export function newFigures(since: number, repeats: number): LoopFigures {
  return {
    ...{ repeats, since, is_going: true, is_ignored: false, rungs: [], resets: 0, refused: 0 },
    ...{ wasted: NOTHING, saved: NOTHING },
  };
}

/** The loop after event `seq` repeated it: its figures, the steps of a repeat that is not complete yet, and its finding. */
export function seenAgain(
  { figures, voice, partial = 0, round = roundOf(voice) }: StoredLoop,
  next: Finding,
  seq: number,
  wasted: Amount,
): Pick<StoredLoop, 'figures' | 'partial' | 'voice'> {
  const isSame = isSameName(voice, next);
  const { more, partial: left } = (isSame ? newRepeats : repeatsSince)(voice, next, partial, round);
  const isMore = next.signal.evidence.last > voice.signal.evidence.last;
  const actedAt = Math.max(-1, ...figures.rungs.map(({ last_seq }) => last_seq));
  return {
    partial: left,
    voice: isSame ? next : grown(voice, next, more),
    figures: {
      ...figures,
      repeats: figures.repeats + more,
      is_going: true,
      // Also by the first step of a round that takes several.
      is_ignored: figures.is_ignored || (isMore && actedAt >= 0 && seq > actedAt),
      wasted: addAmounts(figures.wasted, wasted),
    },
  };
}

interface NewRepeats {
  readonly more: number;
  readonly partial: number;
}

/** Several detectors may see one loop, each under a name of its own. */
export function isSameName(one: Finding, other: Finding): boolean {
  return one.category === other.category && one.signal.identity === other.signal.identity;
}

type Round = NonNullable<StoredLoop['round']>;

/** Measured when the loop is found: later evidence leaves out its oldest steps and counts them still. */
export function roundOf({ signal: { evidence } }: Finding): Round {
  const { events, count } = evidence;
  const span = (events.at(-1) ?? 0) - (events[0] ?? 0) + 1;
  const repeats = Math.max(1, Math.min(count, events.length));
  return { steps: stepsOf(evidence), distance: Math.max(1, Math.round(span / repeats)) };
}

/** One repeat may take several steps; the evidence tells how many. */
export function stepsOf({ events, count }: Finding['signal']['evidence']): number {
  return Math.max(1, Math.round(events.length / Math.max(1, count)));
}

function newRepeats(
  { signal: before }: Finding,
  { signal: now }: Finding,
  partial: number,
  { steps }: Round,
): NewRepeats {
  const [old, fresh] = [before.evidence, now.evidence];
  // After a reset the detector counts from zero.
  if (fresh.first > old.last) return { more: fresh.count, partial: 0 };
  // Of a loop of several steps the steps tell more: its count says nothing of the round that is not complete.
  if (steps === 1 && fresh.count > old.count) return { more: fresh.count - old.count, partial: 0 };
  const isFull = steps > 1 || fresh.events.length >= FULL_EVIDENCE;
  // The evidence of a detector with a fixed window moves on instead of growing.
  const isSliding = fresh.first > old.first;
  if (fresh.last <= old.last || !(isFull || isSliding)) return { more: 0, partial };
  // A step of its own ends the round; another detector may have seen its beginning.
  const begun = steps === 1 ? 0 : partial;
  const taken = begun + fresh.events.filter((event) => event > old.last).length;
  return { more: Math.floor(taken / steps), partial: taken % steps };
}

/** Another detector has seen the newest steps of the loop; its own count is that of a part of them. */
function repeatsSince(
  { signal: own }: Finding,
  { signal: other }: Finding,
  partial: number,
  { distance }: Round,
): NewRepeats {
  const taken = partial + Math.max(0, other.evidence.last - own.evidence.last);
  return { more: Math.floor(taken / distance), partial: taken % distance };
}

/** The finding as its own detector would make it, had it seen these steps too. */
function grown(voice: Finding, { signal: { evidence: other } }: Finding, more: number): Finding {
  const { evidence: own } = voice.signal;
  const events = [...own.events, ...other.events.filter((event) => event > own.last)].slice(-MAX_EVIDENCE);
  const evidence = {
    ...{ ...own, events, count: own.count + more },
    last: Math.max(own.last, other.last),
  };
  const next = { ...voice, signal: { ...voice.signal, evidence } };
  return more > 0 ? { ...next, brief: briefWith(next, evidence.count) } : next;
}

/** A brief tells the detector's count; the count of the loop goes on. */
export function briefOf(finding: Finding, repeats: number): string {
  return repeats > finding.signal.evidence.count ? briefWith(finding, repeats) : finding.brief;
}

interface Intervened {
  readonly rung: string;
  readonly at: number;
  readonly seq: number;
  readonly isReset: boolean;
  readonly isRefused: boolean;
  /** How often the loop ran, by core's count: no detector sees a call that runs in spite of a block. */
  readonly ran: number;
}

/** The figures after an intervention. */
export function actedOn(
  figures: LoopFigures,
  { rung, at, seq, isReset, isRefused, ran }: Intervened,
  perCall: Amount,
): LoopFigures {
  return {
    ...figures,
    rungs: withRung(figures.rungs, rung, at, seq),
    repeats: Math.max(figures.repeats, ran),
    resets: figures.resets + (isReset ? 1 : 0),
    refused: figures.refused + (isRefused ? 1 : 0),
    saved: isRefused ? addAmounts(figures.saved, perCall) : figures.saved,
  };
}

/** Counts this rung once more; the mildest rung comes first. */
export function withRung(rungs: Rungs, rung: string, at: number, seq: number): Rungs {
  const known = rungs.find((one) => one.rung === rung);
  const next = {
    ...{ rung, times: (known?.times ?? 0) + 1 },
    ...{ first_at: known?.first_at ?? at, last_at: at, last_seq: seq },
  };
  return [...rungs.filter((one) => one !== known), next].sort((a, b) => rank(a.rung) - rank(b.rung));
}
