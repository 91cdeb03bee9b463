import { defineStrategy } from '../strategy.js';
import type { Occasion } from '../words.js';
import { defaultWords } from '../words/default.js';

/** Says what repeats and what to do instead. */
export const hint = defineStrategy({
  meta: {
    id: 'hint',
    summary: 'Tells the model what repeats, how often, and what to do instead.',
    needs: ['appendToResult', 'injectMessage'],
    rungs: ['nudge', 'redirect', 'block'],
    suits: [],
  },
  plan(occasion) {
    // A refused call has its words in place of its result.
    if (occasion.rung === 'block' && isOfCalls(occasion)) return undefined;
    const { text } = defaultWords(occasion);
    if (text === '') return undefined;
    return {
      kind: 'say',
      text,
      places: occasion.rung === 'nudge' ? ['result', 'message'] : ['message', 'result'],
    };
  },
});

function isOfCalls({ verdict: { primary } }: Occasion): boolean {
  return !primary || primary.category.startsWith('TOOL_') || primary.category === 'ERROR_REPETITION';
}
