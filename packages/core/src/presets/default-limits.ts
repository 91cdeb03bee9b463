import { adjustable, type AdjustableLimit } from '../detection/adjustable.js';
import {
  callLoop,
  failureStreak,
  repeatedCall,
  repeatedFailure,
  repeatedMessage,
  rewordedCall,
} from '../detection/detectors/index.js';
import { byEvidence } from '../verdict/aggregate.js';

/**
 * Limits of `default` that may move with a model. On the tight side all of them together raise no alarm on the healthy
 * corpus: a guard with false alarms is switched off. What is at its tightest already may only loosen.
 */
export const defaultLimits: readonly AdjustableLimit[] = [
  adjustable({ meta: { id: 'judge', options: byEvidence.options } }, 'together', 130, 180, 10),
  adjustable(repeatedCall, 'successes', 5, 10),
  adjustable(repeatedCall, 'failures', 3, 6),
  adjustable(repeatedCall, 'writes', 3, 7),
  adjustable(callLoop, 'laps', 3, 6),
  adjustable(repeatedFailure, 'near', 4, 8),
  adjustable(repeatedFailure, 'far', 5, 9),
  adjustable(failureStreak, 'kind', 5, 10),
  adjustable(failureStreak, 'any', 7, 14),
  adjustable(rewordedCall, 'same', 4, 9),
  adjustable(rewordedCall, 'empty', 6, 10),
  adjustable(repeatedMessage, 'verbatim', 3, 8),
  adjustable(repeatedMessage, 'near', 4, 8),
];
