import type { OptionsOf } from './detection/options.js';
import {
  type adaptOptions,
  type ModelFigures,
  type Options,
  type Proposal,
  proposeWithin,
} from './memory/adapt.js';
import { adjustableOf } from './presets/index.js';

/**
 * Proposes limits for a model under a preset. False alarms come first: a high rate of loops that people call
 * false is a reason to loosen, never to tighten. Throws a RutbreakError on a bad policy.
 */
export function proposeLimits(
  preset: string,
  options: Options,
  figures: ModelFigures,
  policy: Partial<OptionsOf<typeof adaptOptions>> = {},
): Proposal {
  return proposeWithin(adjustableOf(preset), options, figures, { preset, policy });
}
