import type { Words } from '../words.js';

const LAST_RESORTS = ['switch-model', 'decompose-task', 'mark-blocked'];

/** By the number of resets so far: a hint, constraints, a person, a way out. */
export const voteWords: Words = ({ rung, verdict, count }) => {
  const brief = verdict.primary?.brief ?? 'a loop';
  if (rung === 'nudge') return { text: `Possible loop: ${brief}.`, actions: [] };
  if (rung === 'block') return { text: `Generation halted: ${brief}.`, actions: ['halt-generation'] };
  if (rung === 'pause') return { text: `${count} resets and still looping: ${brief}. How should this go on?`, actions: ['reset', 'ask-a-person'] };
  if (rung === 'stop') return { text: `${count} resets and still looping: ${brief}.`, actions: ['reset', ...LAST_RESORTS] };
  const hint = count < 2 ? 'Try a different approach.' : 'Do not repeat it in any form; use another tool, or a smaller step.';
  return { text: `Loop detected: ${brief}. ${hint}`, actions: ['reset'] };
};
