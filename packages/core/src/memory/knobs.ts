import type { OptionSpec } from '../detection/options.js';
import {
  callLoop,
  errorCycle,
  failureStreak,
  outputSimilarity,
  repeatedCall,
  repeatedFailure,
  repeatedMessage,
  rewordedCall,
  toolRepetition,
} from '../detection/detectors/index.js';

/** An option that adaptation may move, and how far. */
export interface Knob {
  readonly owner: string;
  readonly option: string;
  readonly usual: number;
  /** Where it notices most. */
  readonly tightest: number;
  /** Where it lets most pass. */
  readonly loosest: number;
  readonly step: number;
}

interface Owner {
  readonly meta: { readonly id: string; readonly options: OptionSpec };
}

function knob({ meta }: Owner, option: string, tightest: number, loosest: number, step = 1): Knob {
  return { owner: meta.id, option, usual: meta.options[option]!.default as number, tightest, loosest, step };
}

/**
 * By preset. A preset that reproduces a design to the letter and is not named here is never moved. Bounds are narrow
 * on the tight side: a guard that cries wolf is switched off.
 */
export const KNOBS: Readonly<Record<string, readonly Knob[]>> = {
  default: [
    knob(repeatedCall, 'successes', 4, 10),
    knob(repeatedCall, 'failures', 3, 6),
    knob(repeatedCall, 'writes', 3, 7),
    knob(callLoop, 'laps', 3, 6),
    knob(repeatedFailure, 'near', 3, 8),
    knob(repeatedFailure, 'far', 4, 9),
    knob(failureStreak, 'kind', 5, 10),
    knob(failureStreak, 'any', 7, 14),
    knob(rewordedCall, 'same', 4, 9),
    knob(rewordedCall, 'empty', 5, 10),
    knob(repeatedMessage, 'verbatim', 3, 8),
    knob(repeatedMessage, 'near', 3, 8),
  ],
  votes: [
    knob(toolRepetition, 'exact', 2, 6),
    knob(toolRepetition, 'similar', 3, 8),
    knob(outputSimilarity, 'verbatim', 0.88, 0.99, 0.01),
    knob(outputSimilarity, 'paraphrase', 0.8, 0.95, 0.01),
    knob(errorCycle, 'sameError', 2, 6),
    knob(errorCycle, 'sameFix', 2, 5),
  ],
};
