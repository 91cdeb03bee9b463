import { argumentsOf, textOf } from './derive-arguments.js';
import { squeezed, STATUSES } from './derive-table.js';

export interface Todo {
  readonly text: string;
  readonly status: string;
}

const MAX_TODOS = 64;
const MAX_TEXT = 200;
const MAX_STATUS = 32;

/** A list of texts or records, or a checklist as text; `undefined` if it is not a list of todos. */
export function readTodos(value: unknown): readonly Todo[] | undefined {
  const items: readonly unknown[] | undefined =
    typeof value === 'string' ? value.split('\n', 4 * MAX_TODOS) : Array.isArray(value) ? value : undefined;
  if (!items) return undefined;
  const todos = items.slice(0, 4 * MAX_TODOS).flatMap((item) => readTodo(item) ?? []);
  return todos.length === 0 && items.length > 0 ? undefined : todos.slice(0, MAX_TODOS);
}

function readTodo(item: unknown): Todo | undefined {
  if (typeof item === 'string') return readLine(item.slice(0, 2 * MAX_TEXT));
  const { text, status, done } = argumentsOf(item);
  const words = textOf(text)?.trim().slice(0, MAX_TEXT) ?? '';
  if (words === '') return undefined;
  return { text: words, status: statusOf(textOf(status) ?? (done === true ? 'completed' : '')) };
}

/** `- [x] text`, `[-] text`, `2. text` */
const LINE = /^\s*(?:[-*]|\d+[.)])?\s*(?:\[(.)\]\s*)?(.*)$/;
const MARKS: ReadonlyMap<string, string> = new Map([
  ...['x', 'X', '✓', '✔'].map((mark) => [mark, 'completed'] as const),
  ...['-', '~', '>', '/'].map((mark) => [mark, 'in_progress'] as const),
]);

function readLine(line: string): Todo | undefined {
  const [, mark = '', text = ''] = LINE.exec(line) ?? [];
  const words = text.trim().slice(0, MAX_TEXT);
  return words === '' ? undefined : { text: words, status: MARKS.get(mark) ?? 'pending' };
}

function statusOf(status: string): string {
  return STATUSES.get(squeezed(status)) ?? status.slice(0, MAX_STATUS);
}
