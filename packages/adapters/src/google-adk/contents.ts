import type { LlmRequest } from '@google/adk';
import type { HistoryMessage } from '@rutbreak/core';
import type { MessageDialect } from '../run/history.js';

type Content = LlmRequest['contents'][number];
type Part = NonNullable<Content['parts']>[number];

/** A content of a request, with the call id of each part. */
export interface Entry {
  readonly content: Content;
  readonly ids: readonly string[];
}

/** ADK removes call ids from requests, so calls and results are paired by name and order. */
export function entriesOf(contents: readonly Content[]): readonly Entry[] {
  const open: { readonly name: string; readonly id: string }[] = [];
  let calls = 0;
  const idOf = ({ functionCall, functionResponse }: Part): string => {
    if (functionCall) {
      const { name = '', id = `call-${(calls += 1)}` } = functionCall;
      open.push({ name, id });
      return id;
    }
    if (!functionResponse) return '';
    const at = open.findIndex(({ name, id }) =>
      functionResponse.id === undefined ? name === functionResponse.name : id === functionResponse.id,
    );
    return open.splice(at, at < 0 ? 0 : 1)[0]?.id ?? functionResponse.id ?? 'unknown';
  };
  return contents.map((content) => ({ content, ids: (content.parts ?? []).map(idOf) }));
}

/** Core has no Gemini history format. The Anthropic one has the same structure: results are parts of a user message. */
export const dialect: MessageDialect<Entry> = {
  shape: 'anthropic',
  read: ({ content: { role, parts = [] }, ids }): HistoryMessage => ({
    role: role === 'model' ? 'assistant' : 'user',
    content: parts.map((part, at) => blockOf(part, ids[at] ?? '')),
  }),
  userText({ content: { role, parts = [] } }) {
    const isPrompt = role === 'user' && !parts.some(({ functionResponse }) => functionResponse);
    return isPrompt && parts[0]?.text !== OTHER_AGENT ? textOf(parts) : undefined;
  },
  callIds: ({ content: { parts = [] }, ids }) => ids.filter((_, at) => parts[at]?.functionCall),
  note,
  append(entries, text) {
    const last = entries.at(-1);
    const parts = last?.content.parts ?? [];
    const at = parts.findLastIndex(({ functionResponse }) => functionResponse);
    const part = parts[at];
    if (!last || !part?.functionResponse) return note(entries, text);
    const { functionResponse } = part;
    const response = { ...functionResponse.response, [NOTE_FIELD]: text };
    const next = parts.with(at, {
      ...part,
      functionResponse: Object.assign({}, functionResponse, { response }),
    });
    return entries.with(-1, { ...last, content: { ...last.content, parts: next } });
  },
};

/** ADK shows an agent the messages of other agents as user contents that begin with these words. */
const OTHER_AGENT = 'For context:';
const NOTE_FIELD = 'loop_guard';

function note(entries: readonly Entry[], text: string): readonly Entry[] {
  const last = entries.at(-1);
  // User and model contents alternate, so a note after a user content becomes a part of it.
  if (last?.content.role !== 'user')
    return [...entries, { content: { role: 'user', parts: [{ text }] }, ids: [''] }];
  const { content, ids } = last;
  const parts = [...(content.parts ?? []), { text }];
  return entries.with(-1, { content: { ...content, parts }, ids: [...ids, ''] });
}

export function textOf(parts: readonly Part[]): string {
  return parts.flatMap(({ text, thought }) => (text === undefined || thought ? [] : [text])).join('\n');
}

function blockOf({ functionCall, functionResponse, text, thought }: Part, id: string): HistoryMessage {
  if (functionCall) return { type: 'tool_use', id, name: functionCall.name ?? '', input: functionCall.args };
  if (functionResponse)
    return { type: 'tool_result', tool_use_id: id, content: JSON.stringify(functionResponse.response) };
  if (thought) return { type: 'thinking', thinking: text };
  return text === undefined ? { type: 'media' } : { type: 'text', text };
}
