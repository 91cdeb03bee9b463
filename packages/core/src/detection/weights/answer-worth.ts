import type { CallFeatures } from '../../features/call-features.js';
import { REFUSAL_WORDS } from '../../lexicon/outcome-words.js';
import type { CallProgress } from '../../session/progress/call-progress.js';
import { hashOf } from '../../text/hash.js';
import type { ArgumentChange, ArgumentsCompared } from '../mechanisms/arguments.js';
import type { Group } from '../mechanisms/similar.js';

/** Equal arguments have weights of their own. */
type Row = Readonly<Record<Exclude<ArgumentChange, 'same'>, number>>;
/** The weight of unchanged information, by how the arguments changed. */
const INFORMATION: Row = { near: 1, reworded: 0.95, numbers: 0.55, enumeration: 0.1, other: 0.2 };
/** The same words with other numbers. */
const ALIKE: Row = { near: 0.65, reworded: 0.52, numbers: 0.05, enumeration: 0.1, other: 0.2 };
/** Nothing was found. */
const NOTHING: Row = { near: 0.8, reworded: 0.6, numbers: 0.5, enumeration: 0.24, other: 0.3 };
const ACKNOWLEDGED: Row = {
  near: 0.35,
  reworded: 0.1,
  numbers: 0.02,
  enumeration: 0.02,
  other: 0.02,
};
const ASKED: Row = { near: 0.9, reworded: 0.64, numbers: 0.8, enumeration: 0.4, other: 0.3 };
/**
 * Another position in something read that shows the same: the end was reached, or the tool ignores the
 * position.
 */
const POSITION = 0.7;
export const BIG = 8;
const REFUSAL = 15;
/** This many equal numbers name one thing, whatever else the call says. */
export const NUMBERS_OF_ONE = 3;
/** One word of a long command changes, and the outcome shows that word and the same numbers. */
const ONE_WORD = { least: 8, worth: 0.55 };
/** An acknowledgement that repeats words of the request and says this much is an answer. */
const QUOTING = { subject: 2, words: 5 };
const REFUSALS: readonly number[] = REFUSAL_WORDS.map(({ word }) => hashOf(word));

interface Circumstances {
  readonly isSame: boolean;
  readonly isSend: boolean;
  /** No other call was made since. */
  readonly isNext: boolean;
  readonly progress: CallProgress;
}

/** The weight of a call whose answer is known, by how its arguments changed. */
export function answerWorth(
  group: Group,
  features: CallFeatures,
  compared: ArgumentsCompared,
  { isSame, isSend, isNext, progress }: Circumstances,
): number {
  const { change, hasFresh, isSameWords } = compared;
  const { outcome, effect, isAsk, isRich, target, argValues } = features;
  const isWrite = effect === 'write';
  // Only a number in the arguments of a read changes: an offset, a page.
  const isPosition =
    effect === 'read' &&
    argValues.length > 0 &&
    (change === 'numbers' || (change === 'enumeration' && isSameWords));
  const isRefusal = isRefused(group, features, progress);
  // The same message among similar ones is one more of them.
  if (isSend && (isSame || change === 'same')) return 1;
  if (isSame || change === 'same') return isRefusal ? 0.7 : isWrite ? 0.3 : group.varied >= 2 ? 0.875 : 0.5;
  if (isRefusal) return change === 'enumeration' ? 0.75 : 0.9;
  if (isAsk) return ASKED[change];
  // Answers that differ only in the argument they quote are one answer, unless each argument names another
  // target.
  const isEcho = progress.answer === group.answer && (change !== 'enumeration' || isSameWords);
  const isEqual = isEcho || progress.content === group.content;
  const isTold = outcome.kind === 'information' || (isEqual && isQuoting(features));
  if (isTold && !isWrite)
    return toldWorth(group, features, compared, { change, isEqual, isPosition, progress });
  if (outcome.kind === 'nothing') {
    if (isWrite) return 0;
    if (isPosition) return POSITION;
    return NOTHING[change === 'enumeration' && isSameWords ? 'numbers' : change];
  }
  const isTarget = isRich && group.target === target;
  if (isSend) return sentWorth(group, features, compared);
  if (isWrite) return change !== 'near' || !isTarget ? 0 : isNext ? 1 : 0.35;
  return hasFresh ? 0.1 : ACKNOWLEDGED[change];
}

interface Told {
  readonly change: keyof Row;
  readonly isEqual: boolean;
  readonly isPosition: boolean;
  readonly progress: CallProgress;
}

function toldWorth(
  group: Group,
  features: CallFeatures,
  { hasFresh, isSameWords }: ArgumentsCompared,
  { change, isEqual, isPosition, progress }: Told,
): number {
  const { outcome, effect, target } = features;
  // Each thing that is sent or added is another one, however long the receipt.
  if (effect === 'send' && hasFresh && group.target !== target) return 0.1;
  // The same test with another seed is another test.
  if (outcome.passes && (change === 'numbers' || change === 'enumeration')) return 0.1;
  const isBig = outcome.wordCount + outcome.slotNames.length >= BIG;
  if (isBig && change === 'enumeration') {
    if (!isEqual) return isOneWord(group, features, progress) ? ONE_WORD.worth : 0.1;
    return isPosition ? POSITION : isSameWords && effect === 'read' ? 0.5 : 0.25;
  }
  if (isBig && change === 'other') return isEqual ? 0.6 : 0.3;
  return (isEqual ? INFORMATION : ALIKE)[change];
}

function isOneWord(
  group: Group,
  { outcome, argWords, effect }: CallFeatures,
  { answer }: CallProgress,
): boolean {
  const isSame = answer === group.answer && outcome.slotNames.length >= NUMBERS_OF_ONE;
  return isSame && argWords.length >= ONE_WORD.least && effect !== 'send';
}

/**
 * Something was sent, made or started. Similar words to somebody else are another message, and so is another number.
 */
function sentWorth(
  group: Group,
  { isRich, target, entity }: CallFeatures,
  { change, hasFresh, hasFreshNumber, isSameWords }: ArgumentsCompared,
): number {
  const isTo = group.target === target || group.entity === entity;
  if (change === 'reworded') return isRich && !hasFreshNumber ? 1 : 0;
  if (change !== 'near' || (hasFreshNumber && isSameWords)) return 0;
  return hasFresh && !isTo ? 0.1 : 1;
}

/** Every write returns the same long text, which denies something and does not mention success. */
export function isRefused(
  group: Group,
  { outcome, effect }: CallFeatures,
  { content }: CallProgress,
): boolean {
  const { wordCount, passes, vocabulary } = outcome;
  const isSame = effect === 'write' && wordCount >= REFUSAL && content === group.content;
  return isSame && !passes && REFUSALS.some((word) => vocabulary.includes(word));
}

/** The answer repeats words of the request, so it is more than a receipt. */
export function isQuoting({ outcome, effect, subject }: CallFeatures): boolean {
  const isLook = effect === 'other' || effect === 'read';
  const says = subject.length >= QUOTING.subject && outcome.wordCount >= QUOTING.words;
  return isLook && outcome.kind === 'acknowledgement' && says;
}
