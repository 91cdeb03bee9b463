/** Splits a text into tokens and tells by their form what they are. Knows nothing of agents. */
export const WORD = 1;
export const NUMBER = 2;
export const ID = 3;
export const CLOCK = 4;

const MAX = 1500;
/** Scratch space: valid until the next scan. */
export const kinds = new Uint8Array(MAX + 8);
export const hashes = new Int32Array(MAX + 8);
export const values = new Float64Array(MAX + 8);
export const lines = new Int32Array(MAX + 8);
export let count = 0;
export let lineCount = 0;
/** Ordered hash of the signs between tokens. */
export let signs = 0;

const DIGIT = 1, LETTER = 2, SPACE = 4, QUOTE = 8;
const table = new Uint8Array(128);
for (let c = 48; c < 58; c++) table[c] = DIGIT;
for (let c = 65; c < 91; c++) { table[c] = LETTER; table[c + 32] = LETTER; }
for (const c of [9, 10, 13, 32]) table[c] = SPACE;
for (const c of [34, 39, 96, 92, 47]) table[c] = QUOTE;

function classOf(c: number): number {
  if (c < 128) return table[c]!;
  if (c === 0xa0 || (c >= 0x2000 && c <= 0x206f) || c === 0x3000 || c === 0xfeff) return SPACE;
  if ((c >= 0x3001 && c <= 0x303f) || (c >= 0xff00 && c <= 0xff0f) || (c >= 0x2190 && c <= 0x2bff) || (c>=0xa1&&c<=0xbf)) return 0;
  return LETTER;
}
function isCjk(c: number): boolean { return (c >= 0x3040 && c <= 0x9fff) || (c >= 0xac00 && c <= 0xd7a3); }
function lower(c: number): number {
  if (c >= 65 && c <= 90) return c + 32;
  if (c < 0xc0) return c;
  if ((c >= 0xc0 && c <= 0xde) || (c >= 0x410 && c <= 0x42f)) return c + 32;
  return c;
}
const UNIT = new Set(['s', 'ms', 'us', 'ns', 'm', 'h', 'sec', 'secs', 'min', 'mins', 'd', 'second', 'seconds', 'minutes', 'hours', 'hr']);

function push(kind: number, hash: number, value: number): void {
  if (count >= MAX) { hashes[MAX - 1] = Math.imul(hashes[MAX - 1]! ^ hash, 0x9e3779b1); return; }
  kinds[count] = kind; hashes[count] = hash; values[count] = value; lines[count] = lineCount; count++;
}
export function begin(): void { count = 0; lineCount = 0; signs = 0; }

const H = 0x811c9dc5 | 0, P = 0x01000193;
export function hashOf(text: string): number {
  let h = H;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ lower(text.charCodeAt(i)), P);
  return h;
}

export function scan(text: string, from = 0, to = text.length): void {
  let i = from;
  while (i < to) {
    const c = text.charCodeAt(i);
    const cls = classOf(c);
    if (cls === SPACE) { if (c === 10) lineCount++; i++; continue; }
    if (cls === DIGIT) { i = scanNumber(text, i, to); continue; }
    if (cls === LETTER) {
      if (isCjk(c)) { push(WORD, Math.imul(H ^ c, P), 0); i++; continue; }
      i = scanWord(text, i, to); continue;
    }
    if (cls !== QUOTE && !(c === 46 && (text.charCodeAt(i + 1) === 47 || text.charCodeAt(i - 1) === 47))) signs = Math.imul(signs ^ c ^ (count << 3), P) | 0;
    i++;
  }
}

function isUuid(text: string, i: number): boolean {
  return text.charCodeAt(i + 8) === 45 && text.charCodeAt(i + 13) === 45 && text.charCodeAt(i + 18) === 45 && text.charCodeAt(i + 23) === 45 && i + 36 <= text.length;
}
const isDigitAt = (text: string, i: number): boolean => { const c = text.charCodeAt(i); return c >= 48 && c <= 57; };

function scanWord(text: string, start: number, to: number): number {
  if (isUuid(text, start)) { push(ID, hashOf(text.slice(start, start + 36)), 0); return start + 36; }
  let h = H, i = start, digits = 0, switches = 0, last = LETTER, hex = true;
  let firstDigit = -1, prefix = 0;
  for (; i < to; i++) {
    const c = text.charCodeAt(i);
    const cls = classOf(c);
    if (cls !== LETTER && cls !== DIGIT) break;
    if (cls === LETTER && c >= 0x3040 && isCjk(c)) break;
    const l = lower(c);
    if (cls === DIGIT) { digits++; if (firstDigit < 0) { firstDigit = i; prefix = h; } }
    else if (l > 102) hex = false;
    if (cls !== last) { switches++; last = cls; }
    h = Math.imul(h ^ l, P);
  }
  const len = i - start;
  if (digits === 0) { push(len >= 40 || (len >= 10 && isMixed(text, start, i)) ? ID : WORD, h, 0); return i; }
  if (switches === 1) { // letters, then digits
    if (i - firstDigit >= 4 && len > 5 || (hex && len >= 7)) { push(ID, h, 0); return i; }
    push(WORD, prefix, 0);
    return scanNumber(text, firstDigit, to);
  }
  push(len >= 5 || (hex && len >= 4) ? ID : WORD, h, 0);
  return i;
}

function two(text: string, i: number): boolean { return isDigitAt(text, i) && isDigitAt(text, i + 1) && !isDigitAt(text, i + 2); }

