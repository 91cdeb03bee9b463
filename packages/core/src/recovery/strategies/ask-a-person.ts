import { defineStrategy } from '../strategy.js';
import { defaultTexts } from '../texts/default.js';

/** A person may know what is missing. */
export const askAPerson = defineStrategy({
  meta: {
    id: 'ask-a-person',
    summary: 'Holds the agent and asks a person how to go on, with what was tried.',
    needs: ['pause'],
    rungs: ['pause'],
    suits: [],
  },
  plan: (context) => ({
    kind: 'ask',
    question: defaultTexts({ ...context, rung: 'pause' }).text,
    choices: ['continue', 'hint', 'skip', 'end'],
  }),
});
