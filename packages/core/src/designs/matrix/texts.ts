import type { Intervention, MessageRenderer } from '../../recovery/message-renderer.js';

const SUMMARISE =
  'Further execution is blocked. Do not call tools again: summarise what was done and what was found, and stop.';

/** The text about a step stands beside its result; a refused step has no result. */
export const matrixTexts: MessageRenderer = ({ rung, verdict: { primary, findings } }) => {
  const brief = primary?.brief ?? '';
  const actions: Intervention['actions'] = findings.length > 0 ? ['append-to-result'] : [];
  if (rung === 'stop') return { text: `${brief}. ${SUMMARISE}`, actions: ['summarise-and-stop'] };
  if (rung === 'block') return { text: `${brief}. ${SUMMARISE}`, actions };
  const advice = primary?.signal.messageId.startsWith('stuck')
    ? 'Different approaches lead to the same outcome: the cause lies elsewhere. Question the assumption they share.'
    : 'The same step gave an outcome that is already known. Repeating it will not change that: do something else.';
  return { text: `[loop detection] ${brief}. ${advice}`, actions };
};
