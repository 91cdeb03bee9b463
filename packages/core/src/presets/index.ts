import type { AdjustableLimit } from '../detection/adjustable.js';
import { cycles, type CyclesOptions } from '../designs/cycles/preset.js';
import { drift, type DriftOptions } from '../designs/drift/preset.js';
import { entropy, type EntropyOptions } from '../designs/entropy/preset.js';
import { matrix, type MatrixOptions } from '../designs/matrix/preset.js';
import { votes, type VotesOptions } from '../designs/votes/preset.js';
import { didYouMean, RutbreakError } from '../error.js';
import { type DefaultOptions, defaultPreset } from './default.js';
import { briefFrom, type Finding } from '../verdict/verdict.js';
import type { Preset } from './preset.js';

/** The options of each built-in preset. */
export interface OptionsByPreset {
  readonly default: DefaultOptions;
  readonly entropy: EntropyOptions;
  readonly matrix: MatrixOptions;
  readonly drift: DriftOptions;
  readonly votes: VotesOptions;
  readonly cycles: CyclesOptions;
}

/**
 * The name of a built-in preset. For a name that is only known at run time, use `presetOf`.
 *
 * @example
 * ```ts
 * import { createGuard, type PresetName } from '@rutbreak/core';
 * const name: PresetName = 'cycles';
 * createGuard({ preset: name }).preset; // => 'cycles'
 * ```
 */
export type PresetName = keyof OptionsByPreset;

const BY_NAME: Readonly<Record<PresetName, Preset>> = {
  default: defaultPreset,
  entropy,
  matrix,
  drift,
  votes,
  cycles,
};

/**
 * The preset of a guard without an explicit one.
 *
 * @example
 * ```ts
 * import { createGuard, DEFAULT_PRESET } from '@rutbreak/core';
 * createGuard().preset === DEFAULT_PRESET; // => true
 * ```
 */
export const DEFAULT_PRESET = 'default' satisfies PresetName;

/**
 * The names of the built-in presets.
 *
 * @example
 * ```ts
 * import { PRESETS } from '@rutbreak/core';
 * PRESETS.includes('default'); // => true
 * ```
 */
export const PRESETS: readonly string[] = Object.keys(BY_NAME);

/**
 * The preset with that name. Throws a RutbreakError that suggests the closest name if there is none.
 *
 * @example
 * ```ts
 * import { createGuard, presetOf } from '@rutbreak/core';
 * const fromFlag: string = 'votes';
 * createGuard({ preset: presetOf(fromFlag) }).preset; // => 'votes'
 * ```
 */
export function presetOf(id: string): Preset {
  if (isPreset(id)) return BY_NAME[id];
  const hint = `${didYouMean(id, PRESETS)}Use one of: ${PRESETS.join(', ')}.`;
  throw new RutbreakError('PRESET_UNKNOWN', { preset: id, hint });
}

/** The brief of a finding with another count. A detector's own count stops with its window or begins anew. */
export function briefWith(finding: Finding, count: number): string {
  const detectors = Object.values(BY_NAME).flatMap((preset) => preset.detectors);
  return briefFrom(detectors, finding, count);
}

/** The adjustable limits of a preset; none if the preset is unknown. */
export function adjustableOf(id: string): readonly AdjustableLimit[] {
  return isPreset(id) ? (BY_NAME[id].adjustable ?? []) : [];
}

function isPreset(id: string): id is PresetName {
  return Object.hasOwn(BY_NAME, id);
}
