import { isHeader, isStandIn, mayBeNamed, secretNamed } from './names.js';
import { isWordUnit, mayHide } from './prescan.js';
import { LEAST_SECRET, secretOf, type SecretKind } from './shapes.js';

/** Where a secret stands in a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly kind: SecretKind;
}

const NONE: readonly Span[] = [];

/** One word that is too short to be a secret by itself: most names of fields, and many values. */
function isShortWord(text: string): boolean {
  if (text.length >= LEAST_SECRET) return false;
  for (let i = 0; i < text.length; i++) if (!isWordUnit(text.charCodeAt(i))) return false;
  return true;
}

/** Every secret, in order, none overlapping. Each step only goes forward: linear in the text. */
export function findSecrets(text: string): readonly Span[] {
  if (isShortWord(text)) return NONE;
  const blocks = text.includes(BEGIN) ? privateKeys(text) : NONE;
  const passwords = text.includes('://') ? urlPasswords(text) : NONE;
  const others = mayHide(text) ? words(text) : NONE;
  if (blocks.length + passwords.length + others.length === 0) return NONE;
  const spans = [...blocks, ...passwords, ...others];
  spans.sort((a, b) => a.from - b.from || b.to - a.to);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (!last || span.from >= last.to) merged.push(span);
    else if (span.to > last.to) merged[merged.length - 1] = { ...last, to: span.to };
  }
  return merged;
}

const BEGIN = '-----BEGIN ';
const END = '-----END ';
const DASHES = '-----';

/** A block whose end was cut off reaches to the end of the text. */
function privateKeys(text: string): Span[] {
  const spans: Span[] = [];
  for (let from = text.indexOf(BEGIN); from >= 0; from = text.indexOf(BEGIN, from + 1)) {
    const title = text.slice(from + BEGIN.length, from + BEGIN.length + 60);
    if (!/^[A-Z0-9 ]*PRIVATE KEY/.test(title)) continue;
    const end = text.indexOf(END, from);
    const close = end < 0 ? -1 : text.indexOf(DASHES, end + END.length);
    const to = close < 0 ? text.length : close + DASHES.length;
    spans.push({ from, to, kind: 'private key' });
    from = to - 1;
  }
  return spans;
}

const HOST_END = new Set(' \t\n\r/?#"\'`<>\\|,;(){}[]');

/** `postgres://user:password@host` */
function urlPasswords(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at)) {
    at += 3;
    const start = at;
    let colon = -1;
    let sign = -1;
    for (; at < text.length && !HOST_END.has(text[at]!); at++) {
      if (text[at] === ':' && colon < 0) colon = at;
      if (text[at] === '@') sign = at;
    }
    if (colon < start || sign <= colon + 1) continue;
    const value = text.slice(colon + 1, sign);
    if (!isStandIn(value, 'password') || /^\w{1,2}$/.test(value))
      spans.push({ from: colon + 1, to: sign, kind: 'password' });
  }
  return spans;
}

const EQUALS = 61;
const SCHEME = /^(?:bearer|basic|token|apikey)$/i;

/** Unit by unit, and without a copy of words that can be nothing: every event of every agent comes through here. */
function words(text: string): readonly Span[] {
  let spans: Span[] | undefined;
  let done = 0;
  for (let from = 0, to = 0; from < text.length; from = to) {
    if (!isWordUnit(text.charCodeAt(from))) {
      to = from + 1;
      continue;
    }
    to = wordEnd(text, from);
    if (from < done || !isWorthALook(text, from, to)) continue;
    const span = secretIn(text, from, text.slice(from, to));
    if (!span) continue;
    spans ??= [];
    spans.push(span);
    done = span.to;
  }
  return spans ?? NONE;
}

/** With the one or two `=` that base64 ends with. */
function wordEnd(text: string, from: number): number {
  let to = from + 1;
  while (to < text.length && isWordUnit(text.charCodeAt(to))) to++;
  if (text.charCodeAt(to) === EQUALS) to++;
  if (text.charCodeAt(to) === EQUALS && text.charCodeAt(to - 1) === EQUALS) to++;
  return to;
}

/** Long, or perhaps the name of a secret, a scheme, or `-u`. */
function isWorthALook(text: string, from: number, to: number): boolean {
  const length = to - from;
  if (length >= LEAST_SECRET || text.charCodeAt(from) === 45) return true;
  if (length === 5 || length === 6) {
    const first = text.charCodeAt(from) | 32;
    if (first === 97 || first === 98 || first === 116) return true;
  }
  return mayBeNamed(text, from, to);
}

