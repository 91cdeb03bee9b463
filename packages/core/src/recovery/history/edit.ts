import { RutbreakError } from '../../error.js';
import type { Message, Turn } from './dialect.js';
import { type ReadHistory, readValidHistory } from './read.js';
import type { HistoryShape } from './shape.js';

/**
 * The history with the text as the newest word of the user's side, at a place that the protocol allows.
 *
 * @example
 * ```ts
 * import { insertNote } from '@rutbreak/core';
 * const history = [{ role: 'user', content: 'Fix the tests.' }];
 * insertNote(history, 'openai-chat', 'Try something else.').length; // => 2
 * ```
 */
export function insertNote(history: unknown, shape: HistoryShape, text: string): readonly Message[] {
  checkText(text);
  return withNote(readValidHistory(history, shape), text);
}

/**
 * The history with the text behind the newest tool result. Where the newest message holds none, or none that takes a
 * text, it becomes a note: an older result is left alone, it is what the provider has cached.
 *
 * @example
 * ```ts
 * import { appendToLastResult } from '@rutbreak/core';
 * const call = { id: '1', type: 'function', function: { name: 'Bash', arguments: '{}' } };
 * const history = [
 *   { role: 'assistant', content: null, tool_calls: [call] },
 *   { role: 'tool', tool_call_id: '1', content: 'clean' },
 * ];
 * appendToLastResult(history, 'openai-chat', 'Seen before.').length; // => 2
 * ```
 */
export function appendToLastResult(history: unknown, shape: HistoryShape, text: string): readonly Message[] {
  checkText(text);
  const read = readValidHistory(history, shape);
  const { dialect, messages, turns } = read;
  const last = messages.at(-1);
  const changed = last && turns.at(-1)!.results.length > 0 ? dialect.appendToResult(last, text) : undefined;
  return changed ? messages.with(-1, changed) : withNote(read, text);
}

/** The last message is of the user's side and the sides take turns: then the note becomes part of it. */
function withNote({ dialect, messages, turns }: ReadHistory, text: string): readonly Message[] {
  const note = dialect.note(text);
  const last = messages.at(-1);
  if (!dialect.join || !last || !isOfUser(turns.at(-1)!)) return [...messages, note];
  return messages.with(-1, dialect.join(last, note));
}

export function isOfUser({ role }: Turn): boolean {
  return role === 'user' || role === 'results';
}

function checkText(text: unknown): void {
  if (typeof text === 'string' && text.trim() !== '') return;
  throw new RutbreakError('OPTION_TYPE', {
    option: 'text',
    got: text,
    hint: 'Use a text that is not empty.',
  });
}
