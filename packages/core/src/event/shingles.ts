import { addToWord, WORD_START } from './volatile-names.js';

const SHINGLE = 4;
/** Above this many words a quarter of the sequences stands for all. */
const MANY = 80;

/** Every sequence of four words as a hash. */
export function shinglesOf(words: readonly number[]): readonly number[] {
  const hashes: number[] = [];
  for (let i = 0; i + SHINGLE <= words.length; i++) {
    let hash = 0;
    for (let k = 0; k < SHINGLE; k++) hash = Math.imul(hash ^ words[i + k]!, 0x85ebca6b) ^ (hash >>> 15);
    hashes.push(hash);
  }
  return hashes.length > MANY ? hashes.filter((hash) => (hash & 0x300) === 0) : hashes;
}

const MAX_ANCHORS = 64;

/** Names of concrete things: paths, file names, identifiers with an inner sign or capital, anything in back-quotes. */
export function readAnchors(text: string): readonly number[] {
  const anchors: number[] = [];
  let start = 0;
  for (let i = 0; i <= text.length && anchors.length < MAX_ANCHORS; i++) {
    if (i < text.length && !isBreak(text.charCodeAt(i))) continue;
    const anchor = i > start + 2 ? anchorOf(text, start, i) : 0;
    if (anchor !== 0) anchors.push(anchor);
    if (text.charCodeAt(i) === QUOTE) addQuotation(anchors, text, i);
    start = i + 1;
  }
  return anchors;
}

const QUOTE = 34;
const MAX_QUOTATION = 60;

/** What stands in double quotes is the name of something, however many words it has. */
function addQuotation(anchors: number[], text: string, open: number): void {
  const close = text.indexOf('"', open + 1);
  if (close > open + 1 && close <= open + MAX_QUOTATION) anchors.push(hashRange(text, open + 1, close));
}

function isBreak(unit: number): boolean {
  return unit <= 32 || unit === 34 || unit === 39 || unit === 40 || unit === 41 || unit === 44 || unit === 59 || unit === 91 || unit === 93 || unit === 96;
}

/** Does the text name files or folders: a slash inside, or a short extension? */
export function readPaths(text: string): readonly number[] {
  const paths: number[] = [];
  let start = 0;
  for (let i = 0; i <= text.length && paths.length < MAX_ANCHORS; i++) {
    if (i < text.length && !isBreak(text.charCodeAt(i))) continue;
    if (isPath(text, start, i)) paths.push(hashRange(text, start, i));
    start = i + 1;
  }
  return paths;
}

function isPath(text: string, start: number, end: number): boolean {
  let letters = 0;
  let slash = false;
  let dot = -1;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if ((unit | 32) >= 97 && (unit | 32) <= 122) letters++;
    if (unit === 47 && i > start) slash = true;
    else if (unit === 47 && end - start > 2) slash = true;
    if (unit === 46) dot = i;
    // A pattern is no path.
    if (unit === 42 || unit === 92 || unit === 124) return false;
  }
  const extension = dot > start ? end - dot - 1 : 0;
  return letters > 1 && (slash || (extension >= 1 && extension <= 5));
}

/** Without a slash at the end. */
function hashRange(text: string, start: number, end: number): number {
  let hash = WORD_START;
  const last = text.charCodeAt(end - 1) === 47 ? end - 1 : end;
  for (let i = start; i < last; i++) hash = addToWord(hash, text.charCodeAt(i));
  return hash;
}

/** 0 for a plain word. */
function anchorOf(text: string, start: number, end: number): number {
  let hash = WORD_START;
  let isConcrete = text.charCodeAt(start - 1) === 96;
  let letters = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    hash = addToWord(hash, unit);
    const isInner = i > start && i < end - 1;
    const isUpper = unit >= 65 && unit <= 90;
    if ((unit | 32) >= 97 && (unit | 32) <= 122) letters++;
    if (isInner && (unit === 47 || unit === 46 || unit === 95 || (isUpper && text.charCodeAt(i - 1) >= 97))) isConcrete = true;
  }
  return isConcrete && letters > 1 ? hash : 0;
}
