import { createHash } from 'node:crypto';
import type { Rule } from '../rules/rule.js';

const LIMITS = { window: 3, times: 3, remembered: 50 };

/** Hashes the last calls with their results and counts recent occurrences of the same hash. */
export const windowHash: Rule = {
  id: 'window-hash',
  summary: `the same hash of ${LIMITS.window} calls and results, ${LIMITS.times} times among the last ${LIMITS.remembered}`,
  start: () => {
    const calls: string[] = [];
    const hashes: string[] = [];
    return (event) => {
      const { kind, tool, args, result } = event as Record<string, unknown>;
      if (kind !== 'call') return false;
      calls.push(JSON.stringify([tool, args, result]));
      if (calls.length > LIMITS.window) calls.shift();
      if (calls.length < LIMITS.window) return false;
      const hash = createHash('sha256').update(calls.join('\n')).digest('base64');
      hashes.push(hash);
      if (hashes.length > LIMITS.remembered) hashes.shift();
      return hashes.filter((one) => one === hash).length >= LIMITS.times;
    };
  },
};
