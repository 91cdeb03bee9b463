import { readShellText } from '@rutbreak/core/edge';
import { type Dialect, readClaudeLike } from './claude-like.js';
import { type Fields, fieldsOf, textOf } from './fields.js';
import { forUser, type HookAnswer, type HookCall, isForModel } from './hook.js';

/**
 * GitHub Copilot CLI also runs the hooks in a project's `.claude/settings.json`. It sends the same events with other
 * fields; recorded with 1.0.102. No hook output ends its run.
 */
const DIALECT: Dialect = {
  agent: 'claude-code',
  capabilities: { appendToResult: true, injectMessage: true, veto: true },
  atEnd: {},
  resultOf,
  always: { isEndless: true },
};

const PREFIX = 'copilot-cli/';

/**
 * Copilot CLI sends a timestamp with each event and a `transcript_path` only at the end. Claude Code always sends a
 * `transcript_path`.
 */
export function isCopilot(given: unknown): boolean {
  const input = fieldsOf(given);
  return typeof input['timestamp'] === 'string' && typeof input['hook_event_name'] === 'string';
}

export function readCopilot(given: unknown): HookCall | undefined {
  const call = readClaudeLike(given, DIALECT);
  return call && { ...call, session: call.session.replace(`${DIALECT.agent}/`, PREFIX) };
}

export function isOfCopilot({ session }: HookCall): boolean {
  return session.startsWith(PREFIX);
}

function resultOf(input: Fields): { result: unknown; isError: boolean } {
  const { text_result_for_llm: text, result_type: type } = fieldsOf(input['tool_result']);
  const error = textOf(input['error']) || textOf(fieldsOf(input['error'])['message']);
  if (typeof text !== 'string') return { result: error, isError: true };
  const { result, isError } = readShellText(text);
  return { result, isError: isError || (typeof type === 'string' && type !== 'success') };
}

/** Copilot CLI shows a line of progress to the user. */
export function writeCopilot({ name }: HookCall, answer: HookAnswer): string {
  if (answer.kind === 'silent') return '';
  if (isForModel(answer)) return forModel(name, answer);
  // Do not combine it with an answer for the model: older versions would then ignore both.
  return JSON.stringify({ type: 'progress', message: forUser(answer).systemMessage });
}

function forModel(name: string, answer: Exclude<HookAnswer, { kind: 'silent' }>): string {
  if (answer.kind === 'deny')
    return JSON.stringify({
      ...{ permissionDecision: 'deny', permissionDecisionReason: answer.text },
      hookSpecificOutput: {
        ...{ hookEventName: name, permissionDecision: 'deny', permissionDecisionReason: answer.text },
      },
    });
  return JSON.stringify({
    additionalContext: answer.text,
    hookSpecificOutput: { hookEventName: name, additionalContext: answer.text },
  });
}
