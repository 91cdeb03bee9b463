import type { Outcome } from '../features/outcome.js';
import { TEXT_SLOT, WORD_SLOT } from '../features/outcome-reading.js';

/**
 * How an outcome differs from the earlier ones of the same call:
 * - `same`: nothing differs, or the same lines came in another order.
 * - `volatile`: only ids, clocks or fields that change with every call differ.
 * - `count`: a number went up by one, as often as the call was made.
 * - `jitter`: numbers go up and down. `unclear`: they changed for the first time.
 * - `moving`: numbers keep going in one direction.
 * - `rotating`: an earlier outcome is back.
 * - `news`: anything else. `unrecorded`: the outcome is not known. `first`: there is no earlier one.
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

/** How one slot has behaved so far. */
interface SlotTrend {
  readonly up: number;
  readonly down: number;
  /** The last step. */
  readonly step: number;
  /** Steps that were as large as the one before. */
  readonly even: number;
  readonly changes: number;
  readonly seen: number;
}

/** What is kept of the last outcomes of one call. */
export interface OutcomeMemory {
  readonly content: number;
  readonly words: number;
  readonly lines: readonly number[];
  readonly slotNames: readonly number[];
  readonly slotValues: readonly number[];
  readonly trends: Readonly<Record<number, SlotTrend>>;
  /** Contents and words of the outcomes before the last one. */
  readonly earlier: readonly number[];
}

const NEW_TREND: SlotTrend = { up: 0, down: 0, step: 0, even: 0, changes: 0, seen: 0 };
const NO_TRENDS: OutcomeMemory['trends'] = {};
/** Two numbers for each of the last four outcomes that differed. */
const MAX_EARLIER = 8;
/** A word slot that got a new word this often in a row holds a name that is drawn for every call. */
const FRESH_WORDS = 3;
/** Among so many words, numbers that wobble are a footer, whatever else moves. */
const LONG_TEXT = 25;
const MIN_LINES = 3;

export function memoryOf(outcome: Outcome): OutcomeMemory {
  const { content, words, lines, slotNames, slotValues } = outcome;
  return { content, words, lines, slotNames, slotValues, trends: NO_TRENDS, earlier: [] };
}

export interface Compared {
  readonly change: Change;
  /** Words and slots that stayed as they were. */
  readonly substance: number;
  /** Only fields of a record changed, and no number inside a text. */
  readonly isFieldsOnly: boolean;
  readonly memory: OutcomeMemory;
}

/** Compares slot by slot; `isNoise` knows the fields that change with every call of the session. */
export function compareOutcome(
  before: OutcomeMemory,
  outcome: Outcome,
  isNoise: (slot: number) => boolean,
): Compared {
  if (outcome.kind === 'unrecorded') return { ...NO_DETAIL, change: 'unrecorded', memory: before };
  if (outcome.content === before.content) return { ...NO_DETAIL, change: 'same', memory: before };
  const tally = compareSlots(before, outcome, isNoise);
  const change = changeOf(before, outcome, tally);
  const trends = change === 'news' ? NO_TRENDS : tally.trends;
  const earlier = [...before.earlier, before.content, before.words].slice(-MAX_EARLIER);
  const stable = outcome.slotNames.length - tally.changed - tally.appeared;
  return {
    change,
    substance: outcome.wordCount + Math.max(0, stable),
    isFieldsOnly: tally.inText === 0,
    memory: { ...memoryOf(outcome), trends, earlier },
  };
}

const NO_DETAIL = { substance: 0, isFieldsOnly: false };

interface Tally {
  trends: Readonly<Record<number, SlotTrend>>;
  appeared: number;
  changed: number;
  /** Of the changed ones. */
  freshWords: number;
  words: number;
  jitter: number;
  counting: number;
  moving: number;
  confirmed: number;
  /** Changed numbers inside texts. */
  inText: number;
}

function compareSlots(
  before: OutcomeMemory,
  { slotNames, slotValues, slotKinds }: Outcome,
  isNoise: (slot: number) => boolean,
): Tally {
  const tally = { appeared: 0, changed: 0, freshWords: 0, words: 0, jitter: 0, counting: 0, moving: 0 };
  let confirmed = 0;
  let inText = 0;
  const trends: Record<number, SlotTrend> = {};
  slotNames.forEach((name, i) => {
    const at = before.slotNames.indexOf(name);
    if (at < 0) {
      if (!isNoise(name)) tally.appeared++;
      return;
    }
    const trend = trendAfter(before.trends[name] ?? NEW_TREND, before.slotValues[at]!, slotValues[i]!);
    trends[name] = trend;
    if (before.slotValues[at] === slotValues[i] || isNoise(name)) return;
    tally.changed++;
    if (slotKinds[i] === TEXT_SLOT) inText++;
    if (slotKinds[i] === WORD_SLOT) {
      if (trend.changes >= FRESH_WORDS && trend.changes === trend.seen) tally.freshWords++;
      else tally.words++;
    } else if (trend.up > 0 && trend.down > 0) tally.jitter++;
    else if (trend.step === 1 && trend.even >= trend.changes - 1 && trend.changes === trend.seen)
      tally.counting++;
    else {
      tally.moving++;
      // Two steps of a field in one direction are chance as often as not.
      if (trend.changes > (slotKinds[i] === TEXT_SLOT ? 1 : 2)) confirmed++;
    }
  });
  return { ...tally, trends, confirmed, inText };
}

function trendAfter(trend: SlotTrend, before: number, now: number): SlotTrend {
  const seen = trend.seen + 1;
  if (before === now) return { ...trend, seen };
  const step = now - before;
  return {
    up: trend.up + (step > 0 ? 1 : 0),
    down: trend.down + (step > 0 ? 0 : 1),
    step,
    even: trend.even + (trend.changes > 0 && step === trend.step ? 1 : 0),
    changes: trend.changes + 1,
    seen,
  };
}

function changeOf(before: OutcomeMemory, outcome: Outcome, tally: Tally): Change {
  const isBack =
    before.earlier.includes(outcome.content) ||
    (outcome.failure !== 'no' && before.words !== outcome.words && before.earlier.includes(outcome.words));
  if (outcome.words !== before.words || tally.appeared > 0) {
    if (isBack) return 'rotating';
    const isReordered =
      outcome.kind === 'information' &&
      outcome.lines.length >= MIN_LINES &&
      outcome.lines.every((line) => before.lines.includes(line));
    return isReordered ? 'same' : 'news';
  }
  if (tally.changed === tally.freshWords) return 'volatile';
  if (tally.words > 0) return isBack ? 'rotating' : 'news';
  if (tally.confirmed > 0 && !(tally.jitter > 0 && outcome.wordCount > LONG_TEXT)) return 'moving';
  if (tally.jitter > 0) return 'jitter';
  return tally.moving === 0 && tally.counting > 0 ? 'count' : 'unclear';
}
