import type { MessageRenderer } from '../../recovery/message-renderer.js';

/** The design's own message, then one with alternatives, then the end. */
export const cycleTexts: MessageRenderer = ({ rung, verdict }) => {
  const { primary } = verdict;
  if (!primary) return { text: 'This session was stopped: LOOP_DETECTED.', actions: [] };
  const { evidence, identity } = primary.signal;
  if (identity.startsWith('limit:'))
    return { text: `The session is stopped: ${primary.brief}.`, actions: [], status: 'BUDGET_EXHAUSTED' };
  const calls = evidence.examples.map((label, i) => `  ${i + 1}. ${label}`);
  const warning = [
    '⚠️ Loop detected: You appear to be repeating the same sequence of tool calls',
    `without making progress. The following pattern has repeated ${evidence.count} times:`,
    ...calls,
    '',
    'Please try a different approach. Consider:',
    '- Re-reading error messages more carefully',
    '- Trying an alternative solution strategy',
    '- Breaking the problem into smaller steps',
  ];
  if (rung === 'stop')
    return { text: [...warning, '', 'The session is stopped: LOOP_DETECTED.'].join('\n'), actions: [] };
  if (rung === 'nudge') return { text: warning.join('\n'), actions: ['user-message'] };
  const stronger = [
    ...warning,
    '',
    'This is a repeated warning. The next repetition stops the session. Specific alternatives:',
    ...evidence.elements.map((label) => `- Do not call ${label} again; use what it has already returned`),
    '- Use another tool, or other arguments that test a different assumption',
    '- Say what is missing and ask for it, if it cannot be found with the tools',
  ];
  return { text: stronger.join('\n'), actions: ['user-message'] };
};
