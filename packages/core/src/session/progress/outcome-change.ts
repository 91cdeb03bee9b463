import type { Outcome } from '../../features/outcome/outcome.js';
import { FIELD_SLOT, type SlotKind, TEXT_SLOT, WORD_SLOT } from '../../features/outcome/outcome-reading.js';
import { compact } from '../window.js';
import { isOneWay, isTicking, NEW_TREND, type Since, type SlotTrend, trendAfter } from './slot-trend.js';

/**
 * How an outcome differs from earlier outcomes of the same call:
 * - `same`: nothing differs, or the same lines came in another order.
 * - `volatile`: only ids, times or fields that change with every call differ.
 * - `count`: a number rose by one per call.
 * - `jitter`: numbers rise and fall. `unclear`: they changed for the first time.
 * - `moving`: numbers keep going in one direction.
 * - `rotating`: an earlier outcome is back.
 * - `news`: anything else. `unrecorded`: the outcome is unknown. `first`: there is no earlier one.
 */
export type Change =
  | 'first'
  | 'same'
  | 'volatile'
  | 'count'
  | 'jitter'
  | 'unclear'
  | 'moving'
  | 'rotating'
  | 'news'
  | 'unrecorded';

/** What is kept of the last outcomes of one call. */
export interface OutcomeMemory {
  readonly content: number;
  readonly words: number;
  readonly wordCount: number;
  readonly lines: readonly number[];
  readonly slotNames: readonly number[];
  readonly slotValues: readonly number[];
  readonly idNames: readonly number[];
  readonly idValues: readonly number[];
  readonly trends: Readonly<Record<number, SlotTrend>>;
  /** Contents and words of the outcomes before the last one. */
  readonly earlier: readonly number[];
}

const NO_TRENDS: OutcomeMemory['trends'] = {};
/** Two numbers for each of the last four different outcomes. */
const MAX_EARLIER = 8;
/** A slot with this many new words, or ids, in a row contains a name generated for every call. */
const FRESH = { words: 3, ids: 2 };
const MANY_SLOTS = 8;
/** Among this many words, fluctuating numbers are a footer, whatever else changes. */
const LONG_TEXT = 25;
const MIN_LINES = 3;

export function memoryOf(
  { content, words, wordCount, lines, slotNames, slotValues, idNames, idValues }: Outcome,
  trends = NO_TRENDS,
  earlier: readonly number[] = [],
): OutcomeMemory {
  return {
    content,
    words,
    wordCount,
    lines: compact(lines),
    slotNames: compact(slotNames),
    slotValues: compact(slotValues),
    idNames: compact(idNames),
    idValues: compact(idValues),
    trends,
    earlier,
  };
}

export interface Compared {
  readonly change: Change;
  /** Words and slots that did not change. */
  readonly substance: number;
  /** Only fields of a record changed, and no number inside a text. */
  readonly isFieldsOnly: boolean;
  /** A number fell each time, by more than one, while another did not: less work is left. */
  readonly isFalling: boolean;
  /** A number rose each time, by more than one, and has not reached another one yet: it fills up. */
  readonly isFilling: boolean;
  readonly memory: OutcomeMemory;
}

/** Compares slot by slot; `isNoise` knows the fields that change with every call of the session. */
export function compareOutcome(
  before: OutcomeMemory,
  outcome: Outcome,
  isNoise: (slot: number) => boolean,
  since: Since = NEXT,
): Compared {
  if (outcome.kind === 'unrecorded') return { ...NO_DETAIL, change: 'unrecorded', memory: before };
  if (outcome.content === before.content) return { ...NO_DETAIL, change: 'same', memory: before };
  const tally = compareSlots(before, outcome, isNoise, since);
  const change = changeOf(before, outcome, tally);
  const isOther = outcome.words !== before.words || tally.appeared > 0;
  const trends = change === 'news' && isOther ? NO_TRENDS : tally.trends;
  const earlier = [...before.earlier, before.content, before.words].slice(-MAX_EARLIER);
  const stable = outcome.slotNames.length - tally.changed - tally.appeared;
  return {
    change,
    substance: outcome.wordCount + Math.max(0, stable),
    isFieldsOnly: tally.inText === 0,
    isFalling: tally.falling > 0 && tally.moving > tally.falling,
    isFilling: tally.rising.some((value) => tally.still.some((whole) => whole >= value)),
    memory: memoryOf(outcome, trends, earlier),
  };
}

