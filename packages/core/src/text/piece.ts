import { lower } from './chars.js';
import { HASH_PRIME, HASH_START } from './hash.js';

/**
 * Reading a string character by character is slow; the engine encodes a whole text in a fraction of the time.
 * So a text is copied here piece by piece, and the scanners read numbers from an array.
 */

/** Characters of one piece. */
export const MAX_PIECE = 16_384;
/** Zeros surround the text, so that a lookaround needs no bounds check. */
export const BEFORE = 2;
const BEHIND = 48;

/** UTF-16 codes; the piece starts at BEFORE. */
export const codes = new Uint16Array(BEFORE + MAX_PIECE + BEHIND);

const bytes = new Uint8Array(MAX_PIECE);
const encoder = new TextEncoder();

/** Copies the piece, of at most MAX_PIECE characters, into `codes`, and returns its end there. */
export function loadPiece(text: string, from: number, to: number): number {
  const piece = from === 0 && to === text.length ? text : text.slice(from, to);
  const end = BEFORE + piece.length;
  // As many bytes as characters: the piece is pure ASCII.
  const { read, written } = encoder.encodeInto(piece, bytes);
  if (written === piece.length && read === written) codes.set(bytes.subarray(0, written), BEFORE);
  else for (let i = 0; i < piece.length; i++) codes[BEFORE + i] = piece.charCodeAt(i);
  codes.fill(0, end, end + BEHIND);
  return end;
}

/** 31 bits of a part of the piece in lower case: the same as `hashOf` of that text. */
export function hashCodes(from: number, to: number): number {
  let hash = HASH_START;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ lower(codes[i]!), HASH_PRIME);
  return hash >>> 1;
}

export function isDigitAt(at: number): boolean {
  const code = codes[at]!;
  return code >= 48 && code <= 57;
}
