import { type Fields, fieldsOf } from './derive-arguments.js';
import { NOT_DONE } from './derive-table.js';
import type { CallEvent } from '../event.js';
import { isSoftError } from './failure.js';

/** The fields where common protocols keep the text of a result. */
const CARRIERS = ['content', 'text', 'output', 'stdout', 'stderr', 'aggregated_output', 'result', 'message'];
const MAX_DEPTH = 3;
const MAX_PARTS = 16;
const MAX_LINE = 400;

/** The texts of a result, in order; of long ones only both ends. May throw if a getter does. */
export function textsOf(result: unknown, max: number): readonly string[] {
  const texts: string[] = [];
  collect(result, texts, max, 0);
  return texts;
}

function collect(value: unknown, texts: string[], max: number, depth: number): void {
  if (texts.length >= MAX_PARTS || depth > MAX_DEPTH) return;
  if (typeof value === 'string') {
    if (value !== '')
      texts.push(value.length > max ? `${value.slice(0, max / 2)}\n${value.slice(-max / 2)}` : value);
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, MAX_PARTS)) collect(item, texts, max, depth + 1);
  } else {
    const fields = fieldsOf(value);
    if (fields) for (const name of CARRIERS) collect(fields[name], texts, max, depth + 1);
  }
}

/** Nothing says that the call was refused or failed. May throw if a getter does. */
export function wasDone({ result, isError }: CallEvent): boolean {
  if (isError === true || saysNo(fieldsOf(result) ?? {})) return false;
  const [text = ''] = textsOf(result, 2 * MAX_LINE);
  const [line = ''] = text.trimStart().slice(0, MAX_LINE).toLowerCase().split('\n', 1);
  return !isSoftError(line, line.length, false) && !NOT_DONE.some((words) => line.includes(words));
}

function saysNo({ success, ok, error, isError, is_error: failed }: Fields): boolean {
  if (success === false || ok === false || isError === true || failed === true) return true;
  return error !== undefined && error !== null && error !== false && error !== '';
}
