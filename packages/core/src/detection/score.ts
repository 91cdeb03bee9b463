/** `start` at the threshold; each step past it halves the remaining doubt. */
export function halveDoubt(start: number, stepsPast: number): number {
  return 1 - (1 - start) * 0.5 ** stepsPast;
}

/** What share of its limit a count has reached, as a score: 0.8 at the limit, less before, halving the doubt after. */
export function limitScore(share: number): number {
  return share < 1 ? WEIGHT * share : halveDoubt(0.8, 2 * (share - 1));
}

/** The inverse below the limit. */
export function shareOf(score: number): number {
  return score < 0.8 ? score / WEIGHT : 1;
}

const WEIGHT = 0.75;

/** From this share of a limit on, a detector gives a sign. */
export const SIGN = 0.5;

export function urgencyOf(share: number): 'note' | 'warn' {
  return share < 1 ? 'note' : 'warn';
}

/** Of several findings the one with the highest score. */
export function surest<Found extends { readonly score: number }>(...found: readonly (Found | undefined)[]): Found | undefined {
  let best: Found | undefined;
  for (const one of found) if (one && (!best || one.score > best.score)) best = one;
  return best;
}
