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
import { byEvidence } from '../verdict/aggregate.js';

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
 * By preset. A preset that reproduces a design to the letter and is not named here is never moved. On the tight side
 * the bounds of `default` are such that all of them together raise no alarm on the healthy corpus: a guard that cries
 * wolf is switched off. What is at its tightest already may only loosen.
 */
export const KNOBS: Readonly<Record<string, readonly Knob[]>> = {
  default: [
    knob({ meta: { id: 'judge', options: byEvidence.options } }, 'together', 130, 180, 10),
    knob(repeatedCall, 'successes', 5, 10),
    knob(repeatedCall, 'failures', 3, 6),
    knob(repeatedCall, 'writes', 3, 7),
    knob(callLoop, 'laps', 3, 6),
    knob(repeatedFailure, 'near', 4, 8),
    knob(repeatedFailure, 'far', 5, 9),
    knob(failureStreak, 'kind', 5, 10),
    knob(failureStreak, 'any', 7, 14),
    knob(rewordedCall, 'same', 4, 9),
    knob(rewordedCall, 'empty', 6, 10),
    knob(repeatedMessage, 'verbatim', 3, 8),
    knob(repeatedMessage, 'near', 4, 8),
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
