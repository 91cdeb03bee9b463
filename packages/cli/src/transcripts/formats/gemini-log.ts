import { type Fields, fieldsOf, isFields, listOf, textOf } from '../fields.js';
import { NOT_UNDERSTOOD, type Reader } from '../reader.js';
import { chatTrace } from './gemini.js';

/**
 * `~/.gemini/tmp/<project>/chats/session-*.jsonl`, since 0.5x: a head, then one line per message. A rewritten
 * message replaces the earlier one. `$set` changes the head or all messages; `$rewindTo` drops everything
 * after a message.
 */
export const geminiLog: Reader = {
  format: 'gemini-log',
  knows: (value) =>
    isFields(value) && typeof value['sessionId'] === 'string' && typeof value['projectHash'] === 'string',
  open: (name) => {
    let id = name;
    let messages = new Map<string, Fields>();
    return {
      add(value) {
        const line = fieldsOf(value);
        if (isHead(line)) id = textOf(line['sessionId']);
        else if (isFields(line['$set'])) messages = changed(messages, line['$set']);
        else if (typeof line['$rewindTo'] === 'string') messages = upTo(messages, line['$rewindTo']);
        else if (isMessage(line)) messages.set(textOf(line['id']), line);
        else return NOT_UNDERSTOOD;
        return [];
      },
      end: () => chatTrace(id, [...messages.values()]),
    };
  },
};

function isHead({ sessionId, projectHash }: Fields): boolean {
  return typeof sessionId === 'string' && typeof projectHash === 'string';
}

const TYPES = new Set(['user', 'gemini', 'info', 'warning', 'error']);

function isMessage({ id, type }: Fields): boolean {
  return typeof id === 'string' && TYPES.has(textOf(type));
}

function changed(messages: Map<string, Fields>, change: Fields): Map<string, Fields> {
  if (!Array.isArray(change['messages'])) return messages;
  const all = listOf(change['messages']).map(fieldsOf);
  return new Map(all.map((message, i) => [textOf(message['id']) || `message ${i}`, message]));
}

function upTo(messages: Map<string, Fields>, last: string): Map<string, Fields> {
  const all = [...messages];
  const end = all.findIndex(([id]) => id === last);
  return end < 0 ? messages : new Map(all.slice(0, end + 1));
}
