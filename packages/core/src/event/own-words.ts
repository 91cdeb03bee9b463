import type { CallEvent } from './event.js';

/** What this guard says to a model begins with it, so that its own words are never taken for something new. */
export const OWN_MARK = '[rutbreak]';

/** Recovery blocks have a tag of their own. */
const MARKS = [OWN_MARK, '<loop-recovery'];
/** Content comes in few parts; more are not looked at. */
const MAX_PARTS = 32;

/** The call as it was before we spoke: `null` where the whole result is ours, so that nothing ran. */
export function withoutOwnWords(event: CallEvent): CallEvent | null {
  const { result } = event;
  if (typeof result === 'string') {
    const own = ownStart(result);
    if (own < 0) return event;
    const theirs = result.slice(0, own).trimEnd();
    return theirs === '' ? null : { ...event, result: theirs };
  }
  const parts = partsOf(result);
  if (!parts) return event;
  const theirs = parts.filter((part) => ownStart(textOf(part)) !== 0);
  if (theirs.length === parts.length) return event;
  if (theirs.length === 0) return null;
  return { ...event, result: Array.isArray(result) ? theirs : { ...(result as object), content: theirs } };
}

/** Where our words begin: at the start, or on a line of their own; -1 where there are none. */
function ownStart(text: string): number {
  for (const mark of MARKS) {
    if (text.startsWith(mark)) return 0;
    const at = text.indexOf(`\n${mark}`);
    if (at >= 0) return at;
  }
  return -1;
}

/** A list of content parts, bare or in the envelope that MCP has for it. */
function partsOf(result: unknown): readonly unknown[] | undefined {
  try {
    const list: unknown = Array.isArray(result)
      ? result
      : (result as { readonly content?: unknown } | null | undefined)?.content;
    return Array.isArray(list) && list.length <= MAX_PARTS ? (list as readonly unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(part: unknown): string {
  try {
    const text: unknown = (part as { readonly text?: unknown } | null | undefined)?.text;
    return typeof text === 'string' ? text : '';
  } catch {
    return '';
  }
}
