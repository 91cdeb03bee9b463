import { callNamed } from '../../detection/evidence.js';
import type { Intervention, MessageRenderer } from '../../recovery/message-renderer.js';
import type { Verdict } from '../../verdict/verdict.js';

const LAST_RESORTS: Intervention['actions'] = ['switch-model', 'decompose-task', 'mark-blocked'];

/** By the number of resets so far: a hint, constraints, a person, a way out. */
export const voteTexts: MessageRenderer = ({ rung, verdict, count }) => {
  const brief = verdict.primary?.brief ?? 'a loop';
  if (rung === 'observe') return { text: '', actions: [] };
  if (rung === 'nudge') return { text: `Possible loop: ${brief}.`, actions: [] };
  if (rung === 'block') return { text: `Generation halted: ${brief}.`, actions: ['halt-generation'] };
  if (rung === 'pause') return { text: request(brief, count), actions: ['reset', 'ask-a-person'] };
  const constraints = constraintsOf(verdict);
  if (rung === 'stop') {
    const text = [`${count} resets and still looping: ${brief}.`, ...constraints].join('\n');
    return { text, actions: ['reset', ...LAST_RESORTS] };
  }
  const hint =
    count < 2
      ? 'Try a different approach.'
      : 'Do NOT use this pattern in any form. Use another tool, or a smaller step.';
  return { text: [`Loop detected: ${brief}. ${hint}`, ...constraints].join('\n'), actions: ['reset'] };
};

/** The seed's own sentences: here the model speaks to the person. */
function request(brief: string, count: number): string {
  return `I've tried ${count} approaches and keep looping.\nHere's what I attempted: ${brief}.\nHow would you like me to proceed?`;
}

/** What not to do again, where the loop is one of calls. */
function constraintsOf({ primary }: Verdict): readonly string[] {
  if (!primary?.category.startsWith('TOOL_')) return [];
  const { evidence } = primary.signal;
  return evidence.elements.flatMap((label) => {
    const call = callNamed(evidence, label);
    return call ? [`Do not call ${call.tool}${call.args === '' ? '' : ` with \`${call.args}\``} again.`] : [];
  });
}
