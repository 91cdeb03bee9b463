/** Hook inputs come from programs that change from week to week: nothing about their shape is taken for granted. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** How a command is explained is new each time; what it does is not. */
export function withoutNarration(args: unknown): unknown {
  const fields = fieldsOf(args);
  if (fields['description'] === undefined || fields['command'] === undefined) return args;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'description'));
}
