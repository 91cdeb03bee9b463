import { type AgentEvent, computeHash, readEvent, redactValue, type Refusal } from '@rutbreak/core';
import type { DecisionLog } from '../api/decision-log.js';

/**
 * Secrets are taken out at the door, before anything looks at the event, so that neither state nor history ever has
 * them. Lengths are kept and equal secrets become equal letters: what repeats still repeats.
 */
export function cleanEvent(input: unknown, isMetadataOnly: boolean): AgentEvent | Refusal {
  const event = readEvent(input);
  if (event.kind === 'refused') return event;
  return (isMetadataOnly ? withoutTexts(event) : redactValue(event, { keepsLength: true })) as AgentEvent;
}

export function cleanMessage(message: DecisionLog, isMetadataOnly: boolean): DecisionLog {
  if (!isMetadataOnly) return redactValue(message, { keepsLength: true }) as DecisionLog;
  const { meta, identity, cognition, action, control, state_delta } = message;
  return {
    ...{ meta, identity },
    cognition: {
      intent: digest(cognition.intent),
      ...(cognition.entropy_score != null && { entropy_score: cognition.entropy_score }),
    },
    action: {
      status: action.status,
      ...(action.tool_call != null && { tool_call: digest(action.tool_call) }),
    },
    ...(state_delta && {
      state_delta: {
        ...(state_delta.tokens_consumed != null && { tokens_consumed: state_delta.tokens_consumed }),
        ...(state_delta.cumulative_session_cost != null && {
          cumulative_session_cost: state_delta.cumulative_session_cost,
        }),
      },
    }),
    ...(control && {
      control: { hitl_required: control.hitl_required ?? false, is_terminal: control.is_terminal ?? false },
    }),
  };
}

/** Names that say what happened stay; everything that somebody wrote becomes a digest. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    'kind',
    'tool',
    'round',
    'at',
    'isError',
    'tokens',
    'cost',
    'channel',
    'role',
    'reason',
    'status',
    'type',
    'derived',
  ],
]);

function withoutTexts(event: AgentEvent): unknown {
  return Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, KEPT.has(name) ? value : digest(value)]),
  );
}

/** Short, and equal for equal values. */
function digest(value: unknown): string {
  return `sha256:${computeHash(value).slice(0, 24)}`;
}
