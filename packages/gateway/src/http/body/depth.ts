import { type JsonVisitor, scanJson } from './scan-json.js';

/** Real events are not nested this deeply, and deeper values could overflow the stack of recursive functions. */
const MAX_DEPTH = 100;
/** Each value costs time. A full batch of spans has half as many, one of ordinary events a fifth. */
const MAX_VALUES = 100_000;
/** An object with more members than this cannot be built without blocking other requests. */
const MAX_MEMBERS = 10_000;

/** JSON that is too complex to process. */
export class TooComplex extends Error {
  constructor(readonly why: 'deep' | 'values') {
    super(why);
  }
}

/** Throws TooComplex when there is too much. */
export function createCounter(): JsonVisitor {
  let values = 1;
  let depth = 0;
  /** The commas so far in each open object or list; lists may be longer than objects. */
  const commas: number[] = [];
  const limits: number[] = [];
  const countValue = (): void => {
    if (++values > MAX_VALUES) throw new TooComplex('values');
  };
  return {
    comma() {
      const count = (commas[depth] ?? 0) + 1;
      commas[depth] = count;
      if (count >= (limits[depth] ?? Infinity)) throw new TooComplex('values');
      countValue();
    },
    open(_at, isObject) {
      if (++depth > MAX_DEPTH) throw new TooComplex('deep');
      commas[depth] = 0;
      limits[depth] = isObject ? MAX_MEMBERS : Infinity;
      countValue();
    },
    close() {
      depth--;
    },
  };
}

/**
 * Why JSON is too complex; undefined if it is not. Looks at the bytes, because parsing it would block all other requests.
 * For broken JSON the result is meaningless, but it always ends.
 */
export function complexityOf(json: Buffer): TooComplex['why'] | undefined {
  try {
    scanJson(json, 0, json.length, createCounter());
    return undefined;
  } catch (error) {
    if (error instanceof TooComplex) return error.why;
    throw error;
  }
}
