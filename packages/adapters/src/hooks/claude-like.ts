import type { AgentEvent, Capabilities } from '@rutbreak/core';
import type { TurnReason } from '@rutbreak/core/edge';
import { type Fields, fieldsOf, textOf, withoutNarration } from './fields.js';
import type { HookAgent, HookCall } from './hook.js';

/** Claude Code and Codex send the same facts in the same fields. */
export interface Dialect {
  readonly agent: HookAgent;
  /** Hooks around tool use. */
  readonly capabilities: Capabilities;
  /** Hooks at the end of the model's turn. The guard must not keep the model from ending. */
  readonly atEnd: Capabilities;
  readonly resultOf: (input: Fields) => { readonly result: unknown; readonly isError: boolean };
  /** Facts about every hook of this agent. */
  readonly always?: Pick<HookCall, 'isEndless' | 'marksRounds'>;
}

export function readClaudeLike(given: unknown, dialect: Dialect): HookCall | undefined {
  const input = fieldsOf(given);
  const name = textOf(input['hook_event_name']);
  const session = textOf(input['session_id']);
  if (name === '' || session === '') return undefined;
  const id = textOf(input['tool_use_id']);
  const subagent = textOf(input['agent_id']);
  const isEnd = name === 'Stop';
  // Codex sends it every time, Claude Code only at the start of a session.
  const model = textOf(input['model']);
  return {
    name,
    session: `${dialect.agent}/${session}${subagent === '' ? '' : `/${subagent}`}`,
    // Other events occur at most once per prompt with the same name and id.
    key: keyOf(name, id, input),
    ...(model !== '' && { model }),
    ...(id !== '' && { call: id }),
    ...(name === 'PostToolBatch' && { isRoundEnd: true as const }),
    ...dialect.always,
    event: eventOf(name, input, dialect),
    capabilities: isEnd ? dialect.atEnd : dialect.capabilities,
  };
}

/** Copilot CLI sends no ids, but each event has a timestamp. */
function keyOf(name: string, id: string, input: Fields): string {
  const at = textOf(input['timestamp']);
  if (id === '' && at !== '') return `${name} ${at} ${JSON.stringify(input['tool_input'] ?? '')}`;
  return id === '' ? '' : `${name} ${id}`;
}

function eventOf(name: string, input: Fields, { resultOf }: Dialect): AgentEvent | null {
  const tool = textOf(input['tool_name']);
  const args = withoutNarration(input['tool_input']);
  switch (name) {
    case 'PreToolUse':
      return { kind: 'attempt', tool, args };
    case 'PostToolUse':
    case 'PostToolUseFailure':
      // The person interrupted the call, so it is neither an outcome nor the model's action.
      return input['is_interrupt'] === true ? null : { kind: 'call', tool, args, ...resultOf(input) };
    case 'UserPromptSubmit':
      return turnOf(textOf(input['prompt']));
    case 'SessionStart':
      return restartOf(input['source']);
    case 'Stop':
      return endOf(input['last_assistant_message'], input['stop_hook_active']);
    default:
      return null;
  }
}

/** Background task notices and program messages arrive as user prompts. */
const NOTICE = /^\s*<(?:task-notification|system-reminder|local-command)/;

export function turnOf(text: string): AgentEvent {
  return NOTICE.test(text)
    ? { kind: 'turn', role: 'harness', reason: 'other' }
    : { kind: 'turn', role: 'user', reason: 'prompt', text };
}

const RESTARTS: Readonly<Record<string, TurnReason>> = { compact: 'compaction', resume: 'restart' };

export function restartOf(source: unknown): AgentEvent | null {
  const reason = RESTARTS[textOf(source)];
  return reason === undefined ? null : { kind: 'turn', role: 'harness', reason };
}

/**
 * The model's final text matters only if a hook of the user keeps it from ending repeatedly (`stop_hook_active`). The
 * guard never does that itself.
 */
export function endOf(message: unknown, isKept: unknown): AgentEvent | null {
  const text = textOf(message);
  return isKept === true && text !== '' ? { kind: 'message', text } : null;
}
