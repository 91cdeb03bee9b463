/** `start` at the threshold; each step past it halves the remaining doubt. */
export function halveDoubt(start: number, stepsPast: number): number {
  return 1 - (1 - start) * 0.5 ** stepsPast;
}

/** Below the limit a score rises evenly up to this; at the limit it is AT_LIMIT, so that the two cannot be confused. */
const BELOW_LIMIT = 0.75;
const AT_LIMIT = 0.8;

/** What share of its limit a count has reached, as a score: 0.8 at the limit; half of it beyond halves the doubt. */
export function limitScore(share: number): number {
  return share < 1 ? BELOW_LIMIT * share : halveDoubt(AT_LIMIT, 2 * (share - 1));
}

/** From this share of a limit on, a detector gives a sign. */
export const SIGN = 0.5;

export function urgencyOf(share: number): 'note' | 'warn' {
  return share < 1 ? 'note' : 'warn';
}

/** Of several findings the one with the highest score; the first of equals. */
export function surest<Found extends { readonly score: number }>(
  ...found: readonly (Found | undefined)[]
): Found | undefined {
  let best: Found | undefined;
  for (const one of found) if (one && (!best || one.score > best.score)) best = one;
  return best;
}
