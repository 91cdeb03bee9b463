import type { Span } from './blocks.js';
import { isHeader, secretNamed } from './names.js';
import { COMMANDS, type SecretName } from './table.js';
import { isMark, isSecretValue, isStandIn } from './values.js';

const SEPARATOR = /\\{0,3}["'`]?\]?(?:[ \t]is)?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}/y;
/** `name: TOKEN`, then `value: …`; `<add key="Token" value="…">` */
const PAIR = /\\{0,3}["'`]?,?\s{1,40}\\{0,3}["'`]?value\\{0,3}["'`]?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const PAIR_JSON = /\\{0,3}["'`],\s{0,8}\\{0,3}["'`]value\\{0,3}["'`]\s{0,4}:\s{0,4}/iy;
/** `["--token", "…"]` */
const NEXT_ITEM = /\\{0,3}["'`]\s{0,8},\s{0,8}(?=\\{0,3}["'`])/y;
const SPACE = /[ \t]{1,8}/y;
const SPACE_QUOTE = /[ \t]{1,8}(?=['"])/y;
const BY = /[ \t]{1,8}by[ \t]{1,8}(?=['"])/iy;
const BODY = /[ \t]{1,8}--?b(?:ody)?[ =]/y;
/** `set -x NAME …`, `setx NAME …`, `aws configure set NAME …`, `gh secret set NAME --body …`; a line of .netrc. */
const SETTER = /(?:\bset(?:x|env)?(?:[ \t]+-\w{1,3})?|\blogin[ \t]+\S{1,64})[ \t]+(?:\S{1,64}:)?$/;
const BEFORE = 80;

/** The index where it ends, if it starts here. */
function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** `password = …`, `"api_key": "…"`, `--token …` */
export function secretByName(text: string, from: number, word: string, ends: Ends): Span | undefined {
  let length = word.length;
  while (length > 0 && (word[length - 1] === '=' || word[length - 1] === '.')) length--;
  const name = length === word.length ? word : word.slice(0, length);
  const secret = secretNamed(name);
  if (!secret) return undefined;
  const end = from + name.length;
  if (secret.ending === 'phrase' && !isSeedName(text, from, name)) return undefined;
  const isWholeLine = isHeader(name) || secret.need === 'phrase';
  const at = skip(SEPARATOR, text, end);
  if (at !== undefined) return valueAt(text, at, secret, { isWholeLine, ends });
  const next = afterPairOrTag(text, from, end);
  if (next !== undefined) return valueAt(text, next, secret, { isWholeLine, ends });
  const after = afterBlank(text, from, end, name);
  return after === undefined
    ? undefined
    : valueAt(text, after, secret, { isWholeLine, ends, isAfterBlank: true });
}

/** `seed phrase`, `RECOVERY_PHRASE`: other phrases are not secrets. */
function isSeedName(text: string, from: number, name: string): boolean {
  return /(?:seed|recovery|backup|secret|mnemonic|wallet)[ _-]?phrase$/i.test(
    text.slice(Math.max(0, from - 12), from) + name,
  );
}

function afterPairOrTag(text: string, from: number, end: number): number | undefined {
  if (text[from - 1] === '<' && text[end] === '>') return end + 1;
  return skip(PAIR, text, end) ?? skip(PAIR_JSON, text, end);
}

/** Revisions have identifiers, too. */
function isAboutUser(text: string, from: number): boolean {
  return /\b(?:user|role)\b[^;]{1,64}$/i.test(text.slice(Math.max(0, from - BEFORE), from));
}

function afterBlank(text: string, from: number, end: number, name: string): number | undefined {
  if (/^identified$/i.test(name)) return isAboutUser(text, from) ? skip(BY, text, end) : undefined;
  if (name.startsWith('--')) return skip(SPACE, text, end) ?? skip(NEXT_ITEM, text, end);
  const quoted = /^pass(?:word)?$/i.test(name) ? skip(SPACE_QUOTE, text, end) : undefined;
  if (quoted !== undefined) return quoted;
  const isSet = SETTER.test(text.slice(Math.max(0, from - BEFORE), from));
  return isSet ? (skip(BODY, text, end) ?? skip(SPACE, text, end)) : undefined;
}

const OPENING = /\\{0,3}["'`]/y;
const SCHEME_BEFORE = /(?:bearer|basic|token|apikey|digest)[ \t]{1,4}/iy;
const BARE_END = new Set(' \t\n\r"\'`,;)}]<>\\');
const NEXT_PAIR = /&[\w.%[\]-]{1,64}=/y;

interface How {
  readonly ends: Ends;
  readonly isWholeLine: boolean;
  readonly isAfterBlank?: boolean;
}

function valueAt(text: string, at: number, secret: SecretName, how: How): Span | undefined {
  const { ends } = how;
  const open = skip(OPENING, text, at);
  const quote = open === undefined ? undefined : text[open - 1];
  const start = open ?? at;
  const from = skip(SCHEME_BEFORE, text, start) ?? start;
  let to =
    quote === undefined ? endOf(text, from, how.isWholeLine, ends) : valueEnd(text, from, quote, false);
  while (to > from && text[to - 1] === '\\') to--;
  const value = text.slice(from, to);
  // `api_key: Option<String>`
  if (quote === undefined && text[to] === '<' && text[at - 1] !== '>' && /^[A-Z]/.test(value))
    return undefined;
  const place = {
    isQuoted: quote !== undefined,
    isAfterBlank: how.isAfterBlank ?? false,
    isLast: to === text.length,
  };
  return isSecretValue(value, secret, place) ? { from, to, kind: secret.kind } : undefined;
}

/**
 * The end of the last unquoted values. A name inside such a value shares its end: without this, many names in
 * one line would take quadratic time.
 */
export interface Ends {
  line: { from: number; to: number };
  bare: { from: number; to: number };
}

function endOf(text: string, from: number, isWholeLine: boolean, ends: Ends): number {
  const kind = isWholeLine ? 'line' : 'bare';
  const last = ends[kind];
  if (from >= last.from && from <= last.to) return last.to;
  const to = valueEnd(text, from, undefined, isWholeLine);
  ends[kind] = { from, to };
  return to;
}

function valueEnd(text: string, from: number, quote: string | undefined, isWholeLine: boolean): number {
  let to = from;
  for (; to < text.length; to++) {
    const sign = text[to]!;
    if (sign === '\n' || sign === '\r') break;
    if (quote !== undefined) {
      if (sign === quote) break;
    } else if (isWholeLine) {
      if (sign === '"' || sign === "'" || sign === '`') break;
    } else if (BARE_END.has(sign) || (sign === '&' && skip(NEXT_PAIR, text, to) !== undefined)) break;
  }
  return to;
}

const SCHEME = /^(?:bearer|basic|token|apikey)$/i;

/** RFC 6750, RFC 7617: `Bearer eyJ…`, `Basic dXNlcjpwYXNz`, but not `basic understanding`. */
export function secretByScheme(text: string, from: number, word: string): Span | undefined {
  if (word.length < 5 || word.length > 6 || !SCHEME.test(word)) return undefined;
  const at = skip(SPACE, text, from + word.length);
  if (at === undefined) return undefined;
  const value = wordAt(text, at);
  const isToken = value.length >= 12 && /\d|[a-z][A-Z]|=$/.test(value) && !isMark(value) && !isStandIn(value);
  return isToken ? { from: at, to: at + value.length, kind: 'token' } : undefined;
}

function wordAt(text: string, at: number): string {
  let to = at;
  while (to < text.length && !BARE_END.has(text[to]!)) to++;
  return text.slice(at, to);
}

const OPTIONS = new Set(COMMANDS.map(({ option }) => option));

/** `curl -u name:password`, `mysql -psecret`, `redis-cli -a secret` */
export function secretByCommand(text: string, from: number, word: string): Span | undefined {
  if (!word.startsWith('-')) return undefined;
  if (word === '-u' || word === '--user') return userAndPassword(text, from + word.length);
  const option = word.slice(0, 2);
  if (!OPTIONS.has(option)) return undefined;
  const line =
    text
      .slice(Math.max(0, from - 2 * BEFORE), from)
      .split('\n')
      .at(-1) ?? '';
  const known = COMMANDS.find((one) => one.option === option && one.command.test(line));
  if (!known || (!known.isAttached && word.length > 2)) return undefined;
  const at = known.isAttached ? from + 2 : skip(SPACE, text, from + 2);
  if (at === undefined) return undefined;
  const start = skip(OPENING, text, at) ?? at;
  const value = wordAt(text, start);
  if (!value.includes(known.has ?? '')) return undefined;
  const isSecret = value.length >= 3 && !isStandIn(value) && !isMark(value) && !value.startsWith('$');
  return isSecret ? { from: start, to: start + value.length, kind: 'password' } : undefined;
}

function userAndPassword(text: string, end: number): Span | undefined {
  const at = skip(SPACE, text, end);
  if (at === undefined) return undefined;
  const start = skip(OPENING, text, at) ?? at;
  const pair = wordAt(text, start);
  const colon = pair.indexOf(':');
  const value = pair.slice(colon + 1);
  const isPair = colon > 0 && !/^\d*$/.test(value) && !isStandIn(value) && !isMark(value);
  return isPair ? { from: start + colon + 1, to: start + pair.length, kind: 'password' } : undefined;
}
