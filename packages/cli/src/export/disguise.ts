import { createHmac } from 'node:crypto';
import { KEPT_WORDS } from './kept-words.js';

/**
 * Replaces words by others of the same shape: equal words stay equal, different ones different, and none is
 * readable.
 */
export type Disguise = (text: string) => string;

/** A word, a number, or letters and digits together. */
const PIECE = /[\p{L}\p{M}]+|\p{N}+/gu;
/** `durationMs` is two words. */
const PART = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})/gu;
/** The parts of a UUID belong together: `af5a` alone would become another word. */
const MIXED = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|[\p{L}\p{M}\p{N}]+/giu;
/** A hash or an id is replaced by another one of the same form. */
const HEX = /^(?=.*\d)(?=.*[a-f])[0-9a-f-]{6,}$/i;
const YEAR = /^(?:19|20)\d\d$/;
/** Longer numbers may identify a person; shorter ones are counts, codes and parts of times. */
const MAX_DIGITS = 3;
/** The length and these first digits of a longer number show its size, and whether it may be a time. */
const LEADING = 3;
/** Groups of digits that form one number: of a card, a telephone, a person. A date has other groups. */
const GROUPED = /(?<![\d-])(?!\d{4}-\d\d-\d\d)\d{2,5}(?:[- ]\d{2,5}){2,}(?!\d)/g;
const LEAST_GROUPED = 9;
const MAX_TRIES = 50;
/** Longer tokens consist of several words. Repetitions inside them must stay repetitions. */
const LONGEST = 32;
/** Scripts that put no space between words. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/;

/**
 * Without hexadecimal digits, so that no word becomes an id, and without vowels, so that none becomes a real
 * word.
 */
const LETTERS = 'ghjklmnpqrstvwxz';
const HEX_LETTERS = 'abcdef';
const DIGITS = '0123456789';
const KANA = { first: 0x3041, count: 0x53 };
const CJK = { first: 0x4e00, count: 0x5000 };

/** Uses a secret key, so that a word list cannot reverse the replacement. */
export function disguiseWith(key: string | Uint8Array): Disguise {
  const known = new Map<string, string>();
  const used = new Set<string>();
  const madeUp = (word: string, kind: Kind): string => {
    const before = known.get(kind + word);
    if (before !== undefined) return before;
    let made = '';
    // Two short words may collide; then another one is tried, and finally a longer one.
    for (let tries = 0; made === '' || used.has(kind + made); tries++) {
      const longer = 'x'.repeat(Math.floor(tries / MAX_TRIES));
      made = make(word + longer, createHmac('sha256', key).update(`${kind} ${tries} ${word}`).digest(), kind);
    }
    known.set(kind + word, made);
    used.add(kind + made);
    return made;
  };
  const piece = (word: string): string => {
    if (word.length > LONGEST || UNSPACED.test(word)) {
      const kind = /^\p{N}/u.test(word) ? 'group' : 'word';
      return Array.from(word, (sign) => madeUp(sign.toLowerCase(), kind)).join('');
    }
    if (/^\p{N}/u.test(word)) {
      return word.length <= MAX_DIGITS || YEAR.test(word) ? word : madeUp(word, 'number');
    }
    const low = word.toLowerCase();
    if (word.length === 1 || KEPT_WORDS.has(low)) return word;
    const parts = word.match(PART);
    if (parts && parts.length > 1 && parts.join('') === word) return parts.map(piece).join('');
    // Singular and plural count as equal.
    const isMany = low.length > 3 && low.endsWith('s');
    return sameCase(word, isMany ? `${madeUp(low.slice(0, -1), 'word')}s` : madeUp(low, 'word'));
  };
  return (text) =>
    text
      .replace(GROUPED, (number) =>
        isCount(number) ? number : number.replace(/\d+/g, (group) => madeUp(group, 'group')),
      )
      .replace(MIXED, (whole) =>
        HEX.test(whole) ? sameCase(whole, madeUp(whole.toLowerCase(), 'hex')) : whole.replace(PIECE, piece),
      );
}

function isCount(grouped: string): boolean {
  return grouped.replace(/\D/g, '').length < LEAST_GROUPED;
}

type Kind = 'word' | 'number' | 'group' | 'hex';

function make(word: string, bytes: Uint8Array, kind: Kind): string {
  return Array.from(word, (sign, i) => {
    const byte = (bytes[i % bytes.length] ?? 0) ^ (i >> 5);
    const from = (signs: string): string => signs.charAt(byte % signs.length);
    if (kind === 'number') return i < LEADING ? sign : from(DIGITS);
    if (kind === 'group') return from(DIGITS);
    if (sign === '-') return sign;
    if (kind === 'hex') return /\d/.test(sign) ? from(DIGITS) : from(HEX_LETTERS);
    const code = sign.charCodeAt(0);
    if (code >= KANA.first && code < KANA.first + KANA.count)
      return String.fromCharCode(KANA.first + ((byte * 7 + code) % KANA.count));
    if (code >= CJK.first) return String.fromCharCode(CJK.first + ((byte * 251 + code) % CJK.count));
    return from(LETTERS);
  }).join('');
}

function sameCase(like: string, word: string): string {
  if (like === like.toLowerCase()) return word;
  if (like === like.toUpperCase()) return word.toUpperCase();
  return Array.from(word, (sign, i) => (/\p{Lu}/u.test(like.charAt(i)) ? sign.toUpperCase() : sign)).join('');
}
