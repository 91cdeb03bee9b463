import type { HistoryMessage } from '@rutbreak/core';
import type { MessageDialect } from '../run/history.js';

/** An item of a run's history, as the SDK's models receive it. */
export type Item = Readonly<Record<string, unknown>>;

/** The items of the Responses protocol under other names. */
export const dialect: MessageDialect<Item> = {
  shape: 'openai-responses',
  read,
  userText: ({ role, content }) => (role === 'user' ? textOf(content) : undefined),
  // If the provider stores the conversation, only the results are here.
  callIds: ({ callId }) => (typeof callId === 'string' ? [callId] : []),
  note,
  append(items, text) {
    const last = items.at(-1);
    const output = last?.['type'] === 'function_call_result' ? outputWith(last['output'], text) : undefined;
    return output === undefined ? note(items, text) : items.with(-1, { ...last, output });
  },
};

function note(items: readonly Item[], text: string): readonly Item[] {
  return [...items, { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }];
}

function read(item: Item): HistoryMessage {
  const { type, callId, output } = item;
  if (type === 'function_call') return { ...item, call_id: callId };
  if (type === 'function_call_result')
    return { type: 'function_call_output', call_id: callId, output: textOf(output) };
  return item;
}

/** A string, a part with a text, or a list of such parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? (content as readonly unknown[]) : [content];
  const texts = parts.map((part) => (part as { readonly text?: unknown } | null)?.text);
  return texts.filter((text) => typeof text === 'string').join('\n');
}

function outputWith(output: unknown, text: string): unknown {
  if (typeof output === 'string') return `${output}\n\n${text}`;
  if (Array.isArray(output)) return [...(output as readonly unknown[]), { type: 'input_text', text }];
  const { type, text: given } = (output ?? {}) as Item;
  return type === 'text' && typeof given === 'string'
    ? { ...(output as Item), text: `${given}\n\n${text}` }
    : undefined;
}
