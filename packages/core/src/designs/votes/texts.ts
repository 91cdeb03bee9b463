import { callNamed } from '../../detection/evidence.js';
import { recoveryBlock } from './recovery-block.js';
import type { DecisionContext, Intervention, MessageRenderer } from '../../recovery/message-renderer.js';
import type { Verdict } from '../../verdict/verdict.js';

const LAST_RESORTS: Intervention['actions'] = ['switch-model', 'decompose-task', 'mark-blocked'];

/** By the number of resets so far: a hint, constraints, a question to a person, a way out. */
export const voteTexts: MessageRenderer = (context) => {
  const { rung, wanted = rung, verdict, count, isAttempt = false } = context;
  // A call that is held resets nothing.
  const reset: Intervention['actions'] = isAttempt ? [] : ['reset'];
  const brief = verdict.primary?.brief ?? 'a loop';
  if (rung === 'observe') return { text: '', actions: [] };
  if (wanted === 'pause') return { text: request(context), actions: [...reset, 'ask-a-person'] };
  if (rung === 'nudge') return { text: `Possible loop: ${brief}.`, actions: [] };
  if (rung === 'block') return { text: `Generation halted: ${brief}.`, actions: ['halt-generation'] };
  if (rung === 'stop') {
    const text = [`${count} resets and still looping: ${brief}.`, ...constraintsOf(verdict)].join('\n');
    return { text, actions: [...reset, ...LAST_RESORTS] };
  }
  return { text: recoveryBlock(context), actions: ['reset'] };
};

/** The design's own sentences, in which the model speaks to the person. */
function request({ verdict, count, resets = [] }: DecisionContext): string {
  const now = verdict.primary?.brief ?? 'a loop';
  const attempted = [...new Set([...resets.map(({ approach_summary: one }) => one), now])].join('; ');
  return `I've tried ${count} approaches and keep looping.\nHere's what I attempted: ${attempted}.\nHow would you like me to proceed?`;
}

/** The forbidden calls, if the loop consists of calls. */
function constraintsOf({ primary }: Verdict): readonly string[] {
  if (!primary?.category.startsWith('TOOL_')) return [];
  const { evidence } = primary.signal;
  return evidence.elements.flatMap((label) => {
    const call = callNamed(evidence, label);
    return call ? [`Do not call ${call.tool}${call.args === '' ? '' : ` with \`${call.args}\``} again.`] : [];
  });
}
