import type { MessageRenderer } from '../../recovery/message-renderer.js';

/** Soft: warn the user. Hard: save the work and hand over to another model. */
export const driftTexts: MessageRenderer = ({ rung, verdict }) => {
  const brief = verdict.primary?.brief ?? '';
  if (rung === 'nudge') return { text: `Possible drift: ${brief}.`, actions: ['warn-user'] };
  return {
    text: `Drift has become a trend: ${brief}.`,
    actions: ['warn-user', 'checkpoint', 'switch-model'],
  };
};
