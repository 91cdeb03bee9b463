import type { AgentEvent, Capabilities } from '@rutbreak/core';
import { readShellText } from '@rutbreak/core/edge';
import { endOf, restartOf, turnOf } from './claude-like.js';
import { type Fields, fieldsOf, textOf, withoutNarration } from './fields.js';
import { forUser, type HookAnswer, type HookCall, type HookProtocol, toldIn } from './hook.js';

const CAPABILITIES: Capabilities = { appendToResult: true, injectMessage: true, veto: true, endRun: true };
const AT_END: Capabilities = { pause: true };

/**
 * Gemini CLI; recorded with 0.61.0. Calls have no ids, but each event has a timestamp. Sub-agents share the parent's
 * session id: their calls come between the start and the end of `invoke_agent`.
 */
export const gemini: HookProtocol = {
  agent: 'gemini',
  title: 'Gemini CLI',
  read(given): HookCall | undefined {
    const input = fieldsOf(given);
    const name = textOf(input['hook_event_name']);
    const session = textOf(input['session_id']);
    if (name === '' || session === '') return undefined;
    const at = textOf(input['timestamp']);
    const tool = textOf(input['tool_name']);
    return {
      ...{ name, session: `gemini/${session}`, key: at === '' ? '' : `${name} ${at} ${tool}` },
      ...(tool === 'invoke_agent' && { startsAgent: true as const }),
      event: eventOf(name, input),
      capabilities: name === 'AfterAgent' ? AT_END : CAPABILITIES,
    };
  },
  write,
};

function eventOf(name: string, input: Fields): AgentEvent | null {
  const tool = textOf(input['tool_name']);
  const args = withoutNarration(input['tool_input']);
  switch (name) {
    case 'BeforeTool':
      return { kind: 'attempt', tool, args };
    case 'AfterTool':
      return { kind: 'call', tool, args, ...resultOf(fieldsOf(input['tool_response'])) };
    case 'BeforeAgent':
      return turnOf(textOf(input['prompt']));
    case 'SessionStart':
      return restartOf(input['source']);
    case 'AfterAgent':
      return endOf(input['prompt_response'], input['stop_hook_active']);
    default:
      return null;
  }
}

function resultOf({ llmContent, returnDisplay, error }: Fields): { result: unknown; isError: boolean } {
  if (error !== undefined && error !== null)
    return { result: textOf(fieldsOf(error)['message']) || error, isError: true };
  if (typeof llmContent !== 'string') return { result: llmContent ?? returnDisplay, isError: false };
  return readShellText(llmContent);
}

function write({ name }: HookCall, answer: HookAnswer): string {
  if (answer.kind === 'silent') return '';
  if (answer.kind === 'tell') return JSON.stringify(toldIn(name, answer));
  const ends = answer.kind === 'end' || answer.ends;
  return JSON.stringify({
    ...forUser(answer),
    ...(ends && { continue: false, stopReason: answer.text }),
    ...(answer.kind === 'deny' && { decision: 'deny' }),
    reason: answer.text,
  });
}
