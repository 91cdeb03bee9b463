import { directLadder } from '../../escalation/ladders/direct.js';
import type { Preset } from '../../presets/preset.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { editRevert } from './detectors/edit-revert.js';
import { readLoop } from './detectors/read-loop.js';
import { testFailLoop } from './detectors/test-fail-loop.js';
import { driftTexts } from './texts.js';

/** Three patterns of drift, each with a moving average that calms or sharpens its alerts. */
export const drift: Preset = {
  id: 'drift',
  summary: 'Read-loop, edit-revert and test-fail-loop with cooldown and escalation by trend.',
  detectors: [readLoop, editRevert, testFailLoop],
  verdict: byUrgency,
  ladder: directLadder({ hard: 'redirect' }),
  texts: driftTexts,
};
