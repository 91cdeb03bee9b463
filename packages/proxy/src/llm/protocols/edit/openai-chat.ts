import { changed, withText } from '../content.js';
import { list, record } from '../../../shared/json.js';
import type { RequestEditor } from './request-editor.js';

const part = (text: string): unknown => ({ type: 'text', text });

/** The results of a round must follow their calls without a gap, so a note comes after the last result. */
export const openaiChatEditor: RequestEditor = {
  appendToResult: (body, [message], note) => ({
    ...body,
    messages: changed(list(body['messages']), message, (one) => ({
      ...record(one),
      content: withText(record(one)['content'], note, part),
    })),
  }),
  insertNote(body, [message], note) {
    const messages = list(body['messages']);
    let end = message + 1;
    while (record(messages[end])['role'] === 'tool') end++;
    return { ...body, messages: messages.toSpliced(end, 0, { role: 'user', content: note }) };
  },
  continueFrom: (body, partial, note) => ({
    ...body,
    messages: [
      ...list(body['messages']),
      ...(partial === '' ? [] : [{ role: 'assistant', content: partial }]),
      { role: 'user', content: note },
    ],
  }),
};
