import type { CallFeatures } from '../../features/call-features.js';
import type { CallProgress } from '../../session/progress/call-progress.js';
import type { Ledger } from '../../session/ledger.js';
import { pushBounded } from '../../session/window.js';

/** Repeats of one key: how many, and the weight of each. Plain JSON. */
export interface Run {
  readonly key: number;
  readonly events: readonly number[];
  /** The sum of the weights; the first occurrence weighs 1. */
  readonly units: number;
  /** Repeats with nothing new between. */
  readonly direct: number;
  /** Repeats with no other call between. */
  readonly next: number;
  /** The session's counters at the last occurrence. */
  readonly mark: Mark;
}

export interface Mark {
  readonly calls: number;
  readonly acts: number;
  readonly edits: number;
  readonly deeds: number;
  readonly changes: number;
  readonly spans: number;
  readonly runs: number;
  readonly at: number;
}

export const NO_RUNS: readonly Run[] = [];

const MAX_RUNS = 12;
const MAX_EVENTS = 12;

export function markOf({ calls, acts, edits, deeds, changes, spans, runs, at }: Ledger): Mark {
  return { calls, acts, edits, deeds, changes, spans, runs, at };
}

export function startRun(key: number, seq: number, ledger: Ledger): Run {
  return { key, events: [seq], units: 1, direct: 0, next: 0, mark: markOf(ledger) };
}

export function keepRun(runs: readonly Run[], run: Run): readonly Run[] {
  const isKnown = runs.some(({ key }) => key === run.key);
  return pushBounded(isKnown ? runs.filter(({ key }) => key !== run.key) : runs, run, MAX_RUNS);
}

/** Adds one occurrence with this weight. */
export function extendRun(run: Run, seq: number, worth: number, ledger: Ledger): Run {
  const isDirect = ledger.deeds === run.mark.deeds && ledger.acts === run.mark.acts;
  const isNext = ledger.calls === run.mark.calls + 1;
  return {
    key: run.key,
    events: [...run.events, seq].slice(-MAX_EVENTS),
    units: run.units + worth,
    direct: run.direct + (isDirect ? 1 : 0),
    next: run.next + (isNext ? 1 : 0),
    mark: markOf(ledger),
  };
}

/** The weight of a repeat after a wait: seven checks instead of five. */
const WAITED = 0.68;
/** The same after a wait of minutes. */
const LONG_WAIT = 0.5;
/** A failure that the agent waits out gets more time. */
const WAITED_FAILURE = 0.42;
const PAUSE_MS = 25_000;
/** A real wait counts by time, not by looks: this long with the same outcome uses up the units of a limit. */
const PATIENCE = { leastGap: 55_000, ms: 420_000, unchanged: 4, failed: 2 };
/**
 * With this much time between, repeats count as separate checks; after twenty minutes nothing counts as a
 * repeat.
 */
const LONG_PAUSE_MS = 200_000;
const APART_MS = 1_200_000;
const LONG_PAUSE = 0.2;
/** A person spoke between. */
const TURNED = 0.3;
/** Something changed in between: an unchanged failure says most, an unchanged success almost nothing. */
const ACTED = { telling: 0.6, hard: 0.38, soft: 0.45, pass: 0.1, own: 0.1, other: 0.3 };
/** Other calls brought something new in between; that no longer helps a call that went stale without it. */
const NEWS_BETWEEN = { information: 0.4, other: 0.15 };
/** A failure persists while another call keeps bringing new results. */
const MOVING_WORLD = 0.4;
/** With this many words a failure says more than that something failed. */
const TELLING = 20;
const DIRECT = 2;
const FAR_CALLS = 8;
const SOME_CALLS = 3;
const FAR = 0.5;
const SOME = 0.75;

/** The weight of a repeat, by what lies between it and the previous one. */
export function worthOf(run: Run, features: CallFeatures, progress: CallProgress, before: Ledger): number {
  const { outcome, effect } = features;
  const { mark } = run;
  const hasFailed = outcome.failure !== 'no';
  const between = before.calls - mark.calls;
  let worth = waitWorth(run, features, progress, before);
  if (before.spans > mark.spans) worth *= TURNED;
  const isOwnAct = effect === 'write' || effect === 'send';
  const hasActed = isOwnAct ? before.edits > mark.edits : before.acts > mark.acts;
  if (hasActed) return worth * actedWorth(features, isOwnAct);
  if (before.deeds > mark.deeds && run.direct < Math.max(DIRECT, run.events.length / 2) && !hasFailed)
    return worth * (outcome.kind === 'information' ? NEWS_BETWEEN.information : NEWS_BETWEEN.other);
  // Another call shows that the environment changes: a bisection, a queue.
  if (hasFailed && before.changes > mark.changes) worth *= MOVING_WORLD;
  return worth * (between >= FAR_CALLS ? FAR : between >= SOME_CALLS ? SOME : 1);
}

/** Some time went by in which nothing else was done. */
export function isPaused({ mark }: Run, { gap }: CallProgress, { at, calls }: Ledger): boolean {
  return gapSince(mark, at + gap) >= PAUSE_MS && calls - mark.calls <= 1;
}

function gapSince({ at }: Mark, now: number): number {
  return at > 0 && now > at ? now - at : 0;
}

function waitWorth(run: Run, features: CallFeatures, progress: CallProgress, before: Ledger): number {
  const { outcome, effect } = features;
  const hasFailed = outcome.failure !== 'no';
  const gap = gapSince(run.mark, before.at + progress.gap);
  const hasAskedToWait = progress.hasWaited || features.hasWait;
  if (!hasFailed && !hasAskedToWait && gap >= APART_MS) return 0;
  // Who waits minutes for the next order has a plan; who waits to look again wants to see a change.
  const isDeed = effect === 'send' || effect === 'write';
  if (!hasFailed && (!hasAskedToWait || isDeed) && gap >= LONG_PAUSE_MS) return LONG_PAUSE;
  // Time in which other things were done is no wait.
  const isWait =
    hasAskedToWait || (outcome.isPending && effect !== 'send') || isPaused(run, progress, before);
  if (!isWait) return 1;
  const byLooks = hasFailed ? WAITED_FAILURE : gap >= LONG_PAUSE_MS ? LONG_WAIT : WAITED;
  // The call itself may take long: only where it asked to wait, or something is pending, is the time a wait.
  const isWaitedFor = hasAskedToWait || (outcome.isPending && !hasFailed);
  return isWaitedFor && gap >= PATIENCE.leastGap ? Math.min(byLooks, timeWorth(gap, hasFailed)) : byLooks;
}

function timeWorth(gap: number, hasFailed: boolean): number {
  return ((hasFailed ? PATIENCE.failed : PATIENCE.unchanged) * gap) / PATIENCE.ms;
}

function actedWorth({ outcome }: CallFeatures, isOwnAct: boolean): number {
  if (outcome.failure === 'hard') return outcome.wordCount >= TELLING ? ACTED.telling : ACTED.hard;
  if (outcome.failure === 'soft') return ACTED.soft;
  if (outcome.passes) return ACTED.pass;
  return isOwnAct ? ACTED.own : ACTED.other;
}
