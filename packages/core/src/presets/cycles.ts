import { callCycle, roundLimit } from '../detection/detectors/index.js';
import { perPatternLadder } from '../escalation/ladders/per-pattern.js';
import { cycleWords } from '../recovery/words/cycles.js';
import { byUrgency } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** Cycles of one to three calls; each pattern is warned of twice and then stops the session. */
export const cycles: Preset = {
  id: 'cycles',
  summary: 'Cycles of one to three calls: warn, warn harder, stop; round and turn limits below.',
  detectors: [callCycle, roundLimit],
  judge: byUrgency,
  ladder: perPatternLadder,
  words: cycleWords,
};
