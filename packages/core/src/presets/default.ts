import {
  callLoop,
  repeatedCall,
  repeatedFailure,
  repeatedMessage,
  reportedError,
  returningState,
  sameAnswer,
  staleWork,
  textLoop,
} from '../detection/detectors/index.js';
import { defaultLadder } from '../escalation/ladders/default.js';
import { defaultTexts } from '../recovery/texts/default.js';
import { byEvidence } from '../verdict/aggregate.js';
import { defaultLimits } from './default-limits.js';
import type { Preset } from './preset.js';

/** Repetition without progress, judged by what changed: the preset that people leave switched on. */
export const defaultPreset: Preset = {
  id: 'default',
  summary: 'Repetition without progress, in calls, errors, files, messages and text.',
  detectors: [
    repeatedCall,
    repeatedFailure,
    sameAnswer,
    callLoop,
    staleWork,
    returningState,
    repeatedMessage,
    reportedError,
    textLoop,
  ],
  verdict: byEvidence,
  ladder: defaultLadder,
  texts: defaultTexts,
  adjustable: defaultLimits,
};
