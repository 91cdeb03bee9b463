import { fieldsOf } from '../spans/fields.js';

export { type Fields, fieldsOf, textOf } from '../spans/fields.js';

/** The model words a command's description differently each time, so it must not distinguish calls. */
export function withoutNarration(args: unknown): unknown {
  const fields = fieldsOf(args);
  if (fields['description'] === undefined || fields['command'] === undefined) return args;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'description'));
}
