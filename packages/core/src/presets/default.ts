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
import { byLoopLadder } from '../escalation/by-loop.js';
import { OWN_MARK } from '../event/own-words.js';
import type { Words } from '../recovery/words.js';
import { voteWords } from '../recovery/words/votes.js';
import { byEvidence } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** Marked as ours, so that they never look like something that a tool said. */
const words: Words = (occasion) => {
  const { text, actions } = voteWords(occasion);
  return { text: text === '' ? '' : `${OWN_MARK} ${text}`, actions };
};

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
  ladder: byLoopLadder,
  words,
};
