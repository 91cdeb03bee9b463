import { RutbreakError } from '../error.js';
import { cycles } from './cycles.js';
import { standard } from './default.js';
import { drift } from './drift.js';
import { entropy } from './entropy.js';
import { matrix } from './matrix.js';
import type { Preset } from './preset.js';
import { votes } from './votes.js';

const ALL: readonly Preset[] = [standard, entropy, matrix, drift, votes, cycles];

/** What people get who choose nothing. */
export const DEFAULT_PRESET = standard.id;

export const PRESETS: readonly string[] = ALL.map(({ id }) => id);

export function presetOf(id: string): Preset {
  const preset = ALL.find((one) => one.id === id);
  if (!preset)
    throw new RutbreakError('PRESET_UNKNOWN', { preset: id, hint: `Use one of: ${PRESETS.join(', ')}.` });
  return preset;
}
