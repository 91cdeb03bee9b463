/**
 * Hashes of texts, as two 32-bit numbers. Reading a string in JavaScript costs nanoseconds for every character; letting
 * the engine encode it as UTF-8 and reading the bytes four at a time costs a tenth of that.
 */

/** Receives a hash: returning an object would cost more than the hash. */
export const lanes = new Int32Array(2);

/** Up to this length a text is read character by character; longer ones need at least four bytes. */
export const SHORT = 12;
/** Longer texts are read in pieces of this size. */
export const PIECE = 4096;

export const C1 = 0x239b961b;
export const C2 = 0x2b0e9789;
export const C3 = 0x38b34ae5;
const C4 = 0x21e38e97;

const bytes = new Uint8Array(3 * PIECE);
const view = new DataView(bytes.buffer);
const encoder = new TextEncoder();

/** The first `limit` characters (any number) and the length of the text. */
export function hashText(text: string, limit: number): void {
  const { length } = text;
  if (length <= SHORT) hashShort(text);
  else if (length <= PIECE) hashPiece(text);
  else hashLong(text, Math.min(length, limit));
}

export function hashShort(text: string): void {
  const { length } = text;
  let a = length ^ 0x2545f491;
  let b = 0x5e3779b9;
  for (let i = 0; i < length; i++) {
    const mixed = Math.imul(a ^ text.charCodeAt(i), C2);
    a = (mixed << 13) | (mixed >>> 19);
    b = ((b << 5) | (b >>> 27)) ^ mixed;
  }
  lanes[0] = a;
  lanes[1] = b;
}

/** For at most PIECE characters: writes their bytes for `hashBytes` and returns how many there are. */
export function encode(text: string): number {
  return encoder.encodeInto(text, bytes).written;
}

function hashPiece(text: string): void {
  const size = encode(text);
  if (size === text.length || isWellFormed(text)) hashBytes(0, size);
  else hashUnits(text);
}

function hashLong(text: string, end: number): void {
  let a = text.length ^ 0x6b43a9b5;
  let b = 0x52dce729;
  for (let at = 0; at < end;) {
    // Not between the halves of a surrogate pair.
    const isSplit = at + PIECE < end && (text.charCodeAt(at + PIECE - 1) & 0xfc00) === 0xd800;
    const next = Math.min(at + PIECE - (isSplit ? 1 : 0), end);
    hashText(text.slice(at, next), PIECE);
    a = Math.imul(a ^ lanes[0]!, C1);
    a = ((a << 13) | (a >>> 19)) + b;
    b = Math.imul(b ^ lanes[1]!, C3);
    b = ((b << 17) | (b >>> 15)) + a;
    at = next;
  }
  lanes[0] = a;
  lanes[1] = b;
}

/** UTF-8 has one replacement for all lone surrogates, so a text with lone surrogates is read as UTF-16. */
function hashUnits(text: string): void {
  hashShort(text);
  lanes[1]! ^= 0x3d4d51cb;
}

/**
 * Hashes at least four bytes from `encode`. Longer than a function should be, because calls would cost as
 * much as the work.
 */
export function hashBytes(from: number, to: number): void {
  const size = to - from;
  let a = size ^ 0x2545f491;
  let b = 0x5e3779b9;
  let c = 0x45ebca6b;
  let d = 0x42b2ae35;
  if (size < 16) {
    a = Math.imul(a ^ view.getInt32(from, true), C1);
    b = Math.imul(b ^ view.getInt32(to - 4, true), C2);
    if (size > 8) {
      c = Math.imul(c ^ view.getInt32(from + 4, true), C3);
      d = Math.imul(d ^ view.getInt32(to - 8, true), C4);
    }
  } else {
    // The last 16 bytes overlap the previous ones if the size is not a multiple of 16.
    const last = to - 16;
    for (let at = from; ; at = Math.min(at + 16, last)) {
      a = Math.imul(a ^ view.getInt32(at, true), C1);
      a = (((a << 13) | (a >>> 19)) + b) | 0;
      b = Math.imul(b ^ view.getInt32(at + 4, true), C2);
      b = (((b << 15) | (b >>> 17)) + c) | 0;
      c = Math.imul(c ^ view.getInt32(at + 8, true), C3);
      c = (((c << 11) | (c >>> 21)) + d) | 0;
      d = Math.imul(d ^ view.getInt32(at + 12, true), C4);
      d = (((d << 17) | (d >>> 15)) + a) | 0;
      if (at === last) break;
    }
  }
  lanes[0] = (a + ((b << 7) | (b >>> 25))) ^ (((c << 15) | (c >>> 17)) + d);
  lanes[1] = (a ^ ((d << 9) | (d >>> 23))) + (c ^ ((b << 21) | (b >>> 11)));
}

/**
 * Where the text of `length` characters that starts at byte `from` ends; -1 if that is inside a character.
 */
export function endOf(from: number, length: number): number {
  let at = from;
  let left = length;
  while (left > 0) {
    if (left >= 4 && (view.getInt32(at, true) & 0x80808080) === 0) {
      at += 4;
      left -= 4;
      continue;
    }
    const lead = bytes[at]!;
    at += lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    left -= lead < 0xf0 ? 1 : 2;
  }
  return left === 0 ? at : -1;
}

/** Whether the text has no lone surrogates. Newer engines have this built in. */
export function isWellFormed(text: string): boolean {
  const { isWellFormed: builtIn } = text as { isWellFormed?: () => boolean };
  return builtIn ? builtIn.call(text) : !/\p{Surrogate}/u.test(text);
}
