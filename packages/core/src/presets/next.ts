import {
  callLoop,
  repeatedCall,
  repeatedFailure,
  repeatedMessage,
  reportedError,
  returningState,
  sameAnswer,
  staleWork,
} from '../detection/next/index.js';
import { textLoop } from '../detection/detectors/index.js';
import { defaultLadder } from '../escalation/ladders/default.js';
import { defaultWords } from '../recovery/words/default.js';
import { byEvidence } from '../verdict/aggregate.js';
import { integer } from '../detection/options.js';
import type { Preset } from './preset.js';

/** Five mechanisms over what changed. */
export const next: Preset = {
  id: 'next',
  summary: 'Repetition without progress, judged by what changed.',
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
  judge: {
    ...byEvidence,
    options: {
      ...byEvidence.options,
      together: integer(120, { min: 100, max: 200, meaning: byEvidence.options.together.meaning }),
    },
  },
  ladder: defaultLadder,
  words: defaultWords,
};
