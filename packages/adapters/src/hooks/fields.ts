import { fieldsOf } from '../spans/fields.js';

export { type Fields, fieldsOf, textOf } from '../spans/fields.js';

/** How a command is explained is new each time; what it does is not. */
export function withoutNarration(args: unknown): unknown {
  const fields = fieldsOf(args);
  if (fields['description'] === undefined || fields['command'] === undefined) return args;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'description'));
}