function secretIn(text: string, from: number, word: string): Span | undefined {
  const shape = secretOf(word);
  if (shape) return { from, to: from + word.length, kind: shape };
  return named(text, from, word) ?? afterScheme(text, from, word) ?? userAndPassword(text, from, word);
}

const SEPARATOR = /\\{0,3}["'`]?\]?[ \t]{0,8}(?::=|=>|[:=])[ \t]{0,8}/y;
const SPACE = /[ \t]{1,8}/y;

/** `password = …`, `"api_key": "…"`, `--token …` */
function named(text: string, from: number, word: string): Span | undefined {
  let length = word.length;
  while (length > 0 && (word[length - 1] === '=' || word[length - 1] === '.')) length--;
  const name = length === word.length ? word : word.slice(0, length);
  const kind = secretNamed(name);
  if (!kind) return undefined;
  const end = from + name.length;
  const at = skip(SEPARATOR, text, end) ?? (name.startsWith('--') ? skip(SPACE, text, end) : undefined);
  return at === undefined ? undefined : valueAt(text, at, kind, isHeader(name));
}

/** Where it ends, if it stands here. */
function skip(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const OPENING = /\\{0,3}["'`]/y;
const SCHEME_BEFORE = /(?:bearer|basic|token|apikey|digest)[ \t]{1,4}/iy;
const BARE_END = new Set(' \t\n\r"\'`,;)}]<>\\');
const NEXT_PAIR = /&[\w.%[\]-]{1,64}=/y;

function valueAt(text: string, at: number, kind: SecretKind, isWholeLine: boolean): Span | undefined {
  const open = skip(OPENING, text, at);
  const quote = open === undefined ? undefined : text[open - 1];
  const start = open ?? at;
  const from = skip(SCHEME_BEFORE, text, start) ?? start;
  let to = from;
  for (; to < text.length; to++) {
    const sign = text[to]!;
    if (sign === '\n' || sign === '\r') break;
    if (quote !== undefined || isWholeLine) {
      if (sign === quote || (isWholeLine && quote === undefined && /["'`]/.test(sign))) break;
    } else if (BARE_END.has(sign) || (sign === '&' && skip(NEXT_PAIR, text, to) !== undefined)) break;
  }
  while (to > from && text[to - 1] === '\\') to--;
  const value = text.slice(from, to);
  // `api_key: Option<String>`
  if (quote === undefined && text[to] === '<' && /^[A-Z]/.test(value)) return undefined;
  return isMark(value) || isStandIn(value, kind) ? undefined : { from, to, kind };
}

/** What we have put there ourselves. */
export function isMark(value: string): boolean {
  return value.startsWith('[redacted') || 'redacted'.startsWith(value.slice(0, 8));
}

/** `Bearer eyJ…`, `Basic dXNlcjpwYXNz`, but not `basic understanding`. */
function afterScheme(text: string, from: number, word: string): Span | undefined {
  if (word.length < 5 || word.length > 6 || !SCHEME.test(word)) return undefined;
  const at = skip(SPACE, text, from + word.length);
  if (at === undefined) return undefined;
  const value = wordAt(text, at);
  const isToken = value.length >= 12 && /\d|[a-z][A-Z]|=$/.test(value) && !isMark(value);
  return isToken ? { from: at, to: at + value.length, kind: 'token' } : undefined;
}

function wordAt(text: string, at: number): string {
  let to = at;
  while (to < text.length && !BARE_END.has(text[to]!)) to++;
  return text.slice(at, to);
}

/** `curl -u name:password` */
function userAndPassword(text: string, from: number, word: string): Span | undefined {
  if (word !== '-u' && word !== '--user') return undefined;
  const at = skip(SPACE, text, from + word.length);
  if (at === undefined) return undefined;
  const pair = wordAt(text, skip(OPENING, text, at) ?? at);
  const colon = pair.indexOf(':');
  const value = pair.slice(colon + 1);
  const isPair = colon > 0 && !/^\d+$/.test(value) && !isStandIn(value, 'password') && !isMark(value);
  const start = (skip(OPENING, text, at) ?? at) + colon + 1;
  return isPair ? { from: start, to: start + value.length, kind: 'password' } : undefined;
}
