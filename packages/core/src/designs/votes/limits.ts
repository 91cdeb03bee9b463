import { adjustable, type AdjustableLimit } from '../../detection/adjustable.js';
import { errorCycle } from './detectors/error-cycle.js';
import { outputSimilarity } from './detectors/output-similarity.js';
import { toolRepetition } from './detectors/tool-repetition.js';

/** Limits that a model may adjust, as the design asks. */
export const voteLimits: readonly AdjustableLimit[] = [
  adjustable(toolRepetition, 'exact', 2, 6),
  adjustable(toolRepetition, 'similar', 3, 8),
  adjustable(outputSimilarity, 'verbatim', 0.88, 0.99, 0.01),
  adjustable(outputSimilarity, 'paraphrase', 0.8, 0.95, 0.01),
  adjustable(errorCycle, 'sameError', 2, 6),
  adjustable(errorCycle, 'sameFix', 2, 5),
];
