import { overCalls, type Rule } from './rule.js';

const LIMITS = { failures: 3 };

export const errorStreak: Rule = {
  id: 'error-streak',
  summary: `${LIMITS.failures} failed calls in a row`,
  start: overCalls(
    ({ isFailure }) => isFailure,
    LIMITS.failures,
    (last) => last.length === LIMITS.failures && last.every(Boolean),
  ),
};
