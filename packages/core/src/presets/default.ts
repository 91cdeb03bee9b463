import {
  callLoop,
  failureStreak,
  repeatedCall,
  repeatedFailure,
  repeatedMessage,
  repeatedStep,
  reportedError,
  returningOutcome,
  returningState,
  rewordedCall,
  staleWork,
  textLoop,
  trendlessNumbers,
} from '../detection/detectors/index.js';
import { directLadder } from '../escalation/ladders/direct.js';
import { voteWords } from '../recovery/words/votes.js';
import { byEvidence } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** Repetition without progress: the preset that people leave switched on. */
export const standard: Preset = {
  id: 'default',
  summary: 'Repetition without progress, in calls, errors, files, messages and text.',
  detectors: [
    repeatedCall,
    callLoop,
    repeatedFailure,
    failureStreak,
    reportedError,
    repeatedStep,
    rewordedCall,
    trendlessNumbers,
    staleWork,
    returningState,
    returningOutcome,
    repeatedMessage,
    textLoop,
  ],
  judge: byEvidence,
  ladder: directLadder({ hard: 'block' }),
  words: voteWords,
};
