/** The last tokens of a stream, and where each group of them was seen before. */
export interface TokenTables {
  readonly codes: Int32Array;
  /** The length of the stream up to the end of a token. */
  readonly ends: Int32Array;
  /** The previous position of the tokens that end here. */
  readonly before: Int32Array;
  readonly seen: Int32Array;
}

export const RING = 2048;
export const RING_MASK = RING - 1;
export const SLOT_BITS = 12;
export const GOLDEN = 0x9e3779b1;

export function newTokenTables(): TokenTables {
  const ring = (): Int32Array => new Int32Array(RING);
  return { codes: ring(), ends: ring(), before: ring(), seen: new Int32Array(1 << SLOT_BITS) };
}

/** The tokens that may be repeating. */
interface Lap {
  /** The number of tokens so far. */
  readonly count: number;
  /** In tokens. */
  readonly period: number;
  /** Only tokens after this one are remembered. */
  readonly floor: number;
}

/** The length of the last lap in characters. */
export function lapLength({ ends }: TokenTables, { count, period, floor }: Lap): number {
  const first = count - period;
  return ends[count & RING_MASK]! - (first <= floor ? 0 : ends[first & RING_MASK]!);
}

/** Equal for the same lap of tokens, wherever it starts and whatever its numbers. */
export function lapPrint({ codes }: TokenTables, { count, period }: Lap): number {
  let sum = 0;
  for (let k = 0; k < period; k++) {
    const code = codes[(count - k) & RING_MASK]!;
    sum = (sum + Math.imul((code & 1) === 1 ? 1 : code, GOLDEN)) >>> 0;
  }
  return sum;
}
