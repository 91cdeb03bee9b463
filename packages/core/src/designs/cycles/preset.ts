import type { Preset } from '../../presets/preset.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { callCycle } from './detectors/call-cycle.js';
import { roundLimit } from './detectors/round-limit.js';
import { perPatternLadder } from './ladder.js';
import { cycleTexts } from './texts.js';

/** Cycles of one to three calls; each pattern is warned of twice and then stops the session. */
export const cycles: Preset = {
  id: 'cycles',
  summary: 'Cycles of one to three calls: warn, warn harder, stop; round and turn limits below.',
  detectors: [callCycle, roundLimit],
  verdict: byUrgency,
  ladder: perPatternLadder,
  texts: cycleTexts,
};
