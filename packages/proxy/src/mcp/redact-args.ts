import { redact, redactValue } from '@rutbreak/core';

/** What is written down about arguments: no secrets, no long texts, not too much of anything. */
const MAX_TEXT = 200;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;

export function redactArgs(args: unknown): unknown {
  // Cut first: looking for secrets in what is not written down would hold up the call.
  return redactValue(shorten(args, 0), { limit: 2 * MAX_TEXT });
}

export function redactText(text: string, most = MAX_TEXT): string {
  return redact(cut(text, most), { limit: 2 * most });
}

function shorten(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cut(value, MAX_TEXT);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[…]';
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map((item) => shorten(item, depth + 1));
    return value.length > MAX_ITEMS ? [...items, `[… ${value.length - MAX_ITEMS} more]`] : items;
  }
  const entries = Object.entries(value).slice(0, MAX_ITEMS);
  return Object.fromEntries(
    entries.map(([name, inner]) => [cut(name, MAX_TEXT), shorten(inner, depth + 1)] as const),
  );
}

/** Without the word at the cut: half a secret is not known for what it is. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = text.slice(0, most);
  const end = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return `${end > 0 ? head.slice(0, end) : head}… ${text.length} characters`;
}
