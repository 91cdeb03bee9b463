import type { Intervention } from '../../session/record.js';

const MAX_DONE = 20;

/**
 * The interventions of a session after one more. When there is no room left, the oldest two of the same rung in a row
 * become one with their number, so that each rung keeps the moment at which it was reached.
 */
export function withDone(done: readonly Intervention[], one: Intervention): readonly Intervention[] {
  const all = [...done, one];
  if (all.length <= MAX_DONE) return all;
  const at = all.findIndex((next, i) => next.rung === all[i - 1]?.rung);
  const [first, second] = [all[at - 1], all[at]];
  if (!first || !second) return all.slice(1);
  const both = { ...first, times: timesOf(first) + timesOf(second) };
  return [...all.slice(0, at - 1), both, ...all.slice(at + 1)];
}

export function timesOf({ times = 1 }: Intervention): number {
  return times;
}
