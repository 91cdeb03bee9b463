import { isRandom } from './randomness.js';
import { HARMLESS_NAME, type SecretKind, type Shape, SHAPES } from './table.js';

/** By the first two characters: most words share these with no known form. */
const BY_START = new Map<number, Shape[]>();
for (const shape of SHAPES) {
  const start = startOf(shape.start, 0);
  BY_START.set(start, [...(BY_START.get(start) ?? []), shape]);
}

function startOf(text: string, at: number): number {
  return (text.charCodeAt(at) << 8) | text.charCodeAt(at + 1);
}

/** `.`, `/`, `+`, `=` and `~`: a new part of a word starts after these. */
function isSeparator(unit: number): boolean {
  return unit === 46 || unit === 47 || unit === 43 || unit === 61 || unit === 126;
}

/** A shorter word has no recognisable form. */
export const LEAST_SECRET = 12;

export interface Found {
  readonly to: number;
  readonly kind: SecretKind;
}

/** The kind of secret that starts here, by its form, and where it ends. Linear in the word. */
export function secretByLooks(text: string, from: number, to: number): Found | undefined {
  if (to - from < LEAST_SECRET) return undefined;
  let isStart = true;
  for (let at = from; at < to; at++) {
    if (isStart) {
      const found = secretAt(text, at, to);
      if (found) return { to: Math.max(to, found.to), kind: found.kind };
    }
    isStart = isSeparator(text.charCodeAt(at)) || isDashAtStart(text, from, at);
  }
  if (isBotToken(text, from, to)) return { to, kind: 'token' };
  const isSecret = isRandom(text.slice(from, to)) && !isNamedHarmless(text, from);
  return isSecret ? { to, kind: 'high entropy' } : undefined;
}

/** A removed line in a diff, or a value joined to a flag: `-ghp_…`. */
function isDashAtStart(text: string, from: number, at: number): boolean {
  return at === from && text.charCodeAt(at) === 45;
}

function secretAt(text: string, at: number, end: number): Found | undefined {
  if (text.startsWith('eyJ', at) && end - at >= 16)
    return isJwt(text, at, end) ? { to: end, kind: 'token' } : undefined;
  for (const { start, rest, kind } of BY_START.get(startOf(text, at)) ?? []) {
    if (!text.startsWith(start, at)) continue;
    rest.lastIndex = at + start.length;
    if (!rest.test(text)) continue;
    const to = rest.lastIndex;
    if (isIssued(text.slice(at + start.length, to), start)) return { to, kind };
  }
  return undefined;
}

/** Neither `ghp_xxxxxxxx` nor a readable name: `sk-learn-…` starts like a key, too. */
function isIssued(body: string, start: string): boolean {
  const some = body.slice(0, 256);
  if (/^(.)\1{5}/.test(some)) return false;
  return /\d/.test(some) || (start !== 'sk-' && /[A-Z]/.test(some));
}

/** The part of a JWT before its first dot. */
const LONGEST_HEAD = 1024;

/** `eyJ…` is the start of a JSON object in base64; a signed one has two dots. */
function isJwt(text: string, from: number, to: number): boolean {
  const dot = text.slice(from, Math.min(to, from + LONGEST_HEAD)).indexOf('.');
  return dot > 0 && to > from + dot + 8;
}

/**
 * core.telegram.org/bots/api, Authorizing your bot: `123456789:AA…`. A colon ends a word, so this is only the
 * second half.
 */
const BOT_TOKEN = /AA[\w-]{31,36}(?![\w-])/y;

function isBotToken(text: string, from: number, to: number): boolean {
  if (from < 7 || text.charCodeAt(from - 1) !== 58 || to - from < 33) return false;
  BOT_TOKEN.lastIndex = from;
  return BOT_TOKEN.test(text) && /\d{6}:$/.test(text.slice(from - 7, from));
}

const BEFORE = 24;

function isNamedHarmless(text: string, from: number): boolean {
  return HARMLESS_NAME.test(text.slice(Math.max(0, from - BEFORE), from));
}
