import type { Outcome } from '../../features/outcome/outcome.js';
import { FIELD_SLOT, type SlotKind, TEXT_SLOT, WORD_SLOT } from '../../features/outcome/outcome-reading.js';
import type { OutcomeMemory } from './outcome-memory.js';
import { isOneWay, isTicking, NEW_TREND, type Since, type SlotTrend, trendAfter } from './slot-trend.js';

/** A slot with this many new words, or ids, in a row contains a name generated for every call. */
const FRESH = { words: 3, ids: 2 };
const MANY_SLOTS = 8;
/** A larger number that falls by one is a quota: nobody counts down so much work. */
const QUOTA = 1000;

/** What the session knows of a slot. */
export interface Noise {
  /** It changes with every call, for any call. */
  readonly isNoise: (slot: number) => boolean;
  /** It measures the session. */
  readonly isMeter: (slot: number) => boolean;
}

/** How the slots of an outcome differ from those of the last one, counted by behaviour. */
export interface Tally {
  readonly trends: Record<number, SlotTrend>;
  appeared: number;
  changed: number;
  /** Of the changed slots. */
  freshWords: number;
  words: number;
  jitter: number;
  counting: number;
  moving: number;
  confirmed: number;
  /** Changed ids that are content. */
  ids: number;
  /** Changed numbers inside texts. */
  inText: number;
  falling: number;
  /** The one step by which every changed number rose; nothing if they differ. */
  lockstep: number | undefined;
  /** Fields that keep rising, and numbers that did not change. */
  readonly rising: number[];
  readonly still: number[];
}

/** A count rises. A falling count is a quota if much else stayed or it is large, and remaining work if not. */
function isUnitStep({ step }: SlotTrend, slots: number, value: number): boolean {
  return step === 1 || (step === -1 && (slots >= MANY_SLOTS || value >= QUOTA));
}

export function compareSlots(
  before: OutcomeMemory,
  outcome: Outcome,
  { isNoise, isMeter }: Noise,
  since: Since,
): Tally {
  const { slotNames, slotValues, slotKinds } = outcome;
  const tally = newTally();
  slotNames.forEach((name, i) => {
    const at = before.slotNames.indexOf(name);
    if (at < 0) {
      if (!isNoise(name)) tally.appeared++;
      return;
    }
    const trend = trendAfter(before.trends[name] ?? NEW_TREND, before.slotValues[at]!, slotValues[i]!, since);
    tally.trends[name] = trend;
    const isWord = slotKinds[i] === WORD_SLOT;
    if (before.slotValues[at] === slotValues[i] && !isWord) tally.still.push(slotValues[i]!);
    if (!isWord && trend.up >= 2 && trend.down === 0 && trend.step > 1) tally.rising.push(slotValues[i]!);
    if (before.slotValues[at] === slotValues[i] || isMeter(name)) return;
    if (isNoise(name) && !isOneWay(trend, slotValues[i]!)) return;
    // A number in a text may be a position: a page, a step. It rises by one with each call of its own tool.
    if (isTicking(trend) && (slotKinds[i] === FIELD_SLOT || trend.step > 1)) return;
    addChange(tally, trend, slotKinds[i]!, outcome, slotValues[i]!);
  });
  compareIds(tally, before, outcome, isNoise, since);
  return tally;
}

/** Classifies a changed slot by its behaviour so far. */
function addChange(
  tally: Tally,
  trend: SlotTrend,
  kind: SlotKind,
  { slotNames, failure }: Outcome,
  value: number,
): void {
  const { changes, seen, even } = trend;
  tally.lockstep = tally.changed === 0 || tally.lockstep === trend.step ? trend.step : undefined;
  tally.changed++;
  if (trend.down >= 2 && trend.up === 0 && trend.step < -1 && kind !== WORD_SLOT) tally.falling++;
  if (kind === TEXT_SLOT) tally.inText++;
  if (kind === WORD_SLOT) {
    if (changes >= FRESH.words && changes === seen) tally.freshWords++;
    else tally.words++;
  } else if (trend.up > 0 && trend.down > 0) tally.jitter++;
  else if (isUnitStep(trend, slotNames.length, value) && even >= changes - 1 && changes === seen)
    tally.counting++;
  else {
    tally.moving++;
    // Two steps of a field in one direction are often chance, and so are those of a failure: durations, process ids.
    if (changes > (kind === TEXT_SLOT && failure === 'no' ? 1 : 2)) tally.confirmed++;
  }
}

/** Ids are content if they are most of the result; an id generated each time only names the answer. */
function compareIds(
  tally: Tally,
  before: OutcomeMemory,
  { idNames, idValues, wordCount }: Outcome,
  isNoise: (slot: number) => boolean,
  since: Since,
): void {
  const isOnlyId = idNames.length === 1 && wordCount <= 1;
  idNames.forEach((name, i) => {
    const at = before.idNames.indexOf(name);
    const value = idValues[i]!;
    const last = at < 0 ? value + 1 : before.idValues[at]!;
    const trend = trendAfter(before.trends[name] ?? NEW_TREND, last, value, since);
    tally.trends[name] = trend;
    const isDrawn = !isOnlyId && trend.changes >= FRESH.ids && trend.changes === trend.seen;
    if (last !== value && !isDrawn && !isNoise(name)) tally.ids++;
  });
}

function newTally(): Tally {
  return {
    trends: {},
    appeared: 0,
    changed: 0,
    freshWords: 0,
    words: 0,
    jitter: 0,
    counting: 0,
    moving: 0,
    confirmed: 0,
    ids: 0,
    inText: 0,
    falling: 0,
    lockstep: undefined,
    rising: [],
    still: [],
  };
}
