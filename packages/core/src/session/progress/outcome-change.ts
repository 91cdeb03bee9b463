import type { Outcome } from '../../features/outcome/outcome.js';
import { memoryOf, NO_TRENDS, type OutcomeMemory } from './outcome-memory.js';
import { compareSlots, type Noise, type Tally } from './slot-tally.js';
import type { Since } from './slot-trend.js';

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

/** Two numbers for each of the last four different outcomes. */
const MAX_EARLIER = 8;
/** Among this many words, fluctuating numbers are a footer, whatever else changes. */
const LONG_TEXT = 25;
const MIN_LINES = 3;
/** A page that numbers its elements anew moves at least this many numbers by one step. Fewer may be a position. */
const RENUMBERED = 4;

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

/** Compares slot by slot. */
export function compareOutcome(
  before: OutcomeMemory,
  outcome: Outcome,
  noise: Noise,
  since: Since = NEXT,
): Compared {
  if (outcome.kind === 'unrecorded') return { ...NO_DETAIL, change: 'unrecorded', memory: before };
  if (outcome.content === before.content) return { ...NO_DETAIL, change: 'same', memory: before };
  const tally = compareSlots(before, outcome, noise, since);
  // An id of the last outcome looks like a number this time.
  if (tally.appeared <= (before.idCount ?? 0) - outcome.idCount) tally.appeared = 0;
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
      // A list that shrinks is progress.
      outcome.lines.length === before.lines.length &&
      outcome.lines.every((line) => before.lines.includes(line));
    return isReordered ? 'same' : 'news';
  }
  // A name that is all there is to say is the content.
  const hasMore = outcome.wordCount + outcome.slotNames.length > 2 * tally.freshWords;
  if (tally.changed === tally.freshWords) return tally.changed === 0 || hasMore ? 'volatile' : 'news';
  if (tally.words > 0) return isBack ? 'rotating' : 'news';
  if (tally.changed >= RENUMBERED && (tally.lockstep ?? 0) > 0) return 'volatile';
  const isNoisy = tally.jitter > 0 && (outcome.wordCount > LONG_TEXT || outcome.failure !== 'no');
  const isMoving = tally.confirmed > 0 && !isNoisy;
  if (isMoving) return 'moving';
  if (tally.jitter > 0) return 'jitter';
  return tally.moving === 0 && tally.counting > 0 ? 'count' : 'unclear';
}
