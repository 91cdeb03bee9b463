/** Real events are not nested this deeply, and deeper values could overflow the stack of recursive functions. */
const MAX_DEPTH = 100;
/** Each value costs time in validation, redaction and detection. A full batch of ordinary events has a tenth of this. */
const MAX_VALUES = 200_000;

/** Why a parsed body is too complex to process; undefined if it is not. */
export function complexityOf(body: unknown): 'deep' | 'values' | undefined {
  let values = 0;
  const walk = (value: unknown, left: number): 'deep' | 'values' | undefined => {
    if (++values > MAX_VALUES) return 'values';
    if (typeof value !== 'object' || value === null) return undefined;
    if (left === 0) return 'deep';
    if (Array.isArray(value)) {
      for (const item of value) {
        const found = walk(item, left - 1);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    for (const key in value) {
      const found = walk((value as Record<string, unknown>)[key], left - 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(body, MAX_DEPTH);
}
