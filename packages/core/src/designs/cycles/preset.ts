import type { OptionsOfParts, Preset } from '../../presets/preset.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { callCycle } from './detectors/call-cycle.js';
import { roundLimit } from './detectors/round-limit.js';
import { perPatternLadder } from './ladder.js';
import { cycleTexts } from './texts.js';

interface Detectors {
  readonly 'call-cycle': typeof callCycle;
  readonly 'round-limit': typeof roundLimit;
}

const detectors: Detectors = {
  'call-cycle': callCycle,
  'round-limit': roundLimit,
};

/** Finds cycles of one to three calls; warns twice about each pattern, then stops the session. */
export const cycles: Preset = {
  id: 'cycles',
  summary: 'Cycles of one to three calls: warn, warn harder, stop; round and turn limits below.',
  detectors: Object.values(detectors),
  verdict: byUrgency,
  ladder: perPatternLadder,
  texts: cycleTexts,
};

export type CyclesOptions = OptionsOfParts<Detectors, typeof byUrgency, typeof perPatternLadder>;
