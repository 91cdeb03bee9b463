import { overCalls, type Rule } from './rule.js';

const LIMITS = { times: 5, window: 10 };

export const identicalOutcomes: Rule = {
  id: 'identical-outcomes',
  summary: `${LIMITS.times} identical calls with identical outcomes in the last ${LIMITS.window}`,
  start: overCalls(
    ({ key, outcome }) => `${key} ${outcome}`,
    LIMITS.window,
    (last) => last.filter((one) => one === last.at(-1)).length >= LIMITS.times,
  ),
};
