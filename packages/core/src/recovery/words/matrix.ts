import type { Words } from '../words.js';

const SUMMARISE = 'Further execution is blocked. Do not call tools again: summarise what was done and what was found, and stop.';

export const matrixWords: Words = ({ rung, verdict }) => {
  if (rung === 'block') return { text: verdict.primary ? `${verdict.primary.brief}. ${SUMMARISE}` : SUMMARISE, actions: [] };
  const advice = verdict.primary?.signal.messageId.startsWith('stuck')
    ? 'Different approaches lead to the same outcome: the cause lies elsewhere. Question the assumption they share.'
    : 'The same step gave an outcome that is already known. Repeating it will not change that: do something else.';
  return { text: `[loop detection] ${verdict.primary?.brief ?? ''}. ${advice}`, actions: [] };
};
