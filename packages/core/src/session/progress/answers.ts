import { type CallFeatures, MAX_SUBJECT } from '../../features/call-features.js';
import { FIELD_SLOT } from '../../features/outcome/outcome-reading.js';
import { hashNumber } from '../../text/hash.js';
import { HashSet } from '../../text/hash-set.js';
import { hasAllBut, type HashString, newSeenTable, withHashes } from '../hash-string.js';
import { pushBounded } from '../window.js';
import type { Change } from './outcome-change.js';

/** The recent answers of a tool, with the arguments. */
export interface Answer {
  readonly tool: number;
  readonly answer: number;
  /** The arguments, in order. */
  readonly seq: readonly number[];
  readonly values: readonly number[];
  /** The same for attempts at one thing; see `attempts.ts`. */
  readonly attempt: number;
}

const MAX_ANSWERS = 8;
export const MAX_SEQ = 24;
export const MAX_VALUES = 6;
const MAX_LINES = 240;
/** The share of known numbers, such as an exit code, that a new measurement may contain. */
const OLD_NUMBERS = 1 / 3;
const seenLines = newSeenTable();
const seenTokens = newSeenTable();
const LINES_OF_ONE = 24;
/** This many sampled lines stand for the whole result. */
const SURE_SAMPLE = 4;
/** The share of equal arguments from which an equal answer means that nothing was learned. */
const ALIKE = 0.5;
/** This many words count as a separate answer. */
const SENTENCE = 8;

/** The same answer as to a recent call of this tool that shares half of its argument words. */
export function isAnswered(
  { answers, tokens }: { readonly answers: readonly Answer[]; readonly tokens: HashString },
  features: CallFeatures,
  change: Change,
  own: number,
): boolean {
  const { tool, outcome, argSequence, effect } = features;
  if (outcome.kind === 'nothing' || outcome.kind === 'unrecorded' || effect === 'note') return false;
  if (change !== 'first' && change !== 'news') return false;
  // The receipts of two actions may be equal. What they show is not, unless they did nothing.
  const isAction = effect === 'write' || effect === 'send';
  const isShown = outcome.kind === 'information' && outcome.wordCount >= SENTENCE;
  if (outcome.failure === 'no' && isAction && !isShown) return false;
  const answer = answerOf(features, own);
  const known = answers.filter(
    (one) => one.tool === tool && one.answer === answer && isAlike(one.seq, argSequence, outcome.wordCount),
  );
  return known.length > 0 && !known.every((one) => isMeasured(one, features, tokens));
}

/** Another number was asked about, and most numbers of the answer are new. */
function isMeasured({ values }: Answer, { argValues, outcome }: CallFeatures, tokens: HashString): boolean {
  const isOther = argValues.slice(0, MAX_VALUES).some((value) => !values.includes(value));
  const numbers = outcome.slotValues
    .filter((value) => !argValues.includes(value))
    .map((one) => hashNumber(one) | 0);
  return (
    isOther && numbers.length > 0 && !hasAllBut(seenTokens, tokens, numbers, OLD_NUMBERS * numbers.length)
  );
}

/** Much is the same, and the rest is more than another value in one position. */
function isAlike(before: readonly number[], argSequence: readonly number[], wordCount: number): boolean {
  const seq = argSequence.slice(0, MAX_SEQ);
  const shared = seq.filter((one) => before.includes(one)).length;
  // A whole sentence is the same answer, whatever the question.
  if (wordCount < SENTENCE && shared < ALIKE * Math.max(before.length, seq.length)) return false;
  if (before.length !== seq.length) return true;
  const differing = seq.filter((one, i) => one !== before[i]);
  return differing.every((one) => before.includes(one));
}

/** A new question about what was read before: every line of the answer is known. */
export function isOldLines(
  { lines, tokens }: { readonly lines: HashString; readonly tokens: HashString },
  { outcome, effect, argValues }: CallFeatures,
  change: Change,
): boolean {
  if (change !== 'first' || effect !== 'read' || outcome.kind !== 'information' || outcome.failure !== 'no')
    return false;
  const own = outcome.sample.length >= SURE_SAMPLE ? outcome.sample : outcome.lines.slice(0, LINES_OF_ONE);
  // Numbers that are fields stand in no line.
  const fields = outcome.slotValues
    .filter((value, i) => outcome.slotKinds[i] === FIELD_SLOT && !argValues.includes(value))
    .map((value) => hashNumber(value) | 0);
  return own.length > 0 && hasAllBut(seenLines, lines, own, 0) && hasAllBut(seenTokens, tokens, fields, 0);
}

