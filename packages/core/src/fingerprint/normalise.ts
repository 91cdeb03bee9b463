import { plainUrl } from './plain-url.js';

const SPACE = 32;
const SLASH = 47;
const BACKSLASH = 92;
const DOT = 46;
const QUOTE = 34;
const APOSTROPHE = 39;

/**
 * One spelling for values with many: `./src//a.ts` and `src/a.ts`, `"5"` and `5`, any run of white space.
 * Returns a number for a numeric text, and the text itself (no copy) if it is already plain.
 */
export function normaliseText(text: string): string | number {
  const length = text.length;
  if (length > 0 && length <= 16) {
    const number = asNumber(text);
    if (number !== undefined) return number;
  }
  let spaced = false;
  let untidy = false;
  let oddPath = false;
  let quoted = false;
  let before = SPACE;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= SPACE) {
      spaced = true;
      if (unit !== SPACE || before === SPACE) untidy = true;
      if (before === SLASH) oddPath = true;
      before = SPACE;
      continue;
    }
    // Nearly all paths are already plain: no empty part, no dot part, no trailing slash.
    if (unit === BACKSLASH) oddPath = true;
    else if (unit === SLASH ? before === SLASH || before === DOT : unit === DOT && before === SLASH)
      oddPath = true;
    if (unit === QUOTE || unit === APOSTROPHE) quoted = true;
    before = unit;
  }
  if (before === SPACE && length > 0) untidy = true;
  if (before === SLASH) oddPath = true;
  if (spaced) return untidy || oddPath || quoted ? foldSpace(text) : text;
  return oddPath ? tidyPath(text) : text;
}

/** A text is a number only if it prints back the same way: `007`, `1e3` and version `1.10` stay text. */
function asNumber(text: string): number | undefined {
  const first = text.charCodeAt(0);
  if (first !== 45 && (first < 48 || first > 57)) return undefined;
  const number = Number(text.endsWith('.0') ? text.slice(0, -2) : text);
  if (!Number.isFinite(number)) return undefined;
  const back = String(number);
  return back === text || `${back}.0` === text ? number : undefined;
}

function foldSpace(text: string): string {
  let out = '';
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const blank = i === text.length || text.charCodeAt(i) <= SPACE;
    if (!blank && start < 0) start = i;
    if (blank && start >= 0) {
      const part = tidyPart(text.slice(start, i));
      out += out === '' ? part : ` ${part}`;
      start = -1;
    }
  }
  return out;
}

/** One word of a text: without surrounding quotes, and a path in its plain form. */
function tidyPart(part: string): string {
  const first = part.charCodeAt(0);
  const isQuoted =
    (first === QUOTE || first === APOSTROPHE) &&
    part.length > 2 &&
    part.charCodeAt(part.length - 1) === first;
  const bare = isQuoted ? part.slice(1, -1) : part;
  return bare.includes('/') && !bare.includes('://') ? tidyPath(bare) : bare;
}

/** `./a//b/../c/` → `a/c`. URLs keep the two slashes after the scheme. */
export function tidyPath(given: string): string {
  const scheme = given.indexOf('://');
  const text = scheme > 0 ? plainUrl(given) : given;
  const head = scheme > 0 ? text.slice(0, scheme + 3) : text.charCodeAt(0) === SLASH ? '/' : '';
  const rest = head === '' ? text : text.slice(head.length);
  const parts: string[] = [];
  let start = 0;
  for (let i = 0; i <= rest.length; i++) {
    const unit = i === rest.length ? SLASH : rest.charCodeAt(i);
    if (unit !== SLASH && unit !== BACKSLASH) continue;
    addPart(parts, rest, start, i);
    start = i + 1;
  }
  return head + parts.join('/');
}

function addPart(parts: string[], rest: string, start: number, end: number): void {
  if (end === start) return;
  const isDot = rest.charCodeAt(start) === DOT;
  if (isDot && end === start + 1) return;
  const isUp = isDot && end === start + 2 && rest.charCodeAt(start + 1) === DOT;
  const last = parts.at(-1);
  if (isUp && last !== undefined && last !== '..') parts.pop();
  else parts.push(rest.slice(start, end));
}
