/**
 * Texts as bytes: what a pass over a text reads. Letting the engine encode a text as UTF-8 and
 * reading the bytes costs a fraction of asking a string for its characters one by one.
 */

/** Of a longer text the head and the tail are looked at, half of this each. */
export const LOOK = 8192;

/** No look ahead goes further: a UUID has 36 characters. */
const AHEAD = 40;

/** What `load` has left. Zeros follow, so that a look ahead needs no check. */
export const bytes = new Uint8Array(3 * LOOK + AHEAD);

const encoder = new TextEncoder();

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
