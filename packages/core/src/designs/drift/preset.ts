import { directLadder } from '../../escalation/ladders/direct.js';
import type { OptionsOfParts, Preset } from '../../presets/preset.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { editRevert } from './detectors/edit-revert.js';
import { readLoop } from './detectors/read-loop.js';
import { testFailLoop } from './detectors/test-fail-loop.js';
import { driftTexts } from './texts.js';

interface Detectors {
  readonly 'read-loop': typeof readLoop;
  readonly 'edit-revert': typeof editRevert;
  readonly 'test-fail-loop': typeof testFailLoop;
}

const detectors: Detectors = {
  'read-loop': readLoop,
  'edit-revert': editRevert,
  'test-fail-loop': testFailLoop,
};

/** Three patterns of drift; the moving average of each softens or hardens its alerts. */
export const drift: Preset = {
  id: 'drift',
  summary: 'Read-loop, edit-revert and test-fail-loop with cooldown and escalation by trend.',
  detectors: Object.values(detectors),
  verdict: byUrgency,
  ladder: directLadder({ hard: 'redirect' }),
  texts: driftTexts,
};

export type DriftOptions = OptionsOfParts<Detectors, typeof byUrgency, ReturnType<typeof directLadder>>;
