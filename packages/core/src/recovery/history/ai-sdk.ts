import { type Dialect, type Message, NO_CALLS, NO_RESULTS, recordsOf, textOf, type Turn } from './dialect.js';
import { isRecord } from '../../shared/json.js';

const FAMILIAR: readonly unknown[] = ['text', 'reasoning', 'file', 'tool-call'];

/** `ModelMessage[]`: an assistant message with tool-call parts, then tool messages with tool-result parts. */
export const aiSdk: Dialect = {
  shape: 'ai-sdk',
  isStrict: true,
  read({ role, content }) {
    if (role === 'system') return { role, ...NOTHING };
    if (role === 'user') return { role, ...NOTHING };
    if (role === 'tool') return readTool(content);
    if (role !== 'assistant') return 'role is none of system, user, assistant, tool';
    if (typeof content === 'string') return { role, ...NOTHING, text: content };
    const parts = recordsOf(content);
    return parts ? readAssistant(parts) : 'content is neither a text nor a list of parts';
  },
  note: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
  appendToResult(message, text) {
    const parts = recordsOf(message['content']) ?? [];
    const at = parts.findLastIndex(({ type }) => type === 'tool-result');
    const part = parts[at];
    const output = part && outputWith(part['output'], text);
    return output === undefined ? undefined : { ...message, content: parts.with(at, { ...part, output }) };
  },
};

const NOTHING = { calls: NO_CALLS, results: NO_RESULTS, text: '', hasUnknown: false } as const;

/** If the provider runs a call, the result is next to it, and the tool sends none. */
function readAssistant(parts: readonly Message[]): Turn | string {
  const uses = parts.filter(({ type, providerExecuted: own }) => type === 'tool-call' && own !== true);
  if (uses.some(({ toolCallId: id, toolName: name }) => typeof id !== 'string' || typeof name !== 'string'))
    return 'a tool-call has no toolCallId or no toolName';
  return {
    role: 'assistant',
    calls: uses.map(({ toolCallId: id, toolName: name, input }) => ({
      ...{ id: id as string, tool: name as string, args: input },
    })),
    results: NO_RESULTS,
    text: textOf(parts.filter(({ type }) => type === 'text')),
    hasUnknown: parts.some(({ type, providerExecuted: own }) => !FAMILIAR.includes(type) || own === true),
  };
}

function readTool(content: unknown): Turn | string {
  const parts = recordsOf(content);
  if (!parts) return 'the content of a tool message is not a list of parts';
  const given = parts.filter(({ type }) => type === 'tool-result');
  if (given.some(({ toolCallId: id }) => typeof id !== 'string')) return 'a tool-result has no toolCallId';
  return {
    role: 'results',
    calls: NO_CALLS,
    results: given.map(({ toolCallId: id, output }) => ({
      id: id as string,
      result: isRecord(output) ? output['value'] : output,
      isError: isRecord(output) && String(output['type']).startsWith('error'),
    })),
    text: '',
    hasUnknown: given.length < parts.length,
  };
}

/** JSON becomes a text: providers do the same, and only a text can be appended to. */
function outputWith(output: unknown, text: string): Message | undefined {
  if (!isRecord(output)) return undefined;
  const { type, value } = output;
  if (type === 'text' || type === 'error-text') return { ...output, value: `${String(value)}\n\n${text}` };
  if (type === 'content' && Array.isArray(value))
    return { ...output, value: [...(value as readonly unknown[]), { type: 'text', text }] };
  if (type !== 'json' && type !== 'error-json') return undefined;
  return {
    ...output,
    type: type === 'json' ? 'text' : 'error-text',
    value: `${JSON.stringify(value)}\n\n${text}`,
  };
}
