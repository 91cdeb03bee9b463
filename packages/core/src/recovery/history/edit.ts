import { RutbreakError } from '../../error.js';
import type { Message, Turn } from './dialect.js';
import { type ReadHistory, readValidHistory } from './read.js';
import type { HistoryShape } from './shape.js';

/**
 * Adds the text as the newest user message, at a place that the protocol allows.
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
 * Adds the text after the newest tool result. If the newest message has no result that takes a text, it
 * becomes a note: older results stay unchanged, because the provider has cached them.
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

/** The last message is from the user's side and the sides must alternate, so the note joins it. */
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
