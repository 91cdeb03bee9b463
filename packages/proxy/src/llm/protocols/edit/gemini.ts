import { changed } from '../content.js';
import { isRecord, type Json, list, record } from '../../../shared/json.js';
import type { RequestEditor } from './request-editor.js';

const userContent = (note: string): Json => ({ role: 'user', parts: [{ text: note }] });

/** Agents choose the fields of a result themselves. The note extends the field that holds text, if there is one. */
function withNote(response: unknown, note: string): Json {
  const fields = isRecord(response) ? response : { output: response };
  for (const name of ['output', 'result', 'error', 'content']) {
    const value = fields[name];
    if (typeof value === 'string') return { ...fields, [name]: `${value}\n\n${note}` };
  }
  return { ...fields, note };
}

/**
 * All results of a round are parts of one content, which must follow the calls. A note is a separate content after it.
 */
export const geminiEditor: RequestEditor = {
  appendToResult: (body, [content, index], note) => ({
    ...body,
    contents: changed(list(body['contents']), content, (one) => ({
      ...record(one),
      parts: changed(list(record(one)['parts']), index, (part) => {
        const outcome = record(record(part)['functionResponse']);
        return {
          ...record(part),
          functionResponse: { ...outcome, response: withNote(outcome['response'], note) },
        };
      }),
    })),
  }),
  insertNote: (body, [content], note) => ({
    ...body,
    contents: list(body['contents']).toSpliced(content + 1, 0, userContent(note)),
  }),
  continueFrom: (body, partial, note) => ({
    ...body,
    contents: [
      ...list(body['contents']),
      ...(partial === '' ? [] : [{ role: 'model', parts: [{ text: partial }] }]),
      userContent(note),
    ],
  }),
};
