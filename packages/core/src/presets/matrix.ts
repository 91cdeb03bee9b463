import { progressMatrix } from '../detection/detectors/index.js';
import { directLadder } from '../escalation/ladders/direct.js';
import { matrixWords } from '../recovery/words/matrix.js';
import { byUrgency } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** Approach × outcome; a block holds until somebody resets the session. */
export const matrix: Preset = {
  id: 'matrix',
  summary: 'New or repeated approach against new or repeated outcome; warns, then blocks for good.',
  detectors: [progressMatrix],
  judge: byUrgency,
  ladder: directLadder({ hard: 'block', isHeld: true }),
  words: matrixWords,
};
