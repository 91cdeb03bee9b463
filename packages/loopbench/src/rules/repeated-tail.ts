import { overCalls, type Rule } from './rule.js';

const LIMITS = { maxPeriod: 8, laps: 3 };

export const repeatedTail: Rule = {
  id: 'repeated-tail',
  summary: `the last calls are ${LIMITS.laps} times the same sequence of 1 to ${LIMITS.maxPeriod} calls`,
  start: overCalls(
    ({ key }) => key,
    LIMITS.maxPeriod * LIMITS.laps,
    (last) =>
      Array.from({ length: LIMITS.maxPeriod }, (_, i) => i + 1).some((period) => repeats(last, period)),
  ),
};

function repeats(last: readonly string[], period: number): boolean {
  const from = last.length - period * LIMITS.laps;
  if (from < 0) return false;
  return last.slice(from + period).every((key, i) => key === last[from + i]);
}
