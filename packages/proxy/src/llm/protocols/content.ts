import { isRecord, list, parseJson, record, text } from '../../shared/json.js';

/** The text of a content value: a string, or a list of parts with `text`. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => (typeof part === 'string' ? part : text(record(part)['text'])))
    .filter((one) => one !== '')
    .join('\n');
}

/** Plain text if all parts are text; otherwise the whole content, so that two different images stay different. */
export function resultOf(content: unknown): unknown {
  const parts = list(content);
  if (parts.length === 0) return content;
  return parts.every((part) => typeof record(part)['text'] === 'string') ? textOf(parts) : content;
}

/** Parses arguments that come as a JSON string. A string that is not JSON stays a string. */
export function argumentsOf(source: unknown): unknown {
  if (typeof source !== 'string') return source;
  const value = parseJson(source);
  return value === undefined ? source : value;
}

/**
 * Agents put their own reminders into user messages, in tags: `<system-reminder>…`. A text that consists of a single
 * element counts as the agent's.
 */
export function speakerOf(said: string): 'user' | 'harness' {
  const trimmed = said.trim();
  const name = /^<([A-Za-z][\w-]*)[ >]/.exec(trimmed)?.[1];
  return name !== undefined && trimmed.endsWith(`</${name}>`) ? 'harness' : 'user';
}

/** Copies a list with one item replaced. */
export function changed<T>(items: readonly T[], index: number, change: (item: T) => T): T[] {
  return items.map((item, i) => (i === index ? change(item) : item));
}

/** Adds a note to a content value; `part` builds a text part of the protocol. */
export function withText(content: unknown, note: string, part: (text: string) => unknown): unknown {
  if (typeof content === 'string') return content === '' ? note : `${content}\n\n${note}`;
  if (Array.isArray(content)) return [...(content as readonly unknown[]), part(note)];
  return isRecord(content) ? [content, part(note)] : note;
}
