import { defineStrategy } from '../strategy.js';
import type { DecisionContext } from '../message-renderer.js';
import { defaultTexts } from '../texts/default.js';

/** Says what repeats and what to do instead. */
export const hint = defineStrategy({
  meta: {
    id: 'hint',
    summary: 'Tells the model what repeats, how often, and what to do instead.',
    needs: ['appendToResult', 'injectMessage'],
    rungs: ['nudge', 'redirect', 'block'],
    suits: [],
  },
  plan(context) {
    // A refused call carries the text in place of its result.
    if (context.rung === 'block' && isOfCalls(context)) return undefined;
    const { text } = defaultTexts(context);
    if (text === '') return undefined;
    return {
      kind: 'say',
      text,
      places: context.rung === 'nudge' ? ['result', 'message'] : ['message', 'result'],
    };
  },
});

function isOfCalls({ verdict: { primary } }: DecisionContext): boolean {
  return !primary || primary.category.startsWith('TOOL_') || primary.category === 'ERROR_REPETITION';
}
