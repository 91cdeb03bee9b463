import type { AdjustableLimit } from '../detection/adjustable.js';
import type { AnyDetector } from '../detection/detector.js';
import type { OptionsOf, OptionSpec } from '../detection/options.js';
import type { AnyLadder } from '../escalation/ladder.js';
import type { MessageRenderer } from '../recovery/message-renderer.js';
import type { AnyAggregator } from '../verdict/aggregate.js';

/**
 * One configuration of the engine: detectors, how their findings become a verdict, the ladder, and the texts
 * for the model.
 *
 * @example
 * ```ts
 * import { createGuard, type Preset, presetOf } from '@rutbreak/core';
 * const quiet: Preset = { ...presetOf('default'), id: 'quiet', texts: () => ({ text: '', actions: [] }) };
 * createGuard({ preset: quiet }).preset; // => 'quiet'
 * ```
 */
export interface Preset {
  readonly id: string;
  readonly summary: string;
  readonly detectors: readonly AnyDetector[];
  readonly verdict: AnyAggregator;
  readonly ladder: AnyLadder;
  readonly texts: MessageRenderer;
  /** Limits that may change per model; a preset that reproduces a design to the letter may have none. */
  readonly adjustable?: readonly AdjustableLimit[];
}

/** Options of one part; missing ones have their defaults. */
type Given<Spec extends OptionSpec> = { readonly [Name in keyof Spec]?: OptionsOf<Spec>[Name] | undefined };

/** The options of a preset with these parts: by detector id, and for `verdict` and `ladder`. */
export type OptionsOfParts<
  Detectors extends Readonly<Record<keyof Detectors, AnyDetector>>,
  Aggregator extends { readonly options: OptionSpec },
  Ladder extends { readonly options: OptionSpec },
> = {
  readonly [Id in keyof Detectors]?: Given<Detectors[Id]['meta']['options']> | undefined;
} & {
  readonly verdict?: Given<Aggregator['options']> | undefined;
  readonly ladder?: Given<Ladder['options']> | undefined;
};
