import { callNamed } from '../../detection/evidence.js';
import { labelOf } from '../../event/label.js';
import { defineStrategy } from '../strategy.js';
import { defaultTexts } from '../texts/default.js';

/** Marks cut arguments: two different calls may have the same cut label. */
const CUT = /(…|\.\.\.)$/;

/** Refuses the loop's calls before they run. */
export const forbidCall = defineStrategy({
  meta: {
    id: 'forbid-call',
    summary: 'Refuses the calls of the loop before they run, and says so in their place.',
    needs: ['veto'],
    rungs: ['block'],
    suits: ['TOOL_REPETITION', 'TOOL_PING_PONG', 'TOOL_PARAMETER_DRIFT', 'ERROR_REPETITION'],
  },
  plan(context) {
    const { primary } = context.verdict;
    if (!primary) return undefined;
    const { data, evidence, identity } = primary.signal;
    const named = [...new Set([data['call'], data['other'], ...evidence.elements])];
    const calls = named.flatMap((label) => callNamed(evidence, label) ?? []);
    const labels = calls.flatMap(({ tool, args }) => (CUT.test(args) ? [] : [labelOf(tool, args)]));
    if (labels.length === 0 && !identity.startsWith('call:')) return undefined;
    const { text } = defaultTexts({ ...context, rung: 'block', isAttempt: true });
    return { kind: 'forbid', text, identity, labels };
  },
});
