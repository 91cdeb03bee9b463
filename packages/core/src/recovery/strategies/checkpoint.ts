import { defineStrategy } from '../strategy.js';

/** Saves the work before any intervention. */
export const checkpoint = defineStrategy({
  meta: {
    id: 'checkpoint',
    summary: 'Saves the present state of the work, so that nothing that follows can lose it.',
    needs: ['rollBack'],
    rungs: ['redirect', 'block', 'pause', 'stop'],
    suits: [],
  },
  plan({ verdict, files = [] }) {
    const { primary } = verdict;
    if (!primary) return undefined;
    return { kind: 'checkpoint', name: `loop-${primary.signal.evidence.last}`, files };
  },
});
