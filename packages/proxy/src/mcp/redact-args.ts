import { redact, redactValue } from '@rutbreak/core';

/** What is written down about arguments: no secrets, no long texts, not too much of anything. */
const MAX_TEXT = 200;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;

export function redactArgs(args: unknown): unknown {
  if (isPlain(args)) return args;
  // Cut first: looking for secrets in what is not written down would hold up the call.
  return redactValue(shorten(args, 0), { limit: 2 * MAX_TEXT });
}

const MAX_NAMES = 1000;
/** Names of arguments that hide nothing, as far as they were met. */
const plainNames = new Set<string>();

/** Numbers and flags under harmless names: nothing to cut and nothing to hide. */
function isPlain(args: unknown): boolean {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return false;
  const entries = Object.entries(args);
  return (
    entries.length <= MAX_ITEMS && entries.every(([name, value]) => isPlainValue(value) && isPlainName(name))
  );
}

function isPlainValue(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null;
}

function isPlainName(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (name.length > MAX_TEXT || plainNames.size >= MAX_NAMES) return false;
  const [[shown, value] = []] = Object.entries(redactValue({ [name]: 1 }) as object);
  if (shown !== name || value !== 1) return false;
  plainNames.add(name);
  return true;
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
