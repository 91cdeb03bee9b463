import { defineStrategy } from '../strategy.js';
import { defaultWords } from '../words/default.js';

/** Ends what was cut off: two different calls may have such a label in common. */
const CUT = /(…|\.\.\.)\)$/;

/** Refuses the loop's calls before they run. */
export const forbidCall = defineStrategy({
  meta: {
    id: 'forbid-call',
    summary: 'Refuses the calls of the loop before they run, and says so in their place.',
    needs: ['veto'],
    rungs: ['block'],
    suits: ['TOOL_REPETITION', 'TOOL_PING_PONG', 'TOOL_PARAMETER_DRIFT', 'ERROR_REPETITION'],
  },
  plan(occasion) {
    const { primary } = occasion.verdict;
    if (!primary) return undefined;
    const { data, evidence, identity } = primary.signal;
    const named = [data['call'], data['other'], ...evidence.elements].filter(
      (one) => typeof one === 'string',
    );
    const labels = [...new Set(named)].filter((one) => /\(.*\)$/.test(one) && !CUT.test(one));
    if (labels.length === 0 && !identity.startsWith('call:')) return undefined;
    const { text } = defaultWords({ ...occasion, rung: 'block', isAttempt: true });
    return { kind: 'forbid', text, identity, labels };
  },
});
