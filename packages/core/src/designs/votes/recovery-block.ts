import type { Category } from '../../detection/category.js';
import type { Advice } from '../../escalation/ladder.js';
import { RECOVERY } from '../../event/own-words.js';
import { callName, constraintsOf } from '../../recovery/render/constraints.js';
import { type Facts, factsOf } from '../../recovery/render/facts.js';
import { KINDS } from '../../recovery/render/kinds.js';
import type { DecisionContext } from '../../recovery/message-renderer.js';
import { adviceAt } from './advice.js';

/** The design's names of the categories in headings. */
function titleOf(category: Category): string {
  const words = category.toLowerCase().split('_');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

const FIRST_SUGGESTIONS = [
  'The result will not change if you call this again',
  'Consider what information you actually need',
  'Try a different tool or approach',
];

/** The message block of the design: what repeats, what not to do, what to do instead. */
export function recoveryBlock(context: DecisionContext): string {
  const facts = factsOf(context);
  if (!facts) return '';
  const { count, resets = [], advice = adviceAt(count) } = context;
  const suggestions = suggestionsOf(facts, advice);
  return [
    `${RECOVERY.open}reset="${count}" urgency="${advice === 'constraints' ? 'high' : 'warning'}">`,
    '',
    `## Loop Detected: ${titleOf(facts.category)}`,
    '',
    ...patternLines(facts),
    '',
    '---',
    '',
    '## Constraints for This Attempt',
    '',
    ...constraintLines(facts, advice).map((line) => `🚫 ${line}`),
    ...(suggestions.length === 0
      ? []
      : ['', '## Suggestions', '', ...suggestions.map((line, i) => `${i + 1}. ${line}`)]),
    ...(resets.length === 0
      ? []
      : ['', '## Previous Attempts', '', ...resets.map(({ approach_summary: one }) => `- ${one}`)]),
    '',
    RECOVERY.close,
  ].join('\n');
}

function patternLines({ pattern, calls, result, firstError }: Facts): readonly string[] {
  const args = calls.map((call) => call.args).filter((one) => one !== '');
  const rows = [
    ['Pattern', pattern],
    ['Arguments', args.join(', ')],
    ['Result', result],
    ['Error', firstError],
  ] as const;
  return rows.filter(([, value]) => value !== '').map(([name, value]) => `**${name}**: ${value}`);
}

function constraintLines(facts: Facts, advice: Advice): readonly string[] {
  const isOfCalls = facts.category.startsWith('TOOL_') && facts.calls.length > 0;
  if (!isOfCalls) return constraintsOf(facts);
  const plain = facts.calls.map((call) => `Do not call ${callName(call)} again`);
  if (advice !== 'constraints') return plain;
  return [
    ...plain,
    `Do NOT use ${facts.calls.map(({ tool }) => tool).join(' or ')} in this pattern in any form`,
  ];
}

/** A hint first, then alternatives that fit the category. */
function suggestionsOf({ category }: Facts, advice: Advice): readonly string[] {
  if (advice === 'none') return [];
  if (advice === 'constraints') return KINDS[category].next;
  const isOfCalls = category === 'TOOL_REPETITION' || category === 'TOOL_PING_PONG';
  return isOfCalls ? FIRST_SUGGESTIONS : [KINDS[category].next[0], 'Try a different approach'];
}
