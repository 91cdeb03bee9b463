import { directLadder } from '../../escalation/ladders/direct.js';
import type { OptionsOfParts, Preset } from '../../presets/preset.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { progressMatrix } from './detectors/progress-matrix.js';
import { matrixTexts } from './texts.js';

interface Detectors {
  readonly 'progress-matrix': typeof progressMatrix;
}

const detectors: Detectors = {
  'progress-matrix': progressMatrix,
};

/** Compares approach and outcome; a block holds until somebody resets the session. */
export const matrix: Preset = {
  id: 'matrix',
  summary: 'New or repeated approach against new or repeated outcome; warns, then blocks for good.',
  detectors: Object.values(detectors),
  verdict: byUrgency,
  ladder: directLadder({ hard: 'block', isHeld: true }),
  texts: matrixTexts,
};

export type MatrixOptions = OptionsOfParts<Detectors, typeof byUrgency, ReturnType<typeof directLadder>>;
