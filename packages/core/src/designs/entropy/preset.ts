import type { OptionsOfParts, Preset } from '../../presets/preset.js';
import { silent } from '../../recovery/message-renderer.js';
import { byUrgency } from '../../verdict/aggregate.js';
import { entropyWindow } from './detectors/entropy-window.js';
import { alertLadder } from './ladder.js';

interface Detectors {
  readonly 'entropy-window': typeof entropyWindow;
}

const detectors: Detectors = {
  'entropy-window': entropyWindow,
};

/** A gateway watches the share of distinct steps and alerts a person about a loop. */
export const entropy: Preset = {
  id: 'entropy',
  summary: 'Share of distinct steps among the last five; a person is alerted.',
  detectors: Object.values(detectors),
  verdict: byUrgency,
  ladder: alertLadder,
  texts: silent,
};

export type EntropyOptions = OptionsOfParts<Detectors, typeof byUrgency, typeof alertLadder>;
