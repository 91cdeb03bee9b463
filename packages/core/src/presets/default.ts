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
  sameAnswer,
  staleWork,
  textLoop,
  trendlessNumbers,
  unheededNudge,
} from '../detection/detectors/index.js';
import { defaultLadder } from '../escalation/ladders/default.js';
import { defaultWords } from '../recovery/words/default.js';
import { byEvidence } from '../verdict/aggregate.js';
import { defaultLimits } from './default-limits.js';
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
    sameAnswer,
    trendlessNumbers,
    staleWork,
    returningState,
    returningOutcome,
    repeatedMessage,
    unheededNudge,
    textLoop,
  ],
  judge: byEvidence,
  ladder: defaultLadder,
  words: defaultWords,
  adjustable: defaultLimits,
  // As snapshots had them before they named each detector: leave this as it is, whatever becomes of the list above.
  formerOrder: [
    ...[
      'repeated-call',
      'call-loop',
      'repeated-failure',
      'failure-streak',
      'reported-error',
      'repeated-step',
    ],
    ...['reworded-call', 'same-answer', 'trendless-numbers', 'stale-work', 'returning-state'],
    ...['returning-outcome', 'repeated-message', 'unheeded-nudge', 'text-loop'],
  ],
};
