import type { CallEvent } from './event.js';

/**
 * What the guard itself says carries marks, so that it is known again when it comes back inside a result or as a turn.
 * Our own words are no change of a result, and nobody's new task.
 */
/** Begins a notice; nothing of the run follows it. */
export const OWN_MARK = '[rutbreak]';
export const RECOVERY = { open: '<loop-recovery ', close: '</loop-recovery>' } as const;
/** Begins the one line that the `matrix` preset puts under a result. */
const MATRIX_MARK = '[loop detection]';
/** Begins the user message of the `cycles` preset. */
const CYCLES_START = '⚠️ Loop detected: You appear to be repeating';

/** Every text that is made in `recovery/` is shorter. */
export const MAX_OWN_TEXT = 6000;

/** Our words stand at the end of a result; a program may put a little behind them. */
const LOOK_BACK = 2 * MAX_OWN_TEXT;
const MAX_DEPTH = 3;
const MAX_PARTS = 16;
/** Where results of the usual protocols keep their text. */
const CARRIERS = ['content', 'text', 'output', 'value'];

/** Is the whole text ours? */
export function isOwnText(text: string): boolean {
  const start = text.slice(0, 80).trimStart();
  if (start.startsWith(CYCLES_START)) return true;
  const isMarked = [OWN_MARK, RECOVERY.open, MATRIX_MARK].some((mark) => start.startsWith(mark));
  return isMarked && withoutOwnText(text).trim() === '';
}

/** The call as it was before we spoke: `null` where the whole result is ours, so that nothing ran. */
export function withoutOwnWords(event: CallEvent): CallEvent | null {
  const result = resultWithoutOwnWords(event.result);
  if (result === event.result) return event;
  return isNothing(result) ? null : { ...event, result };
}

/** A result without what the guard put into it; the same value where nothing was. */
export function resultWithoutOwnWords(result: unknown): unknown {
  try {
    return strip(result, 0);
  } catch {
    // A getter of the caller's threw.
    return result;
  }
}

function isNothing(result: unknown): boolean {
  if (typeof result === 'string') return result.trim() === '';
  const list: unknown = Array.isArray(result) ? result : (result as { readonly content?: unknown }).content;
  return (Array.isArray(list) && list.length === 0) || (typeof list === 'string' && list.trim() === '');
}

function strip(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutOwnText(value);
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return stripList(value, depth);
  let next = value as Readonly<Record<string, unknown>>;
  for (const key of CARRIERS) {
    if (!Object.hasOwn(next, key)) continue;
    const stripped = strip(next[key], depth + 1);
    if (stripped !== next[key]) next = { ...next, [key]: stripped };
  }
  return next;
}

/** Parts of which nothing is left go with their words: they were ours as a whole. */
function stripList(list: readonly unknown[], depth: number): readonly unknown[] {
  const from = Math.max(0, list.length - MAX_PARTS);
  let next: unknown[] | undefined;
  for (let i = list.length - 1; i >= from; i--) {
    const stripped = strip(list[i], depth + 1);
    if (stripped === list[i]) continue;
    next ??= list.slice();
    if (isBlank(stripped)) next.splice(i, 1);
    else next[i] = stripped;
  }
  return next ?? list;
}

function isBlank(part: unknown): boolean {
  if (typeof part === 'string') return part === '';
  return typeof part === 'object' && part !== null && (part as { text?: unknown }).text === '';
}

/** Looks at the end of the text only: where nothing of ours is, that costs next to nothing. */
export function withoutOwnText(text: string): string {
  const from = Math.max(0, text.length - LOOK_BACK);
  const tail = from === 0 ? text : text.slice(from);
  // All three begin with a sign that is rare in texts, so that engines hardly have to look.
  if (!tail.includes(OWN_MARK) && !tail.includes(RECOVERY.close) && !tail.includes(MATRIX_MARK)) return text;
  const rest = withoutLines(withoutBlocks(tail));
  return rest === tail ? text : text.slice(0, from) + rest;
}

function withoutBlocks(text: string): string {
  let rest = text;
  for (let left = MAX_PARTS; left > 0; left--) {
    const end = rest.lastIndexOf(RECOVERY.close);
    const start = end < 0 ? end : rest.lastIndexOf(RECOVERY.open, end);
    if (start < 0 || end - start > MAX_OWN_TEXT) return rest;
    rest = withoutGap(rest.slice(0, start)) + rest.slice(end + RECOVERY.close.length);
  }
  return rest;
}

function withoutLines(text: string): string {
  const own = lineStart(text, OWN_MARK);
  const rest = own < 0 || text.length - own > MAX_OWN_TEXT ? text : withoutGap(text.slice(0, own));
  const start = lineStart(rest, MATRIX_MARK);
  if (start < 0) return rest;
  const end = rest.indexOf('\n', start);
  return withoutGap(rest.slice(0, start)) + (end < 0 ? '' : rest.slice(end));
}

function lineStart(text: string, mark: string): number {
  const at = text.indexOf(mark);
  return at > 0 && text.charAt(at - 1) !== '\n' ? -1 : at;
}

/** One blank line between the result and our words came with them; other line ends are the result's own. */
function withoutGap(before: string): string {
  if (before.endsWith('\n\n')) return before.slice(0, -2);
  return before.endsWith('\n') ? before.slice(0, -1) : before;
}
