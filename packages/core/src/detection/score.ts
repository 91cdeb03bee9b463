/** `start` at the threshold; each step past it halves the remaining doubt. */
export function halveDoubt(start: number, stepsPast: number): number {
  return 1 - (1 - start) * 0.5 ** stepsPast;
}

/** 0.8 at the limit, halving the doubt with every further half of the limit. */
export function limitScore(share: number): number {
  return halveDoubt(0.8, 2 * (share - 1));
}
