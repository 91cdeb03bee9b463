/**
 * Texts as bytes with a class for each: what a pass over a text reads. Letting the engine encode a text as UTF-8 and
 * reading the bytes costs a fraction of asking a string for its characters one by one.
 */

/** Of a longer text the head and the tail are looked at, half of this each. */
export const LOOK = 8192;

/** No look ahead goes further: a UUID has 36 characters. */
const AHEAD = 40;

export const DIGIT = 1;
/** A hexadecimal digit. */
export const HEX = 2;
/** An underscore too, and every byte of a character beyond ASCII. */
export const LETTER = 4;
const SIGN = 8;
/** May stand between a name and its value: `: = " ' # ( [` */
export const JOINT = 16;
/** The bit that makes a capital small. */
export const CAPITAL = 32;
export const UNDERSCORE = 64;
/** Part of a character beyond ASCII. */
export const WIDE = 128;
export const WORD = DIGIT | LETTER;

/** One class a byte; 0 is blank. */
export const KINDS = Uint8Array.from({ length: 256 }, (_, byte) => kindOf(byte));

/** The same above eight bits, in which the byte stands with capitals made small: one look for both. */
export const FOLDED = Uint16Array.from({ length: 256 }, (_, byte) => {
  const kind = kindOf(byte);
  return (kind << 8) | byte | (kind & CAPITAL);
});

/** What `load` has left. Zeros follow, so that a look ahead needs no check. */
export const bytes = new Uint8Array(3 * LOOK + AHEAD);

const encoder = new TextEncoder();

function kindOf(byte: number): number {
  if (byte >= 128) return LETTER | WIDE;
  const letter = String.fromCharCode(byte);
  if (letter >= '0' && letter <= '9') return DIGIT | HEX;
  if (letter === '_') return LETTER | UNDERSCORE;
  const small = letter.toLowerCase();
  if (small >= 'a' && small <= 'z') {
    return LETTER | (small <= 'f' ? HEX : 0) | (small === letter ? 0 : CAPITAL);
  }
  if (byte <= 32) return 0;
  return ':="\'#(['.includes(letter) ? SIGN | JOINT : SIGN;
}

/** How many bytes the text has become. */
export function load(text: string): number {
  let size: number;
  if (text.length <= LOOK) size = encoder.encodeInto(text, bytes).written;
  else {
    size = encoder.encodeInto(text.slice(0, LOOK / 2), bytes).written;
    size += encoder.encodeInto(text.slice(-LOOK / 2), bytes.subarray(size)).written;
  }
  bytes.fill(0, size, size + AHEAD);
  return size;
}

export function isDigit(at: number): boolean {
  return (KINDS[bytes[at]!]! & DIGIT) !== 0;
}

export function isWord(at: number): boolean {
  return (KINDS[bytes[at]!]! & WORD) !== 0;
}

/** Where a run of digits ends. */
export function digitsEnd(from: number): number {
  let at = from;
  while (isDigit(at)) at++;
  return at;
}
