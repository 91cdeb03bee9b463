import type { CallFeatures } from '../features/call-features.js';
import type { Change } from './outcome-change.js';

/** What a tool answered lately, and to which arguments. */
export interface Answer {
  readonly tool: number;
  readonly answer: number;
  /** The arguments, in order. */
  readonly seq: readonly number[];
}

const MAX_ANSWERS = 8;
const MAX_SEQ = 24;
const MAX_LINES = 160;
const LINES_OF_ONE = 24;
/** So much of the arguments must be the same before one answer to both says that nothing was learned. */
const ALIKE = 0.5;
/** So many words are an answer of their own. */
const SENTENCE = 8;

/** The same answer as to one of the last calls of this tool, whose arguments had half of these words. */
export function isAnswered(answers: readonly Answer[], features: CallFeatures, change: Change): boolean {
  const { tool, outcome, argSequence, effect } = features;
  if (outcome.kind === 'nothing' || outcome.kind === 'unrecorded' || effect === 'note') return false;
  if (change !== 'first' && change !== 'news') return false;
  if (outcome.failure === 'no' && effect !== 'read' && effect !== 'other') return false;
  const answer = answerOf(features);
  return answers.some(
    (one) => one.tool === tool && one.answer === answer && isAlike(one.seq, argSequence, outcome.wordCount),
  );
}

/** Much is the same, and the rest is more than another value in one place. */
function isAlike(before: readonly number[], argSequence: readonly number[], wordCount: number): boolean {
  const seq = argSequence.slice(0, MAX_SEQ);
  const shared = seq.filter((one) => before.includes(one)).length;
  // A whole sentence is the same answer, whatever was asked.
  if (wordCount < SENTENCE && shared < ALIKE * Math.max(before.length, seq.length)) return false;
  if (before.length !== seq.length) return true;
  const differing = seq.filter((one, i) => one !== before[i]);
  return differing.every((one) => before.includes(one));
}

/** A new question about what was read before: every line of the answer is known. */
export function isOldLines(
  lines: readonly number[],
  { outcome, effect }: CallFeatures,
  change: Change,
): boolean {
  if (change !== 'first' || effect !== 'read' || outcome.kind !== 'information' || outcome.failure !== 'no')
    return false;
  const own = outcome.lines.slice(0, LINES_OF_ONE);
  return own.length > 0 && own.every((line) => lines.includes(line));
}

export function keepLines(lines: readonly number[], own: readonly number[]): readonly number[] {
  const fresh = own.slice(0, LINES_OF_ONE).filter((line) => !lines.includes(line));
  return fresh.length === 0 ? lines : [...lines, ...fresh].slice(-MAX_LINES);
}

function answerOf({ outcome }: CallFeatures): number {
  if (outcome.wordCount >= SENTENCE) return outcome.words;
  return outcome.failure === 'no' ? outcome.answerKey : outcome.failureKey;
}

export function keepAnswer(answers: readonly Answer[], features: CallFeatures): readonly Answer[] {
  const { tool, argSequence } = features;
  const answer = { tool, answer: answerOf(features), seq: argSequence.slice(0, MAX_SEQ) };
  return [...answers, answer].slice(-MAX_ANSWERS);
}
