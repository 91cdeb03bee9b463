import type { CallFeatures } from '../../features/call-features.js';
import { type Answer, answerOf, MAX_SEQ, MAX_VALUES } from './answers.js';

/** The share of equal arguments in two attempts. */
const RELATED = 0.6;
/** Numbers that differ by less have the same target: a click beside the last one. */
const DRIFT = 0.05;

/**
 * A number that is equal for attempts at one thing: one tool, one answer, nearly the same arguments. The call
 * itself if it is not another attempt.
 */
export function attemptOf(answers: readonly Answer[], features: CallFeatures, own: number): number {
  const answer = answerOf(features, own);
  const { tool, call } = features;
  const isAttempt = (one: Answer): boolean =>
    one.tool === tool && one.answer === answer && (isNear(one, features) || isReworded(one, features));
  return answers.findLast(isAttempt)?.attempt ?? call;
}

/** The words equal those of the earlier call, and every number is close to its counterpart. */
function isNear(before: Answer, { argSequence, argValues }: CallFeatures): boolean {
  const seq = argSequence.slice(0, MAX_SEQ);
  const values = argValues.slice(0, MAX_VALUES);
  const hasNumbers = values.length > 0 && values.length === before.values.length;
  if (!hasNumbers || seq.length !== before.seq.length) return false;
  const isClose = values.every((now, i) => {
    const then = before.values[i]!;
    return Math.abs(now - then) <= DRIFT * Math.max(Math.abs(now), Math.abs(then));
  });
  return isClose && sharedOf(before, seq) >= RELATED * (seq.length - values.length);
}

/**
 * Most of it is the same, and the rest is more than another value in one position, which may be the next of
 * many.
 */
function isReworded(before: Answer, { argSequence }: CallFeatures): boolean {
  const seq = argSequence.slice(0, MAX_SEQ);
  if (sharedOf(before, seq) < RELATED * Math.max(before.seq.length, seq.length)) return false;
  if (before.seq.length !== seq.length) return true;
  return seq.every((one, i) => one === before.seq[i] || before.seq.includes(one));
}

function sharedOf(before: Answer, seq: readonly number[]): number {
  return seq.filter((one) => before.seq.includes(one)).length;
}