export function keepLines(lines: HashString, { lines: own, sample }: CallFeatures['outcome']): HashString {
  const isShort = own.length <= LINES_OF_ONE;
  return withHashes(seenLines, lines, isShort ? own : sample, MAX_LINES);
}

/** The part that counts as the answer: the words if they form a sentence, otherwise `own`. */
export function answerOf({ outcome }: CallFeatures, own: number): number {
  if (outcome.wordCount >= SENTENCE && outcome.idNames.length === 0) return outcome.words;
  return outcome.failure === 'no' ? own : outcome.failureKey;
}

export function keepAnswer(
  answers: readonly Answer[],
  features: CallFeatures,
  own: number,
  attempt: number,
): readonly Answer[] {
  const { tool, argSequence, argValues } = features;
  const seq = argSequence.slice(0, MAX_SEQ);
  const values = argValues.slice(0, MAX_VALUES);
  return pushBounded(answers, { tool, answer: answerOf(features, own), seq, values, attempt }, MAX_ANSWERS);
}

const MAX_KNOWN = 600;
const MIN_TOKENS = 20;
const FRESH = 0.1;

/** More than arguments, and the numbers and ids of an outcome, have together. */
const tokenSet = new HashSet(300);

/** The distinct words and values of an outcome that are no echo. */
export function tokensOf({ outcome, argWords, argValues, argIds, subject }: CallFeatures): readonly number[] {
  const { vocabulary, slotValues, ids } = outcome;
  tokenSet.clear();
  for (const word of argWords) tokenSet.add(word);
  // Below its limit, the subject holds every argument word that the result repeats, and there are few of them.
  const tokens =
    subject.length < MAX_SUBJECT
      ? without(vocabulary, subject)
      : vocabulary.filter((word) => !tokenSet.has(word));
  for (const value of argValues) tokenSet.add(hashNumber(value) | 0);
  for (const id of argIds) tokenSet.add(id);
  for (const value of slotValues) {
    const token = hashNumber(value) | 0;
    if (tokenSet.add(token)) tokens.push(token);
  }
  for (const id of ids) if (tokenSet.add(id)) tokens.push(id);
  return tokens;
}

/** The list without these few of its items. */
function without(list: readonly number[], few: readonly number[]): number[] {
  const rest = list.slice();
  for (const one of few) rest.splice(rest.indexOf(one), 1);
  return rest;
}

/** Nearly everything in it was there before. */
export function isOldNews(
  known: HashString,
  { outcome, effect }: CallFeatures,
  tokens: readonly number[],
  change: Change,
): boolean {
  if (change !== 'first') return false;
  if (outcome.kind !== 'information' || outcome.failure !== 'no' || effect === 'write' || effect === 'note')
    return false;
  return tokens.length >= MIN_TOKENS && hasAllBut(seenTokens, known, tokens, FRESH * tokens.length);
}

const MAX_DIFFERENCE = 3;

/**
 * The same question about another target: one short part of the arguments differs, and contains a new name.
 */
export function isNextOfMany(
  answers: readonly Answer[],
  { tool, argSequence, argWords }: CallFeatures,
): boolean {
  const seq = argSequence.slice(0, MAX_SEQ);
  const earlier = answers.filter((one) => one.tool === tool);
  return earlier.some((one) => {
    const other = stretchOf(one.seq, seq);
    const isShort = other.length <= MAX_DIFFERENCE && 2 * other.length <= seq.length;
    const isNew = (token: number): boolean => earlier.every((known) => !known.seq.includes(token));
    return isShort && other.some((token) => argWords.includes(token) && isNew(token));
  });
}

/** The part between the common beginning and the common end. */
function stretchOf(before: readonly number[], now: readonly number[]): readonly number[] {
  let start = 0;
  while (start < now.length && now[start] === before[start]) start++;
  let end = now.length;
  let last = before.length;
  while (end > start && last > start && now[end - 1] === before[last - 1]) {
    end--;
    last--;
  }
  return now.slice(start, end);
}

export function keepTokens(known: HashString, tokens: readonly number[]): HashString {
  return withHashes(seenTokens, known, tokens, MAX_KNOWN);
}
