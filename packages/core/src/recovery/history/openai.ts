import {
  appendText,
  type CallPart,
  type Dialect,
  type Message,
  NO_CALLS,
  NO_RESULTS,
  parsedArgs,
  recordsOf,
  textOf,
  type Turn,
} from './dialect.js';
import { isRecord } from '../../shared/json.js';

const plain = (role: Turn['role'], text = '', hasUnknown = false): Turn => ({
  ...{ role, calls: NO_CALLS, results: NO_RESULTS, text, hasUnknown },
});

/** Chat Completions: an assistant message with `tool_calls`, then one `tool` message per call. */
export const openaiChat: Dialect = {
  shape: 'openai-chat',
  isStrict: true,
  read(message) {
    const { role, content } = message;
    if (role === 'system' || role === 'developer') return plain('system');
    if (role === 'user') return plain('user');
    // The predecessor of tools; kept unchanged.
    if (role === 'function') return plain('assistant', '', true);
    if (role === 'assistant') return readAssistant(message);
    if (role !== 'tool') return 'role is none of system, developer, user, assistant, tool, function';
    const { tool_call_id: id } = message;
    if (typeof id !== 'string') return 'a tool message has no tool_call_id';
    return { ...plain('results'), results: [{ id, result: textOf(content), isError: false }] };
  },
  note: (text) => ({ role: 'user', content: text }),
  appendToResult(message, text) {
    const content = appendText(message['content'], text, { type: 'text', text });
    return content === undefined ? undefined : { ...message, content };
  },
};

const ASSISTANT_PARTS: readonly unknown[] = ['text', 'refusal'];

function readAssistant({ content, tool_calls: list, function_call: old, audio }: Message): Turn | string {
  const calls: CallPart[] = [];
  const given = list == null ? [] : recordsOf(list);
  if (!given) return 'tool_calls is not a list';
  let hasUnknown = old != null || audio != null;
  for (const one of given) {
    const { id, function: named, custom } = one;
    if (typeof id !== 'string') return 'a tool call has no id';
    const { name, arguments: args, input } = isRecord(named) ? named : isRecord(custom) ? custom : {};
    hasUnknown ||= typeof name !== 'string';
    calls.push({ id, tool: typeof name === 'string' ? name : '', args: parsedArgs(args ?? input) });
  }
  hasUnknown ||= recordsOf(content)?.some(({ type }) => !ASSISTANT_PARTS.includes(type)) === true;
  return { ...plain('assistant', textOf(content), hasUnknown), calls };
}

const CALLS: readonly unknown[] = ['function_call', 'custom_tool_call'];
const OUTPUTS: readonly unknown[] = ['function_call_output', 'custom_tool_call_output'];

/** Responses: a flat list of items; a call and its output share a `call_id`. */
export const openaiResponses: Dialect = {
  shape: 'openai-responses',
  isStrict: false,
  read(item) {
    const { type, role, content, call_id: id } = item;
    if (type === undefined || type === 'message') return readMessage(role, content);
    if (typeof type !== 'string') return 'type is not a text';
    if (type === 'reasoning') return plain('thought');
    if (CALLS.includes(type)) {
      const { name, arguments: args, input } = item;
      if (typeof id !== 'string' || typeof name !== 'string') return `a ${type} has no call_id or no name`;
      return { ...plain('assistant'), calls: [{ id, tool: name, args: parsedArgs(args ?? input) }] };
    }
    if (OUTPUTS.includes(type)) {
      if (typeof id !== 'string') return `a ${type} has no call_id`;
      return { ...plain('results'), results: [{ id, result: textOf(item['output']), isError: false }] };
    }
    return plain('assistant', '', true);
  },
  note: (text) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
  appendToResult(item, text) {
    const output = appendText(item['output'], text, { type: 'input_text', text });
    return output === undefined ? undefined : { ...item, output };
  },
};

function readMessage(role: unknown, content: unknown): Turn | string {
  if (role === 'system' || role === 'developer') return plain('system');
  if (role === 'user') return plain('user');
  if (role === 'assistant') return plain('assistant', textOf(content));
  return 'role is none of system, developer, user, assistant';
}
