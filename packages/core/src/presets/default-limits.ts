import { adjustable, type AdjustableLimit } from '../detection/adjustable.js';
import { callLoop, repeatedCall, repeatedMessage, staleWork } from '../detection/detectors/index.js';
import { byEvidence } from '../verdict/aggregate.js';

/**
 * Limits of `default` that may change per model. All of them together on the tight side raise no alarm on the
 * healthy corpus: users switch off a guard with false alarms. Limits that are already tightest may only
 * loosen.
 */
export const defaultLimits: readonly AdjustableLimit[] = [
  adjustable({ meta: { id: 'verdict', options: byEvidence.options } }, 'together', 100, 180, 10),
  adjustable(repeatedCall, 'limit', 5, 10),
  adjustable(repeatedCall, 'failures', 3, 6),
  adjustable(repeatedCall, 'softFailures', 4, 8),
  adjustable(callLoop, 'laps', 3, 6),
  adjustable(staleWork, 'limit', 5, 10),
  adjustable(repeatedMessage, 'limit', 3, 8),
];
