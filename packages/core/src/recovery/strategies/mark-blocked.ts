import { defineStrategy } from '../strategy.js';
import { defaultWords } from '../words/default.js';

/** An honest end: whoever handed the task out can catch it. */
export const markBlocked = defineStrategy({
  meta: {
    id: 'mark-blocked',
    summary: 'Gives the task back as not done, with the status LOOP_DETECTED and the reason.',
    needs: [],
    rungs: ['stop'],
    suits: [],
  },
  plan: (occasion) => ({
    kind: 'mark-blocked',
    status: 'LOOP_DETECTED',
    category: occasion.verdict.primary?.category ?? null,
    reason: defaultWords({ ...occasion, rung: 'stop' }).text,
  }),
});
