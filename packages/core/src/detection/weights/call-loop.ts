import { says } from '../detector.js';
import type { Cycle } from '../mechanisms/cycle.js';

export const MESSAGES = {
  cycle: says('TOOL_PING_PONG', 'stop', '{{size}} calls go round, {{count}}x, last {{call}}'),
  waiting: says('TOOL_PING_PONG', 'redirect', '{{size}} calls go round in a wait, {{count}}x, last {{call}}'),
  ordered: says(
    'TOOL_PING_PONG',
    'redirect',
    '{{size}} calls go round, {{count}}x, last {{call}}; the prompt may ask for as many',
  ),
  varied: says(
    'TOOL_PARAMETER_DRIFT',
    'redirect',
    '{{size}} calls go round with other arguments and the same answers, {{count}}x, last {{call}}',
  ),
  futile: says(
    'ERROR_REPETITION',
    'redirect',
    '{{count}} attempts with other arguments ended in the same failure, last {{call}}',
  ),
  mixed: says(
    'TOOL_PING_PONG',
    'redirect',
    '{{size}} calls go round with others between, {{count}}x, last {{call}}',
  ),
};

export function messageOf(
  { hasWaits, isPure, hasFailed, laps }: Cycle,
  isExact: boolean,
  named: number,
): keyof typeof MESSAGES {
  if (!isExact) return hasFailed ? 'futile' : 'varied';
  if (hasWaits) return 'waiting';
  if (!isPure) return 'mixed';
  return laps <= named ? 'ordered' : 'cycle';
}
