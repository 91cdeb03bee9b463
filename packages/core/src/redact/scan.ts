/**
 * Texts as bytes, for the scanners. Encoding a text as UTF-8 and reading the bytes costs a fraction of
 * reading a string character by character.
 */

/** Of a longer text only the head and the tail are scanned, half of this each. */
export const LOOK = 8192;

/** No lookahead goes further: a UUID has 36 characters. */
const AHEAD = 40;

/** Filled by `load`. Zeros follow, so that a lookahead needs no bounds check. */
export const bytes = new Uint8Array(3 * LOOK + AHEAD);

const encoder = new TextEncoder();

/** The length of the text in bytes. */
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
