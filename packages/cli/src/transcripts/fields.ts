/** What a transcript holds is anybody's guess: every look at it goes through here, and none throws. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NOTHING: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : NOTHING;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** Milliseconds from a number, or from a date as text. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return numberOf(value);
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}

/** Arguments often come as JSON in a string; what is no JSON stays the text it is. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

/** Content as models write it: a text, or a list of parts of which some are texts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (typeof part === 'string' ? part : textOf(fieldsOf(part)['text'])))
    .filter((text) => text !== '')
    .join('\n');
}

/** Without what is written anew for each call and says nothing about it. */
export function without(args: unknown, keys: readonly string[]): unknown {
  if (!isFields(args) || !keys.some((key) => Object.hasOwn(args, key))) return args;
  return Object.fromEntries(Object.entries(args).filter(([key]) => !keys.includes(key)));
}
