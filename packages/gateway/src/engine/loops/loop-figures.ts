import type { Finding, Rung } from '@rutbreak/core';
import { briefWith, rungRank } from '@rutbreak/core/edge';
import type { Amount, LoopFigures, Rungs } from '../../api/figures.js';
import { addAmounts, NOTHING } from '../../session/amount.js';
import type { StoredLoop } from '../../session/record.js';

export const rank = (rung: string): number => rungRank(rung as Rung);

/** Core keeps at most this many events as evidence; after that, its count stops rising. */
const FULL_EVIDENCE = 12;

export function newFigures(since: number, repeats: number): LoopFigures {
  return {
    ...{ repeats, since, is_going: true, is_ignored: false, rungs: [], resets: 0, refused: 0 },
    ...{ wasted: NOTHING, saved: NOTHING },
  };
}

/** The figures after event `seq` repeated the loop, and the steps of a repeat that is not complete yet. */
export function seenAgain(
  { figures, voice: finding, partial = 0 }: StoredLoop,
  next: Finding,
  seq: number,
  wasted: Amount,
): Pick<StoredLoop, 'figures' | 'partial'> {
  const { more, partial: left } = newRepeats(finding, next, partial);
  const actedAt = Math.max(-1, ...figures.rungs.map(({ last_seq }) => last_seq));
  return {
    partial: left,
    figures: {
      ...figures,
      repeats: figures.repeats + more,
      is_going: true,
      is_ignored: figures.is_ignored || (more > 0 && actedAt >= 0 && seq > actedAt),
      wasted: addAmounts(figures.wasted, wasted),
    },
  };
}

interface NewRepeats {
  readonly more: number;
  readonly partial: number;
}

/** One repeat may take several steps; the evidence tells how many. */
export function stepsOf({ events, count }: Finding['signal']['evidence']): number {
  return Math.max(1, Math.round(events.length / Math.max(1, count)));
}

function newRepeats({ signal: before }: Finding, { signal: now }: Finding, partial: number): NewRepeats {
  const [old, fresh] = [before.evidence, now.evidence];
  // After a reset the detector counts from zero.
  if (fresh.first > old.last) return { more: fresh.count, partial: 0 };
  if (fresh.count > old.count) return { more: fresh.count - old.count, partial: 0 };
  const isFull = fresh.events.length >= FULL_EVIDENCE;
  // The evidence of a detector with a fixed window moves on instead of growing.
  const isSliding = fresh.first > old.first;
  if (fresh.last <= old.last || !(isFull || isSliding)) return { more: 0, partial };
  const steps = stepsOf(fresh);
  const taken = partial + fresh.events.filter((event) => event > old.last).length;
  return { more: Math.floor(taken / steps), partial: taken % steps };
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
