import { cutLongTexts, MAX_TEXT, MAX_TEXTS } from './long-texts.js';
import { cutManyValues, MAX_VALUES } from './many-values.js';

/** The event, or what is kept of it if it is too large to be redacted at once. */
export async function cutLargeEvent(event: unknown): Promise<unknown> {
  return cutLongTexts(await cutManyValues(event));
}

/** What a value takes as JSON besides its texts, in characters, more or less. */
const PER_VALUE = 8;

interface Size {
  characters: number;
  values: number;
}

/**
 * About how many characters the event takes as JSON; Infinity if `cutLargeEvent` would cut it. Every event passes through here,
 * so it looks at each value once and makes no lists.
 */
export function sizeOfEvent(event: unknown): number {
  const size: Size = { characters: 0, values: 0 };
  return isWithin(event, size) ? size.characters + PER_VALUE * size.values : Infinity;
}

/** Adds the value to the size, until that is beyond a limit. */
function isWithin(value: unknown, size: Size): boolean {
  if (typeof value === 'string') {
    size.characters += value.length;
    return value.length <= MAX_TEXT && size.characters <= MAX_TEXTS;
  }
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (++size.values > MAX_VALUES || !isWithin(item, size)) return false;
    return true;
  }
  for (const name of Object.keys(value)) {
    if (++size.values > MAX_VALUES || !isWithin(name, size)) return false;
    if (!isWithin((value as Readonly<Record<string, unknown>>)[name], size)) return false;
  }
  return true;
}
