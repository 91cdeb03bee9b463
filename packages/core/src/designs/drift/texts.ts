import type { MessageRenderer } from '../../recovery/message-renderer.js';

/** Soft: the user is warned. Hard: work is saved and another model takes over. */
export const driftTexts: MessageRenderer = ({ rung, verdict }) => {
  const brief = verdict.primary?.brief ?? '';
  if (rung === 'nudge') return { text: `Possible drift: ${brief}.`, actions: ['warn-user'] };
  return {
    text: `Drift has become a trend: ${brief}.`,
    actions: ['warn-user', 'checkpoint', 'switch-model'],
  };
};
