import { changed, withText } from '../content.js';
import { type Json, list, record, text } from '../../../shared/json.js';
import type { RequestEditor } from './request-editor.js';

const part = (note: string): unknown => ({ type: 'text', text: note });

const contentOf = (message: unknown): readonly unknown[] => {
  const { content } = record(message) as { readonly content?: unknown };
  return typeof content === 'string' ? (content === '' ? [] : [part(content)]) : list(content);
};

/** User and assistant messages alternate, so a note goes into the existing user message, after its results. */
export const anthropicEditor: RequestEditor = {
  appendToResult: (body, [message, block], note) => ({
    ...body,
    messages: changed(list(body['messages']), message, (one) => ({
      ...record(one),
      content: changed(contentOf(one), block, (result) => ({
        ...record(result),
        content: withText(record(result)['content'] ?? '', note, part),
      })),
    })),
  }),
  insertNote(body, [message], note) {
    const messages = list(body['messages']);
    const isUser = record(messages[message])['role'] === 'user';
    if (!isUser)
      return { ...body, messages: messages.toSpliced(message + 1, 0, { role: 'user', content: note }) };
    const add = (one: unknown): unknown => ({ ...record(one), content: [...contentOf(one), part(note)] });
    return { ...body, messages: changed(messages, message, add) };
  },
  continueFrom: (body, partial, note) => ({
    ...body,
    messages: [
      ...list(body['messages']),
      // The API rejects an assistant message that ends in white space.
      ...(partial.trim() === '' ? [] : [{ role: 'assistant', content: partial.trimEnd() }]),
      { role: 'user', content: note },
    ],
  }),
};

/**
 * A thinking block that the proxy halted has no signature, and the API rejects it when the agent sends it back. This
 * removes such blocks. Returns the same body if there are none.
 */
export function withoutHaltedThoughts(body: Json): Json {
  const isHalted = (block: unknown): boolean => {
    const { type, signature } = record(block) as { readonly type?: unknown; readonly signature?: unknown };
    return type === 'thinking' && text(signature) === '';
  };
  const messages = list(body['messages']);
  if (!messages.some((one) => list(record(one)['content']).some(isHalted))) return body;
  return {
    ...body,
    messages: messages.map((one) => {
      const blocks = list(record(one)['content']);
      if (!blocks.some(isHalted)) return one;
      const kept = blocks.filter((block) => !isHalted(block));
      return { ...record(one), content: kept.length > 0 ? kept : [part('(halted)')] };
    }),
  };
}
