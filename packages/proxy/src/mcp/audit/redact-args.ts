import { redact, redactValue } from '@rutbreak/core';

/** What is written down about arguments: no secrets, no long texts, not too much of anything. */
const MAX_TEXT = 200;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;
/** How much is looked at beyond the cut, so that a secret which begins before it is seen whole. */
const REACH = 4096;

export function redactArgs(args: unknown): unknown {
  // Cut first: looking for secrets in all that is not written down would hold up the call.
  return redactValue(shorten(args, 0), { limit: 2 * MAX_TEXT });
}

/** What is written down, as JSON. */
export interface ShownArgs {
  readonly text: string;
  /** For certain nothing was cut or hidden. */
  readonly isWhole: boolean;
}

const NO_ARGS: ShownArgs = { text: '', isWhole: true };

export function showArgs(args: unknown): ShownArgs {
  if (args === undefined) return NO_ARGS;
  const plain = plainText(args);
  return plain === undefined
    ? { text: JSON.stringify(redactArgs(args)), isWhole: false }
    : { text: plain, isWhole: true };
}

const MAX_NAMES = 1000;
/** Names of arguments that hide nothing, as far as they were met, in quotes. */
const plainNames = new Map<string, string>();

/** Numbers and flags under harmless names: nothing to cut and nothing to hide. */
function plainText(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return undefined;
  let text = '';
  let count = 0;
  for (const name in args) {
    const value = (args as Readonly<Record<string, unknown>>)[name];
    const quoted = isPlainValue(value) && count++ < MAX_ITEMS ? plainName(name) : undefined;
    if (quoted === undefined) return undefined;
    text += `${text === '' ? '' : ','}${quoted}:${String(value)}`;
  }
  return `{${text}}`;
}

/** JSON can bring a number that is infinite and has no word for it. */
function isPlainValue(value: unknown): value is number | boolean | null {
  return typeof value === 'number' ? Number.isFinite(value) : typeof value === 'boolean' || value === null;
}

function plainName(name: string): string | undefined {
  const known = plainNames.get(name);
  if (known !== undefined) return known;
  if (name.length > MAX_TEXT || plainNames.size >= MAX_NAMES) return undefined;
  const [[shown, value] = []] = Object.entries(redactValue({ [name]: 1 }) as object);
  if (shown !== name || value !== 1) return undefined;
  const quoted = JSON.stringify(name);
  plainNames.set(name, quoted);
  return quoted;
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

/** Half a secret is not known for what it is, so secrets go before the text is cut; then the word at the cut goes. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const near = redact(text.slice(0, most + REACH), { limit: most + REACH });
  // What stands at the end of this part may itself be half a secret.
  const safe = text.length > most + REACH ? near.slice(0, Math.max(0, near.length - REACH)) : near;
  const head = safe.slice(0, most);
  const end = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return `${end > 0 ? head.slice(0, end) : head}… ${text.length} characters`;
}
