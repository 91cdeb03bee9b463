import { addToWord, WORD_START } from './volatile-names.js';

const SHINGLE = 4;
/** Above this many words a quarter of the sequences stands for all. */
const MANY = 80;

/** Every sequence of four words as a hash. */
export function shinglesOf(words: readonly number[]): readonly number[] {
  const hashes: number[] = [];
  const isSampled = words.length - SHINGLE >= MANY;
  for (let i = 0; i + SHINGLE <= words.length; i++) {
    let hash = 0;
    for (let k = 0; k < SHINGLE; k++) hash = Math.imul(hash ^ words[i + k]!, 0x85ebca6b) ^ (hash >>> 15);
    if (!isSampled || (hash & 0x300) === 0) hashes.push(hash);
  }
  return hashes;
}

const MAX_NAMES = 64;
const MAX_QUOTATION = 60;

const QUOTE = 34;
const STAR = 42;
const DOT = 46;
const SLASH = 47;
const BACKSLASH = 92;
const UNDERSCORE = 95;
const BACKTICK = 96;
const BAR = 124;

/** Blanks, quotes, round and square brackets, commas and semicolons end a name. */
const BREAKS = Uint8Array.from({ length: 128 }, (_, unit) =>
  unit <= 32 || '"\'(),;[]`'.includes(String.fromCharCode(unit)) ? 1 : 0,
);

/** Where the name that begins here ends. */
function nameEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128 && BREAKS[unit] === 1) break;
  }
  return at;
}

/** Names of concrete things: paths, file names, identifiers with an inner sign or capital, anything in quotes. */
export function readAnchors(text: string): readonly number[] {
  const anchors: number[] = [];
  for (let start = 0, end = 0; start <= text.length && anchors.length < MAX_NAMES; start = end + 1) {
    end = nameEnd(text, start);
    if (end > start + 2 && isConcrete(text, start, end)) anchors.push(hashName(text, start, end));
    if (text.charCodeAt(end) === QUOTE) addQuotation(anchors, text, end + 1);
  }
  return anchors;
}

/** What stands in double quotes is the name of something, however many words it has. */
function addQuotation(anchors: number[], text: string, from: number): void {
  const close = text.indexOf('"', from);
  if (close > from && close < from + MAX_QUOTATION) anchors.push(hashName(text, from, close));
}

/** Not a plain word: in back-quotes, or with a slash, a dot, an underscore or a capital inside. */
function isConcrete(text: string, start: number, end: number): boolean {
  let isOdd = text.charCodeAt(start - 1) === BACKTICK;
  let letters = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (isLetter(unit)) letters++;
    if (i === start || i === end - 1) continue;
    const isCapital = unit >= 65 && unit <= 90 && text.charCodeAt(i - 1) >= 97;
    if (unit === SLASH || unit === DOT || unit === UNDERSCORE || isCapital) isOdd = true;
  }
  return isOdd && letters > 1;
}

const NO_PATHS: readonly number[] = [];

/** The files and folders that a text names, each once: what has a slash, or a short extension. */
export function readPaths(text: string): readonly number[] {
  if (!text.includes('/') && !text.includes('.')) return NO_PATHS;
  const paths: number[] = [];
  for (let start = 0, end = 0; start <= text.length && paths.length < MAX_NAMES; start = end + 1) {
    end = nameEnd(text, start);
    if (end <= start + 1 || !isPath(text, start, end)) continue;
    const hash = hashName(text, start, end);
    if (!paths.includes(hash)) paths.push(hash);
  }
  return paths;
}

function isPath(text: string, start: number, end: number): boolean {
  let letters = 0;
  let hasSlash = false;
  let dot = start;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (isLetter(unit)) letters++;
    else if (unit === SLASH) hasSlash = true;
    else if (unit === DOT) dot = i;
    // A pattern is no path.
    else if (unit === STAR || unit === BACKSLASH || unit === BAR) return false;
  }
  const extension = dot > start ? end - dot - 1 : 0;
  return letters > 1 && (hasSlash || (extension >= 1 && extension <= 5));
}

function isLetter(unit: number): boolean {
  return (unit | 32) >= 97 && (unit | 32) <= 122;
}

/** Without a slash at the end. */
function hashName(text: string, start: number, end: number): number {
  let hash = WORD_START;
  const last = text.charCodeAt(end - 1) === SLASH ? end - 1 : end;
  for (let i = start; i < last; i++) hash = addToWord(hash, text.charCodeAt(i));
  return hash;
}
