import { entropyWindow } from '../detection/detectors/index.js';
import { directLadder } from '../escalation/ladders/direct.js';
import { silent } from '../recovery/words.js';
import { byUrgency } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** A gateway watches the share of distinct steps; at a loop it asks a person. */
export const entropy: Preset = {
  id: 'entropy',
  summary: 'Share of distinct steps among the last five; a person is asked.',
  detectors: [entropyWindow],
  judge: byUrgency,
  ladder: directLadder({ hard: 'pause' }),
  words: silent,
};
