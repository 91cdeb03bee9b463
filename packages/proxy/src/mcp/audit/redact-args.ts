import { redact, redactValue } from '@rutbreak/core';

/** Limits for recorded arguments: no secrets, no long texts, not too many values. */
const MAX_TEXT = 200;
const MAX_ITEMS = 50;
const MAX_DEPTH = 6;
/** How far to look beyond the cut, so that a secret that starts before it is recognised as a whole. */
const REACH = 4096;

export function redactArgs(args: unknown): unknown {
  // Cuts first, because searching text that is not recorded would delay the call.
  return redactValue(shorten(args, 0), { limit: 2 * MAX_TEXT });
}

/** The recorded arguments, as JSON. */
export interface ShownArgs {
  readonly text: string;
  /** True only if nothing was cut or redacted. */
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
/** Argument names already known to be harmless, in quotes. */
const plainNames = new Map<string, string>();

/** Numbers and booleans under harmless names need neither cutting nor redaction. */
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

/** JSON text can contain a number that parses to infinity, which JSON cannot express. */
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

/** Redacts before cutting, because half a secret would not be recognised. Then drops the word at the cut. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const near = redact(text.slice(0, most + REACH), { limit: most + REACH });
  // The end of this part may itself be half a secret.
  const safe = text.length > most + REACH ? near.slice(0, Math.max(0, near.length - REACH)) : near;
  const head = safe.slice(0, most);
  const end = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return `${end > 0 ? head.slice(0, end) : head}… ${text.length} characters`;
}
