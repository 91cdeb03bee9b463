import type { Preset } from '../../presets/preset.js';
import { silent } from '../../recovery/words.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { entropyWindow } from './detectors/entropy-window.js';
import { alertLadder } from './ladder.js';

/** A gateway watches the share of distinct steps; at a loop it alerts a person. */
export const entropy: Preset = {
  id: 'entropy',
  summary: 'Share of distinct steps among the last five; a person is alerted.',
  detectors: [entropyWindow],
  judge: byUrgency,
  ladder: alertLadder,
  words: silent,
};