const NEXT: Since = { calls: 1, ofTool: 1 };
const NO_DETAIL = { substance: 0, isFieldsOnly: false, isFalling: false, isFilling: false };

interface Tally {
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
  /** Fields that keep rising, and numbers that did not change. */
  readonly rising: number[];
  readonly still: number[];
}

/** A count rises. A falling count is a quota if much else stayed, and remaining work if not. */
function isUnitStep({ step }: SlotTrend, slots: number): boolean {
  return step === 1 || (step === -1 && slots >= MANY_SLOTS);
}

function compareSlots(
  before: OutcomeMemory,
  outcome: Outcome,
  isNoise: (slot: number) => boolean,
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
    if (before.slotValues[at] === slotValues[i] || (isNoise(name) && !isOneWay(trend, slotValues[i]!)))
      return;
    // A number in a text may be a position: a page, a step. It rises by one with each call of its own tool.
    if (isTicking(trend) && (slotKinds[i] === FIELD_SLOT || trend.step > 1)) return;
    addChange(tally, trend, slotKinds[i]!, slotNames.length);
  });
  compareIds(tally, before, outcome, isNoise, since);
  return tally;
}

/** Classifies a changed slot by its behaviour so far. */
function addChange(tally: Tally, trend: SlotTrend, kind: SlotKind, slots: number): void {
  const { changes, seen, even } = trend;
  tally.changed++;
  if (trend.down >= 2 && trend.up === 0 && trend.step < -1 && kind !== WORD_SLOT) tally.falling++;
  if (kind === TEXT_SLOT) tally.inText++;
  if (kind === WORD_SLOT) {
    if (changes >= FRESH.words && changes === seen) tally.freshWords++;
    else tally.words++;
  } else if (trend.up > 0 && trend.down > 0) tally.jitter++;
  else if (isUnitStep(trend, slots) && even >= changes - 1 && changes === seen) tally.counting++;
  else {
    tally.moving++;
    // Two steps of a field in one direction are often chance.
    if (changes > (kind === TEXT_SLOT ? 1 : 2)) tally.confirmed++;
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
    rising: [],
    still: [],
  };
}

function changeOf(before: OutcomeMemory, outcome: Outcome, tally: Tally): Change {
  const isBack =
    before.earlier.includes(outcome.content) ||
    (outcome.failure !== 'no' && before.words !== outcome.words && before.earlier.includes(outcome.words));
  if (outcome.words !== before.words || tally.appeared > 0 || tally.ids > 0) {
    if (isBack) return 'rotating';
    const isReordered =
      outcome.kind === 'information' &&
      outcome.lines.length >= MIN_LINES &&
      // Only the first lines are kept: a growing text has new lines after them.
      outcome.wordCount <= before.wordCount &&
      // Fewer failures are progress.
      (outcome.failure === 'no' || outcome.lines.length === before.lines.length) &&
      outcome.lines.every((line) => before.lines.includes(line));
    return isReordered ? 'same' : 'news';
  }
  // A name that is all there is to say is the content.
  const hasMore = outcome.wordCount + outcome.slotNames.length > 2 * tally.freshWords;
  if (tally.changed === tally.freshWords) return tally.changed === 0 || hasMore ? 'volatile' : 'news';
  if (tally.words > 0) return isBack ? 'rotating' : 'news';
  const isNoisy = tally.jitter > 0 && (outcome.wordCount > LONG_TEXT || outcome.failure !== 'no');
  const isMoving = tally.confirmed > 0 && !isNoisy;
  if (isMoving) return 'moving';
  if (tally.jitter > 0) return 'jitter';
  return tally.moving === 0 && tally.counting > 0 ? 'count' : 'unclear';
}