function scanNumber(text: string, start: number, to: number): number {
  if (isUuid(text, start)) { push(ID, hashOf(text.slice(start, start + 36)), 0); return start + 36; }
  let i = start;
  while (i < to && isDigitAt(text, i)) i++;
  const len = i - start;
  const next = text.charCodeAt(i);
  // 2025-01-31, 2025/01/31 and what follows of a time
  if (len === 4 && (next === 45 || next === 47) && two(text, i + 1) && text.charCodeAt(i + 3) === next && isDigitAt(text, i + 4)) {
    i += 6;
    if ((text.charCodeAt(i) === 84 || text.charCodeAt(i) === 32) && two(text, i + 1) && text.charCodeAt(i + 3) === 58) i = clockEnd(text, i + 3, to);
    push(CLOCK, hashOf(text.slice(start, i)), 0); return i;
  }
  if ((len === 2 || len === 1) && next === 58 && two(text, i + 1) && text.charCodeAt(start - 1) !== 58 && text.charCodeAt(start - 1) !== 46) {
    const end = clockEnd(text, i, to);
    if (end - start > 3) { push(CLOCK, hashOf(text.slice(start, end)), 0); return end; }
  }
  if ((len === 10 || len === 13 || len === 16 || len === 19) && text.charCodeAt(start) === 49) { push(CLOCK, 0, 0);
    while (i < to && (isDigitAt(text, i) || text.charCodeAt(i) === 46 && isDigitAt(text, i + 1))) i++;
    return i; }
  const joint = text.charCodeAt(start - 1);
  if (len >= 3 && (joint === 35 || ((joint === 45 || joint === 95) && (classOf(text.charCodeAt(start - 2)) & LETTER) !== 0)) && !(next === 46 && isDigitAt(text, i + 1)) && classOf(next) !== LETTER) { let h = H; for (let k = start; k < i; k++) h = Math.imul(h ^ text.charCodeAt(k), P); push(ID, h, 0); return i; }
  // letters glued to digits: a unit or an id
  if (classOf(next) === LETTER && i < to && !isCjk(next)) {
    let e = i, h = H;
    for (let k = start; k < i; k++) h = Math.imul(h ^ text.charCodeAt(k), P);
    let mixed = false;
    while (e < to) { const cls = classOf(text.charCodeAt(e)); if (cls === DIGIT) mixed = true; else if (cls !== LETTER) break; h = Math.imul(h ^ lower(text.charCodeAt(e)), P); e++; }
    const unit = text.slice(i, e).toLowerCase();
    if (UNIT.has(unit) || (mixed && /^(?:[dhms]|ms)\d+(?:[hms]|ms)?(?:\d+(?:ms|s))?$/.test(unit))) { push(CLOCK, 0, 0); return e; }
    if (!mixed && e - i <= 3) { push(NUMBER, 0, Number(text.slice(start, i))); return e; }
    push(ID, h, 0); return e;
  }
  let v = Number(text.slice(start, Math.min(i, start + 15)));
  if ((next === 46 || next === 44) && isDigitAt(text, i + 1)) {
    let e = i + 1;
    while (e < to && isDigitAt(text, e)) e++;
    if (next === 44 && e - i === 4) { v = v * 1000 + Number(text.slice(i + 1, e)); i = e; }
    else if (next === 46 && text.charCodeAt(e) === 46 && isDigitAt(text, e + 1)) { // version or address
      while (e < to && (isDigitAt(text, e) || (text.charCodeAt(e) === 46 && isDigitAt(text, e + 1)))) e++;
      push(WORD, hashOf(text.slice(start, e)), 0); return e;
    } else if (next === 46) { v = Number(text.slice(start, e)); i = e; }
  }
  // "0.31s", "12 ms", "5 seconds"
  let u = i;
  if (text.charCodeAt(u) === 32) u++;
  let e = u;
  while (e < to && e - u < 9 && ((text.charCodeAt(e) | 32) >= 97 && (text.charCodeAt(e) | 32) <= 122)) e++;
  if (e > u && (u > i ? e - u > 1 : true) && UNIT.has(text.slice(u, e).toLowerCase()) && !(classOf(text.charCodeAt(e)) & (LETTER | DIGIT))) { push(CLOCK, 0, v); return e; }
  if (e > u && u === i) { i = e; }
  if (text.charCodeAt(start - 1) === 45 && !(classOf(text.charCodeAt(start - 2)) & (LETTER | DIGIT))) v = -v;
  push(NUMBER, 0, v);
  return i;
}
function clockEnd(text: string, i: number, to: number): number {
  // i stands at the first colon
  while (i < to && text.charCodeAt(i) === 58 && two(text, i + 1)) i += 3;
  if ((text.charCodeAt(i) === 46 || text.charCodeAt(i) === 44) && isDigitAt(text, i + 1)) { i++; while (i < to && isDigitAt(text, i)) i++; }
  if (text.charCodeAt(i) === 90) i++;
  else if ((text.charCodeAt(i) === 43 || text.charCodeAt(i) === 45) && two(text, i + 1)) { i += 3; if (text.charCodeAt(i) === 58) i += 3; else if (two(text, i)) i += 2; }
  return i;
}

/** Random letters change case often; names do so at the start of their words. */
function isMixed(text: string, from: number, to: number): boolean {
  let switches = 0;
  for (let i = from + 1; i < to; i++) {
    const c = text.charCodeAt(i), p = text.charCodeAt(i - 1);
    if ((c > 64 && c < 91) !== (p > 64 && p < 91)) switches++;
  }
  return switches > (to - from) / 4;
}
