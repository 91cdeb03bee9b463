/** `start` at the threshold; each further step halves the remaining doubt. */
export function halveDoubt(start: number, stepsPast: number): number {
  return 1 - (1 - start) * 0.5 ** stepsPast;
}

/**
 * Below the limit a score rises linearly to this value; at the limit it is AT_LIMIT, so that the two stay
 * distinct.
 */
const BELOW_LIMIT = 0.75;
const AT_LIMIT = 0.8;

/**
 * The share of its limit that a count has reached, as a score: 0.8 at the limit; each further half halves the
 * doubt.
 */
export function limitScore(share: number): number {
  return share < 1 ? BELOW_LIMIT * share : halveDoubt(AT_LIMIT, 2 * (share - 1));
}

/** From this share of a limit on, a detector gives a sign. */
export const SIGN = 0.5;

export function urgencyOf(share: number): 'note' | 'warn' {
  return share < 1 ? 'note' : 'warn';
}

/** The finding with the highest score; the first of equal ones. */
export function surest<Found extends { readonly score: number }>(
  ...found: readonly (Found | undefined)[]
): Found | undefined {
  let best: Found | undefined;
  for (const one of found) if (one && (!best || one.score > best.score)) best = one;
  return best;
}
