import type { AdjustableLimit } from '../detection/adjustable.js';
import { cycles } from '../designs/cycles/preset.js';
import { drift } from '../designs/drift/preset.js';
import { entropy } from '../designs/entropy/preset.js';
import { matrix } from '../designs/matrix/preset.js';
import { votes } from '../designs/votes/preset.js';
import { RutbreakError } from '../error.js';
import { defaultPreset } from './default.js';
import type { Preset } from './preset.js';

const ALL: readonly Preset[] = [defaultPreset, entropy, matrix, drift, votes, cycles];

/** What people get who choose nothing. */
export const DEFAULT_PRESET = defaultPreset.id;

export const PRESETS: readonly string[] = ALL.map(({ id }) => id);

export function presetOf(id: string): Preset {
  const preset = ALL.find((one) => one.id === id);
  if (!preset)
    throw new RutbreakError('PRESET_UNKNOWN', { preset: id, hint: `Use one of: ${PRESETS.join(', ')}.` });
  return preset;
}

/** The limits of a preset that may move; none where the preset is unknown. */
export function adjustableOf(id: string): readonly AdjustableLimit[] {
  return ALL.find((one) => one.id === id)?.adjustable ?? [];
}
