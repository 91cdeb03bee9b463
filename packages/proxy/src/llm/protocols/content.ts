import { isRecord, list, parseJson, record, text } from '../../json.js';

/** The text of a content that is a string or a list of parts with `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => (typeof part === 'string' ? part : text(record(part)['text'])))
    .filter((one) => one !== '')
    .join('\n');
}

/** Text where there is text only; else everything, so that two images are not taken for the same. */
export function resultOf(content: unknown): unknown {
  const parts = list(content);
  if (parts.length === 0) return content;
  return parts.every((part) => typeof record(part)['text'] === 'string') ? textOf(parts) : content;
}

/** Arguments come as JSON in a text; what is no JSON stays a text. */
export function argumentsOf(source: unknown): unknown {
  if (typeof source !== 'string') return source;
  const value = parseJson(source);
  return value === undefined ? source : value;
}

/**
 * Who says what stands in a user message? Agents put their own reminders there, in tags: `<system-reminder>…`. A text that
 * is nothing but one element is taken as the agent's.
 */
export function speakerOf(said: string): 'user' | 'harness' {
  const trimmed = said.trim();
  const name = /^<([A-Za-z][\w-]*)[ >]/.exec(trimmed)?.[1];
  return name !== undefined && trimmed.endsWith(`</${name}>`) ? 'harness' : 'user';
}

/** A list with one of its records changed. */
export function changed<T>(items: readonly T[], index: number, change: (item: T) => T): T[] {
  return items.map((item, i) => (i === index ? change(item) : item));
}

/** Adds text to a content that is a string or a list of parts; `part` makes a part of that protocol. */
export function withText(content: unknown, note: string, part: (text: string) => unknown): unknown {
  if (typeof content === 'string') return content === '' ? note : `${content}\n\n${note}`;
  if (Array.isArray(content)) return [...(content as readonly unknown[]), part(note)];
  return isRecord(content) ? [content, part(note)] : note;
}
