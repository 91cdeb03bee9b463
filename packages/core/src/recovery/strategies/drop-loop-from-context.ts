import { describeLoop } from '../render/describe.js';
import { defineStrategy } from '../strategy.js';

/** The model continues with a history that mentions the loop but no longer shows it. */
export const dropLoopFromContext = defineStrategy({
  meta: {
    id: 'drop-loop-from-context',
    summary: 'Takes the repeats out of the history and puts one block about the loop in their place.',
    needs: ['resetContext'],
    rungs: ['redirect'],
    suits: [
      'TOOL_REPETITION',
      'TOOL_PING_PONG',
      'TOOL_PARAMETER_DRIFT',
      'OUTPUT_VERBATIM',
      'OUTPUT_PARAPHRASE',
      'OUTPUT_STRUCTURAL',
      'ERROR_REPETITION',
      'ERROR_WHACK_A_MOLE',
      'TOKEN_REPETITION',
      'PHRASE_LOOP',
      'STRUCTURAL_LOOP',
    ],
  },
  plan(context) {
    const { full } = describeLoop(context);
    return full === '' ? undefined : { kind: 'reset-context', block: full };
  },
});
