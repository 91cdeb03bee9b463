import { overCalls, type Rule } from './rule.js';

const LIMITS = { inARow: 5 };

export const identicalCalls: Rule = {
  id: 'identical-calls',
  summary: `${LIMITS.inARow} identical calls in a row`,
  start: overCalls(
    ({ key }) => key,
    LIMITS.inARow,
    (last) => last.length === LIMITS.inARow && last.every((key) => key === last[0]),
  ),
};
