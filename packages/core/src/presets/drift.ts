import { editRevert, readLoop, testFailLoop } from '../detection/detectors/index.js';
import { directLadder } from '../escalation/ladders/direct.js';
import { driftWords } from '../recovery/words/drift.js';
import { byUrgency } from '../verdict/aggregate.js';
import type { Preset } from './preset.js';

/** Three patterns of drift, each with a moving average that calms or sharpens its alerts. */
export const drift: Preset = {
  id: 'drift',
  summary: 'Read-loop, edit-revert and test-fail-loop with cooldown and escalation by trend.',
  detectors: [readLoop, editRevert, testFailLoop],
  judge: byUrgency,
  ladder: directLadder({ hard: 'redirect' }),
  words: driftWords,
};
