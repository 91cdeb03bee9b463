import { overCalls, type Rule } from './rule.js';

const LIMITS = { laps: 3 };

export const pingPong: Rule = {
  id: 'ping-pong',
  summary: `two calls in turn, ${LIMITS.laps} laps`,
  start: overCalls(
    ({ key }) => key,
    2 * LIMITS.laps,
    (last) =>
      last.length === 2 * LIMITS.laps && last[0] !== last[1] && last.every((key, i) => key === last[i % 2]),
  ),
};
