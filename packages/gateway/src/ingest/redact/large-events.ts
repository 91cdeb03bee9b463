import { cutLongTexts, hasLongTexts } from './long-texts.js';
import { cutManyValues, hasManyValues } from './many-values.js';

/** The event, or what is kept of it if it is too large to be redacted at once. */
export async function cutLargeEvent(event: unknown): Promise<unknown> {
  return cutLongTexts(await cutManyValues(event));
}

/** Ask before `cutLargeEvent`: hardly any event is, and awaiting nothing costs a turn for each one. */
export function isLargeEvent(event: unknown): boolean {
  return hasManyValues(event) || hasLongTexts(event);
}
