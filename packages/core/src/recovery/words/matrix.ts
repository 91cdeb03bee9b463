import type { Words } from '../words.js';

const SUMMARISE = 'Further execution is blocked. Do not call tools again: summarise what was done and what was found, and stop.';

/** What is said about a step stands next to its result; a step that is refused has none. */
export const matrixWords: Words = ({ rung, verdict }) => {
  if (!verdict.primary) return { text: SUMMARISE, actions: [] };
  if (rung === 'block') return { text: `${verdict.primary.brief}. ${SUMMARISE}`, actions: ['append-to-result'] };
  const advice = verdict.primary.signal.messageId.startsWith('stuck')
    ? 'Different approaches lead to the same outcome: the cause lies elsewhere. Question the assumption they share.'
    : 'The same step gave an outcome that is already known. Repeating it will not change that: do something else.';
  return { text: `[loop detection] ${verdict.primary.brief}. ${advice}`, actions: ['append-to-result'] };
};
