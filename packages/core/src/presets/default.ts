import {
  callLoop,
  garbledCall,
  repeatedCall,
  repeatedDemand,
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
import type { OptionsOfParts, Preset } from './preset.js';

interface Detectors {
  readonly 'repeated-call': typeof repeatedCall;
  readonly 'repeated-failure': typeof repeatedFailure;
  readonly 'same-answer': typeof sameAnswer;
  readonly 'call-loop': typeof callLoop;
  readonly 'stale-work': typeof staleWork;
  readonly 'garbled-call': typeof garbledCall;
  readonly 'returning-state': typeof returningState;
  readonly 'repeated-message': typeof repeatedMessage;
  readonly 'repeated-demand': typeof repeatedDemand;
  readonly 'reported-error': typeof reportedError;
  readonly 'text-loop': typeof textLoop;
}

const detectors: Detectors = {
  'repeated-call': repeatedCall,
  'repeated-failure': repeatedFailure,
  'same-answer': sameAnswer,
  'call-loop': callLoop,
  'stale-work': staleWork,
  'garbled-call': garbledCall,
  'returning-state': returningState,
  'repeated-message': repeatedMessage,
  'repeated-demand': repeatedDemand,
  'reported-error': reportedError,
  'text-loop': textLoop,
};

/** Repetition without progress, judged by what changed: the preset that users keep switched on. */
export const defaultPreset: Preset = {
  id: 'default',
  summary: 'Repetition without progress, in calls, errors, files, messages and text.',
  detectors: Object.values(detectors),
  verdict: byEvidence,
  ladder: defaultLadder,
  texts: defaultTexts,
  adjustable: defaultLimits,
};

export type DefaultOptions = OptionsOfParts<Detectors, typeof byEvidence, typeof defaultLadder>;
