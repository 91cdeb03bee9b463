import { defineStrategy } from '../strategy.js';
import { defaultTexts } from '../texts/default.js';

/** An honest end that the caller of the task can handle. */
export const markBlocked = defineStrategy({
  meta: {
    id: 'mark-blocked',
    summary: 'Gives the task back as not done, with the status LOOP_DETECTED and the reason.',
    needs: [],
    rungs: ['stop'],
    suits: [],
  },
  plan: (context) => ({
    kind: 'mark-blocked',
    status: 'LOOP_DETECTED',
    category: context.verdict.primary?.category ?? null,
    reason: defaultTexts({ ...context, rung: 'stop' }).text,
  }),
});
