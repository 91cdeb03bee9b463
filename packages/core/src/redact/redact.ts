import { asPlain } from '../fingerprint/plain.js';
import { textPrint } from '../fingerprint/fingerprint.js';
import type { Span } from './blocks.js';
import { findSecrets } from './find.js';
import { secretNamed } from './names.js';
import type { SecretName } from './table.js';
import { isMark, isSecretValue } from './values.js';

export interface RedactOptions {
  /** How many characters of a text are kept; the rest is counted. Default 2000. */
  readonly limit?: number;
}

const LIMIT = 2000;
/** Scanned beyond the limit, so that a secret at the cut is recognised. */
const BEYOND = 4096;

/**
 * The text without secrets: keys, tokens, passwords in URLs and after their names, private keys, and
 * random-looking words become `[redacted:kind]`; text beyond the limit is cut. Linear in the text it scans.
 * Commits, digests, UUIDs and paths stay. It recognises secrets by form and by name: a secret with neither
 * passes.
 *
 * @example
 * ```ts
 * import { redact } from '@rutbreak/core';
 * redact('password=hunter2hunter2').includes('hunter2'); // => false
 * ```
 */
export function redact(text: string, { limit = LIMIT }: RedactOptions = {}): string {
  const window = text.length > limit + BEYOND ? wholeWords(text.slice(0, limit + BEYOND)) : text;
  const safe = replace(window, findSecrets(window), ({ kind }) => `[redacted:${kind}]`);
  return safe.length <= limit && window === text ? safe : cut(safe, limit, text.length);
}

/** Without the last word: it was cut, and half a key is not recognised. */
function wholeWords(window: string): string {
  let end = window.length;
  while (end > 0 && window[end - 1]!.trim() !== '') end--;
  return window.slice(0, end);
}

function cut(safe: string, limit: number, length: number): string {
  const kept = safe.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  const left = Math.max(length - kept.length, safe.length - kept.length);
  return left <= 0 ? kept : `${kept}… [${left} more characters]`;
}

function replace(text: string, spans: readonly Span[], by: (span: Span) => string): string {
  if (spans.length === 0) return text;
  let out = '';
  let at = 0;
  for (const span of spans) {
    out += text.slice(at, span.from) + by(span);
    at = span.to;
  }
  return out + text.slice(at);
}

/**
 * The same text with every secret replaced by equally many letters, equal secrets by equal letters: for state
 * that compares texts and counts characters. Masked text stays unchanged the second time.
 */
export function maskSecrets(text: string): string {
  return replace(text, findSecrets(text), ({ from, to }) => lettersFor(text.slice(from, to)));
}

const WORD = 'redacted';

/** Not one repeated letter: that would look like a degenerate text. */
function lettersFor(secret: string): string {
  if (isMark(secret)) return secret;
  let seed = textPrint(secret) >>> 0;
  let letters = WORD.slice(0, secret.length);
  while (letters.length < secret.length) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    letters += String.fromCharCode(97 + ((seed >>> 16) % 26));
  }
  return letters;
}

export interface RedactValueOptions extends RedactOptions {
  /** Keep every text's length and cut nothing: for snapshots. Default false. */
  readonly keepsLength?: boolean;
}

const MAX_DEPTH = 64;
const MAX_NODES = 200_000;

/**
 * The value as plain JSON without secrets, in texts, in keys and under names such as `password`. Never throws.
 *
 * @example
 * ```ts
 * import { redactValue } from '@rutbreak/core';
 * redactValue({ user: 'ada', password: 'hunter2hunter2' }); // => { user: 'ada', password: '[redacted:password]' }
 * ```
 */
export function redactValue(value: unknown, options: RedactValueOptions = {}): unknown {
  const onText = options.keepsLength ? maskSecrets : (text: string): string => redact(text, options);
  const walk = { onText, keepsLength: options.keepsLength ?? false, left: MAX_NODES };
  return clean(value, '', 0, walk);
}

interface Walk {
  readonly onText: (text: string) => string;
  readonly keepsLength: boolean;
  left: number;
}

function clean(value: unknown, name: string, depth: number, walk: Walk): unknown {
  if (--walk.left < 0 || depth > MAX_DEPTH) return '[left out]';
  switch (typeof value) {
    case 'string':
      return cleanText(value, name, walk);
    case 'number':
      return !walk.keepsLength && isPasswordName(name) ? '[redacted:password]' : value;
    case 'boolean':
      return value;
    case 'bigint':
      return walk.onText(BigInt.asIntN(4096, value) === value ? value.toString() : 'a large number');
    case 'object':
      return value === null ? null : cleanObject(value, name, depth, walk);
    default:
      return undefined;
  }
}

function cleanText(text: string, name: string, walk: Walk): string {
  const named = secretNamed(name);
  if (!named || text === '' || isMark(text) || !isSecretText(text, named)) return walk.onText(text);
  return walk.keepsLength ? lettersFor(text) : `[redacted:${named.kind}]`;
}

function isPasswordName(name: string): boolean {
  const named = secretNamed(name);
  return named?.kind === 'password' && named.need === 'any';
}

const SCHEME = /^(?:bearer|basic|token|apikey|digest)[ \t]+/i;
const QUOTED = { isQuoted: true, isAfterBlank: false };

function isSecretText(text: string, named: SecretName): boolean {
  // A value too short to recognise is removed if the name leaves no doubt.
  if (text.length < 3) return named.need === 'any';
  return isSecretValue(text.replace(SCHEME, ''), named, QUOTED);
}

function cleanObject(given: object, name: string, depth: number, walk: Walk): unknown {
  try {
    const value = asPlain(given);
    if (Array.isArray(value)) return cleanItems(value, name, depth, walk);
    if (typeof value !== 'object' || value === null) return clean(value, name, depth + 1, walk);
    const out: Record<string, unknown> = {};
    const fields = value as Readonly<Record<string, unknown>>;
    const paired = nameOfPair(fields);
    for (const key of Object.keys(fields)) {
      if (walk.left <= 0) break;
      const called = paired !== undefined && VALUE.test(key) ? paired : key;
      const item = clean(fields[key], called, depth + 1, walk);
      if (item !== undefined) put(out, walk.onText(key), item);
    }
    return out;
  } catch {
    return '[unreadable]';
  }
}

const VALUE = /^(?:value|val)$/i;

/** `{ name: 'API_KEY', value: '…' }`: the name of the value. */
function nameOfPair(fields: Readonly<Record<string, unknown>>): string | undefined {
  const { name, key, Name, Key, header, variable } = fields;
  return [name, key, Name, Key, header, variable].find((one) => typeof one === 'string');
}

/** An ordinary key, whatever its name. */
function put(out: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(out, key, { value, enumerable: true, configurable: true, writable: true });
  else out[key] = value;
}

function cleanItems(items: readonly unknown[], name: string, depth: number, walk: Walk): unknown[] {
  const out: unknown[] = [];
  for (let i = 0; i < items.length && walk.left > 0; i++)
    out.push(clean(items[i], nameBefore(items, i) ?? name, depth + 1, walk) ?? null);
  return out;
}

/** `['--token', '…']`, and `['X-Api-Key', '…']` if the list has no other items. */
function nameBefore(items: readonly unknown[], at: number): string | undefined {
  const before = items[at - 1];
  if (typeof before !== 'string') return undefined;
  const isName = before.startsWith('--') || items.length === 2;
  return isName && secretNamed(before) ? before : undefined;
}
