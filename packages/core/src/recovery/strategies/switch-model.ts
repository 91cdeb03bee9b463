import { describeLoop } from '../render/describe.js';
import { defineStrategy } from '../strategy.js';

/** Another model does not share the first one's habits. */
export const switchModel = defineStrategy({
  meta: {
    id: 'switch-model',
    summary: 'Hands the task to another model, with what is known of the loop.',
    needs: ['switchModel'],
    rungs: ['redirect', 'stop'],
    suits: [],
  },
  plan(context) {
    // While a hint may still help, switching the model is too much.
    if (context.rung === 'redirect' && context.count < 2) return undefined;
    const { full } = describeLoop(context);
    return full === '' ? undefined : { kind: 'switch-model', from: context.model ?? '', text: full };
  },
});
