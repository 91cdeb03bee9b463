/** `start` at the threshold; each step past it halves the remaining doubt. */
export function halveDoubt(start: number, stepsPast: number): number {
  return 1 - (1 - start) * 0.5 ** stepsPast;
}
